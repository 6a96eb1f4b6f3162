// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/capped_text.h"
#include "harness/gtest/launch_state.h"

namespace cupel::harness::gtest {

/// Follows what GoogleTest's console listener prints to stdout. With the stream it only cuts the
/// output of each test from the rest, for display. Without it, it is the fallback that says which
/// test runs; since any test can print what the listener prints, an OK is not believed by itself.
class Console {
 public:
  explicit Console(LaunchState& state);

  void on_bytes(std::string_view bytes, Findings& out);

  /// What the test printed, as UTF-8, where it can be told apart and was kept; else empty.
  [[nodiscard]] std::string output(std::size_t slot);
  /// The closing lines agree with what came before: every test that began ended, and the counts of
  /// the summary are theirs. Then, without any better channel, the words of the lines count.
  [[nodiscard]] bool consistent() const;
  /// It is consistent, and says OK of those tests that ended as passed, and of no others.
  [[nodiscard]] bool agrees() const;
  /// The test whose beginning came last, if it had no end.
  [[nodiscard]] std::size_t unfinished() const {
    return current_ != no_slot && words_[current_] == Word::none ? current_ : no_slot;
  }
  [[nodiscard]] bool said_ok(std::size_t slot) const { return words_[slot] == Word::ok; }
  [[nodiscard]] bool said_skipped(std::size_t slot) const { return words_[slot] == Word::skipped; }

 private:
  enum class Word : unsigned char { none, ok, failed, skipped };
  void on_line(Findings& out);
  bool on_run_line(std::string_view line, Findings& out);
  bool on_end_line(std::string_view line, Findings& out);
  void on_end(std::size_t slot, Word word, Findings& out);
  void on_summary(std::string_view line);
  void close_capture();

  LaunchState& state_;
  std::string line_;  ///< the end of the line so far
  std::size_t line_limit_;
  std::size_t next_ = 0;
  std::size_t current_ = no_slot;
  bool capturing_ = false;
  CappedText capture_;
  std::map<std::size_t, CappedText> kept_;
  std::size_t kept_bytes_ = 0;
  std::vector<Word> words_;
  std::size_t counts_[4] = {};
  std::optional<std::size_t> summary_ran_;
  std::optional<std::size_t> summary_passed_;
};

/// Failures as the console prints them: "FILE:LINE: Failure" and the lines up to an empty one.
[[nodiscard]] std::vector<model::Failure> console_failures(std::string_view output);

}  // namespace cupel::harness::gtest
