// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/libtest/launch_tests.h"

namespace cupel::harness::libtest {

/// The line that closes a run, or all of them where it had sections.
struct Summary {
  bool ok = false;
  std::size_t passed = 0;
  std::size_t failed = 0;
};

/// Follows what a run with one thread prints to stdout. Any test can write there what libtest
/// writes, so its words decide nothing by themselves: they say what has begun, they must agree with
/// the log, and they carry what failed tests printed.
class Console {
 public:
  explicit Console(const LaunchTests& tests) : tests_(tests), words_(tests.size(), Word::unclear) {}

  void on_bytes(std::string_view bytes);
  void finish();

  enum class Word : unsigned char {
    unclear,  ///< no end, or one among bytes that are not libtest's
    ok,
    failed,
  };

  /// Slots 0 to begun()-1 have begun.
  [[nodiscard]] std::size_t begun() const { return begun_; }
  [[nodiscard]] Word word(std::size_t slot) const { return words_[slot]; }
  /// The bytes so far end with the word of the test that began last.
  [[nodiscard]] bool ended_with_word() const;
  /// Where every test has begun: what the last line says that is one, after finish().
  [[nodiscard]] const std::optional<Summary>& summary() const { return summary_; }
  /// What closed the run, or each of its sections, up to a bound: the texts of failed tests.
  [[nodiscard]] const std::vector<std::string>& closings() const { return closings_; }

 private:
  void search();
  void close_region(std::string_view region);
  bool close_section(std::string_view region);
  void keep_closing();

  const LaunchTests& tests_;
  std::vector<Word> words_;
  std::size_t begun_ = 0;
  std::string buffer_;                        ///< since the last beginning, its end only
  std::size_t from_ = 0;                      ///< where in it the next beginning may stand
  std::vector<std::string> closings_ = {{}};  ///< the last is that after the last beginning
  std::size_t kept_ = 0;                      ///< bytes in them
  std::string tail_;                          ///< the end of all that came after that beginning
  std::optional<Summary> sections_;           ///< those that were closed before
  std::optional<Summary> summary_;
};

}  // namespace cupel::harness::libtest
