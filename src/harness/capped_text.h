// SPDX-License-Identifier: Apache-2.0
// Text of unknown length in bounded memory: its head and its tail, and how much is between.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cupel::harness {

class CappedText {
 public:
  static constexpr std::size_t keep_head = 32 * 1024;
  static constexpr std::size_t keep_tail = 32 * 1024;

  void append(std::string_view bytes);
  [[nodiscard]] bool empty() const { return head_.empty(); }
  /// Bytes of memory that it holds, after dropping what it may.
  [[nodiscard]] std::size_t shrink();
  /// UTF-8; where something was left out, a line says how much.
  [[nodiscard]] std::string text() const;

 private:
  void trim_tail();

  std::string head_;
  std::string tail_;
  std::size_t cut_ = 0;
};

}  // namespace cupel::harness
