// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "harness/gtest/launch_state.h"
#include "harness/gtest/stream.h"

namespace cupel::harness::gtest {

/// Follows the result stream of one launch. Events must come in the only order in which GoogleTest
/// sends them; at the first that does not, the stream is broken, and what comes after is read only
/// to learn which tests a second runner repeats.
class Protocol {
 public:
  explicit Protocol(LaunchState& state);

  void on_bytes(int connection, std::string_view bytes, Findings& out);
  /// Every connection is closed: who broke the stream, where that is still open.
  void finish(Findings& out);

 private:
  enum class Stage { before, program, iteration, suite, after_iteration, after_program };

  void on_line(int connection, std::string_view text, std::size_t cut, Findings& out);
  /// True where the line goes on with a name that has a newline in it.
  bool continue_name(std::string_view text, Findings& out);
  void on_event(const StreamLine& line, std::size_t cut, Findings& out);
  void on_part(const StreamLine& line, std::size_t cut);
  void on_suite_start(std::string_view name, Findings& out);
  void on_test_start(std::string_view name, Findings& out);
  void start_test(std::string_view name, Findings& out);
  void on_test_end(const StreamLine& line, Findings& out);
  void on_suite_end(const StreamLine& line, Findings& out);
  void settle_suite(SuiteRun& suite, Findings& out);
  void on_program_line(const StreamLine& line, Findings& out);
  void on_repeat(const StreamLine& line, Findings& out);
  void on_replay(const StreamLine& line, Findings& out);
  void break_at_stray_end(Findings& out);
  void break_here(std::string why, Findings& out);

  LaunchState& state_;
  std::map<int, LineSplitter> lines_;
  std::optional<int> believed_;  ///< the connection whose events count: the first that sent one
  Stage stage_ = Stage::before;
  bool unlisted_open_ = false;  ///< the running test is none of ours
  std::size_t next_ = 0;        ///< the slot expected to begin next
  std::size_t strangers_ = 0;
  std::size_t kept_ = 0;                     ///< bytes of messages kept so far
  std::optional<std::string> partial_name_;  ///< a name that may go on in the next line
  std::size_t blamed_ = no_slot;             ///< whose doing the break may have been
  bool replay_found_ = false;
  std::string replay_suite_;            ///< of a second runner, or of a later round
  bool repeating_ = false;              ///< the program runs everything again
  std::size_t repeat_open_ = no_slot;   ///< the test that runs in the later round
  std::size_t outside_before_end_ = 0;  ///< parts outside tests when the last test ended
};

}  // namespace cupel::harness::gtest
