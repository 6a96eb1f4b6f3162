// SPDX-License-Identifier: Apache-2.0
#include "harness/pytest/case_account.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cupel::harness::pytest {
namespace {

constexpr std::string_view never_run = "[NOTRUN]";

bool has_passed(const CaseAccount& account, std::string_view when) {
  return std::any_of(account.phases.begin(), account.phases.end(), [&](const Phase& phase) {
    return !phase.part && phase.when == when && phase.outcome == "passed";
  });
}

model::Failure failure_of(const Phase& phase) {
  model::Failure failure = phase.failure;
  if (phase.part) {
    failure.message = "in subtest " + *phase.part + ": " + failure.message;
  } else if (phase.when != "call") {
    failure.message = "in " + phase.when + ": " + failure.message;
  } else if (phase.outcome != "failed") {
    failure.message = "a plug-in reported \"" + phase.outcome + "\": " + failure.message;
  }
  return failure;
}

void add_durations(const CaseAccount& account, model::CaseResult& result) {
  for (const Phase& phase : account.phases) {
    if (!phase.part && phase.took) {
      result.duration = result.duration.value_or(base::Duration::zero()) + *phase.took;
    }
  }
}

std::string without_prefix(std::string_view text, std::string_view prefix) {
  return std::string(text.starts_with(prefix) ? text.substr(prefix.size()) : text);
}

/// Settles a test none of whose phases failed.
void settle_unfailed(const CaseAccount& account, model::CaseResult& result) {
  result.reported = model::Reported::passed;
  for (const Phase& phase : account.phases) {
    if (phase.part) continue;
    const std::string expected = without_prefix(phase.expected.value_or(""), "reason: ");
    if (phase.expected && !(phase.skipped() && expected.starts_with(never_run))) {
      result.properties.emplace_back(phase.skipped() ? "expected_failure" : "unexpected_pass",
                                     expected);
    } else if (phase.skipped()) {
      result.reported = model::Reported::skipped;
      if (result.skip_reason.empty()) {
        result.skip_reason = phase.expected ? expected : phase.skip_reason;
      }
    }
  }
  const bool called = std::any_of(account.phases.begin(), account.phases.end(), [](const Phase& p) {
    return p.skipped() || (p.when == "call" && !p.part);
  });
  const bool complete =
      called && (result.reported == model::Reported::skipped || has_passed(account, "teardown"));
  if (complete) return;
  result.reported = model::Reported::failed;
  result.failures.push_back({"pytest reported no outcome of its " +
                                 std::string(called ? "tear-down" : "call") +
                                 ": something kept it from running, or from being reported",
                             {}});
}

}  // namespace

model::CaseResult result_of(const CaseAccount& account) {
  model::CaseResult result;
  result.properties = account.properties;
  result.output = account.output;
  add_durations(account, result);
  for (const Phase& phase : account.phases) {
    if (phase.failed()) result.failures.push_back(failure_of(phase));
  }
  if (result.failures.empty()) {
    settle_unfailed(account, result);
  } else {
    result.reported = model::Reported::failed;
  }
  return result;
}

char letter_of(const CaseAccount& account) {
  char letter = 'p';
  for (const Phase& phase : account.phases) {
    if (phase.failed()) return 'f';
    if (phase.skipped() && !phase.part) letter = 's';
  }
  return letter;
}

}  // namespace cupel::harness::pytest
