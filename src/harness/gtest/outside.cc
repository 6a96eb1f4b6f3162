// SPDX-License-Identifier: Apache-2.0
// The problem: a part that the stream reports outside every test, from a set-up or tear-down, is a
// failure or a skip, and the stream does not say which. It was a skip where what encloses it says
// that it passed: the iteration in every version, a suite in those that count skipped tests in the
// report (before them a suite passed whatever its set-up did). Otherwise the word on the console
// decides, and without one it was a failure.
#include "harness/gtest/outside.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace cupel::harness::gtest {
namespace {

bool is_failure(const model::Failure& part, std::optional<bool> scope_passed, bool proves,
                const std::string& console) {
  const bool passed = scope_passed.value_or(false);
  if (passed && proves) return false;
  const std::string place = part.location.file + ":" + std::to_string(part.location.line) + ": ";
  if (console.find(place + "Failure") != std::string::npos) return true;
  if (console.find(place + "Skipped\n") != std::string::npos) return false;
  // Versions that print no skip put the word into the message.
  return !(passed && part.message.starts_with("Skipped"));
}

bool is_good(const CaseState& one) {
  return !one.contradicted && one.told &&
         (one.reported == model::Reported::passed || one.reported == model::Reported::skipped);
}

}  // namespace

Outside judge_outside(const LaunchState& state, const Report* report, const std::string& console,
                      Findings& out) {
  Outside outside;
  const auto tell = [&](std::string where, const model::Failure& failure) {
    outside.any_failure = true;
    out.push_back(model::OutsideFailure{std::move(where), failure});
  };
  const bool modern = report != nullptr && report->counts_skips;
  for (const SuiteRun& suite : state.suites) {
    auto& failures = outside.suite_failures.emplace_back();
    auto& skips = outside.suite_skips.emplace_back();
    const std::string name = base::to_utf8(suite.name);
    for (const OutsidePart& part : suite.outside) {
      const bool failed = is_failure(part.failure, suite.passed, modern, console);
      (failed ? failures : skips).push_back(part.failure);
      if (!failed) continue;
      tell(part.after_tests ? "TearDownTestSuite of " + name + ", or between its tests"
                            : "SetUpTestSuite of " + name,
           part.failure);
    }
  }
  for (const OutsidePart& part : state.global) {
    const bool failed = is_failure(part.failure, state.iteration_passed, true, console);
    // Only a set-up keeps tests from running.
    if (!failed || !part.after_tests) {
      (failed ? outside.global_failures : outside.global_skips).push_back(part.failure);
    }
    if (!failed) continue;
    tell(part.after_tests ? "tear-down of the global environment, or between two suites"
                          : "set-up of the global environment",
         part.failure);
  }
  if (report == nullptr || state.connected) return outside;
  for (const model::OutsideFailure& failure : report->outside) {
    if (failure.where == "global environment") outside.global_failures.push_back(failure.failure);
    tell(failure.where, failure.failure);
  }
  return outside;
}

void check_unexplained(const LaunchState& state, const Outside& outside, Findings& out) {
  if (state.broken) return;
  bool explained = outside.any_failure;
  for (std::size_t i = 0; i < state.suites.size(); ++i) {
    const SuiteRun& suite = state.suites[i];
    if (suite.passed != std::optional(false)) continue;
    explained = true;
    const bool all_good = std::all_of(suite.slots.begin(), suite.slots.end(),
                                      [&](std::size_t slot) { return is_good(state.cases[slot]); });
    if (!all_good || !outside.suite_failures[i].empty()) continue;
    out.push_back(model::OutsideFailure{"suite " + base::to_utf8(suite.name),
                                        {"it says that it failed, and none of its tests did", {}}});
  }
  explained = explained || std::any_of(state.cases.begin(), state.cases.end(),
                                       [](const auto& one) { return one.told && !is_good(one); });
  if (state.iteration_passed == std::optional(false) && !explained) {
    out.push_back(model::OutsideFailure{"the program",
                                        {"it says that it failed, and nothing in it did", {}}});
  }
}

}  // namespace cupel::harness::gtest
