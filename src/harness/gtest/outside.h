// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/gtest/launch_state.h"
#include "harness/gtest/report.h"

namespace cupel::harness::gtest {

/// What happened outside the tests, told apart into failures and skips.
struct Outside {
  /// By suite of the launch state: of its set-up and tear-down.
  std::vector<std::vector<model::Failure>> suite_failures;
  std::vector<std::vector<model::Failure>> suite_skips;
  /// Of the set-up of the global environment.
  std::vector<model::Failure> global_failures;
  std::vector<model::Failure> global_skips;
  bool any_failure = false;
};

/// Tells apart what the stream reported outside the tests, or takes it from the report where there
/// was no stream; each failure is a finding.
[[nodiscard]] Outside judge_outside(const LaunchState& state, const Report* report,
                                    const std::string& console, Findings& out);

/// A suite, or the program, that says it failed without anything to show for it.
void check_unexplained(const LaunchState& state, const Outside& outside, Findings& out);

}  // namespace cupel::harness::gtest
