// SPDX-License-Identifier: Apache-2.0
// The beginning and the end of a stream, in bounded memory; what lies between is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cupel::proc {

class Capture {
 public:
  Capture(std::size_t head, std::size_t tail) : head_limit_(head), tail_limit_(tail) {}

  void add(std::string_view bytes);

  /// Bytes that are not kept.
  [[nodiscard]] std::uint64_t cut() const { return cut_; }
  /// Head and tail; between them, where something was cut, a line that says how much.
  [[nodiscard]] std::string text() const;

 private:
  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::string head_;
  std::string tail_;  ///< up to twice its limit, so that cutting it costs little on average
  std::uint64_t cut_ = 0;
};

}  // namespace cupel::proc
