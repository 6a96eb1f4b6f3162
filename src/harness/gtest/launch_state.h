// SPDX-License-Identifier: Apache-2.0
// What is known of the tests of one launch, by slot of Expected. The stream, the console and the
// closing report each add to it; findings leave through tell() and contradict() alone, so that a
// test finishes once and is amended after.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/gtest/expected.h"
#include "model/finding.h"

namespace cupel::harness::gtest {

using Findings = std::vector<model::Finding>;
inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

/// A failure or a skip that was reported, and where its suite stood then.
struct OutsidePart {
  model::Failure failure;
  bool after_tests = false;  ///< some test had begun: tear-down, or between two tests
};

struct CaseState {
  bool began = false;     ///< CaseStarted was sent
  bool streamed = false;  ///< the stream had its beginning
  bool ended = false;     ///< the stream, or without one the console, had its end
  bool passed = false;    ///< what that end said
  bool told = false;      ///< CaseFinished was sent
  bool contradicted = false;
  model::Reported reported = model::Reported::unsettled;  ///< what was told last
  std::optional<base::Duration> duration;
  std::vector<model::Failure> parts;  ///< failures and skips, in order; no explicit successes
  std::size_t suite = no_slot;        ///< which of LaunchState::suites
};

struct SuiteRun {
  std::string name;
  std::vector<std::size_t> slots;
  std::vector<OutsidePart> outside;
  std::optional<bool> passed;  ///< absent: it did not end
};

struct LaunchState {
  explicit LaunchState(const Expected& names) : expected(names), cases(names.size()) {}

  const Expected& expected;
  std::vector<CaseState> cases;
  std::vector<SuiteRun> suites;
  std::vector<OutsidePart> global;  ///< outside every suite
  bool connected = false;           ///< the stream spoke
  bool broken = false;              ///< and is not believed any more
  bool distrusted = false;          ///< nor is anything that it said before
  bool program_ended = false;       ///< it had its closing record
  bool program_passed = false;
  std::optional<bool> iteration_passed;
  std::size_t open = no_slot;        ///< the test that is running
  std::size_t last_ended = no_slot;  ///< by the stream

  void begin(std::size_t slot, Findings& out);
  /// CaseFinished the first time, CaseAmended after.
  void tell(std::size_t slot, model::CaseResult result, Findings& out);
  void contradict(std::size_t slot, std::string how, Findings& out);
  /// The channel is not believed from here on; said once.
  void break_stream(std::string why, Findings& out);

  /// A result with what the stream said of the test.
  [[nodiscard]] model::CaseResult result(std::size_t slot, model::Reported reported) const;
};

/// The test was kept from running: its only part is the empty skip that GoogleTest reports for it.
/// A bare GTEST_SKIP() looks the same; the report tells the two apart.
[[nodiscard]] bool looks_prevented(const CaseState& state);

/// The message is one of those that GoogleTest's assertions make and a skip does not: an exception,
/// "Failed", "Value of: ", …  Errs towards false.
[[nodiscard]] bool surely_failure(const model::Failure& part);

/// The message is that of SUCCEED().
[[nodiscard]] bool is_success(std::string_view message);

/// The reasons of skips, joined, without the word "Skipped" that versions up to 1.11 put first.
[[nodiscard]] std::string skip_reason(const std::vector<model::Failure>& parts);

}  // namespace cupel::harness::gtest
