// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cupel::harness::gtest {

/// Splits bytes into lines wherever they were cut, in bounded memory: of a longer line the first
/// `keep` bytes stay and the rest is counted.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t keep) : keep_(keep) {}

  /// Calls take(line, cut) for each line that is complete, without its newline; `cut` is the number
  /// of bytes that were dropped from its end.
  template <typename Take>
  void feed(std::string_view bytes, Take&& take) {
    while (!bytes.empty()) {
      const std::size_t newline = bytes.find('\n');
      const bool complete = newline != std::string_view::npos;
      const std::string_view piece = complete ? bytes.substr(0, newline) : bytes;
      if (complete && held_.empty() && piece.size() <= keep_) {
        take(piece, std::size_t{0});
      } else {
        hold(piece);
        if (complete) {
          take(std::string_view(held_), cut_);
          held_.clear();
          cut_ = 0;
        }
      }
      if (!complete) return;
      bytes.remove_prefix(newline + 1);
    }
  }

  /// Bytes after the last newline: a line that was never finished.
  [[nodiscard]] bool empty() const { return held_.empty() && cut_ == 0; }

 private:
  void hold(std::string_view piece) {
    const std::size_t room = keep_ - held_.size();
    held_ += piece.substr(0, room);
    if (piece.size() > room) cut_ += piece.size() - room;
  }

  std::size_t keep_;
  std::string held_;
  std::size_t cut_ = 0;
};

/// One line of the result stream. Views are into the line.
struct StreamLine {
  enum class Kind {
    version,
    program_start,
    iteration_start,
    suite_start,
    test_start,
    part,  ///< a failure, a skip or an explicit success; the stream does not say which
    test_end,
    suite_end,
    iteration_end,
    program_end,
    unknown,
  };
  Kind kind = Kind::unknown;
  std::string_view name;     ///< raw bytes of a suite or test
  std::string_view file;     ///< still encoded
  std::string_view message;  ///< still encoded
  std::int64_t line = 0;
  bool passed = false;
  std::int64_t elapsed_ms = 0;
};

/// `unknown` for whatever GoogleTest does not write.
[[nodiscard]] StreamLine parse_stream_line(std::string_view text);

/// Undoes %XX; a '%' that begins no such triple stays.
[[nodiscard]] std::string percent_decode(std::string_view text);

}  // namespace cupel::harness::gtest
