// SPDX-License-Identifier: Apache-2.0
// From judged tests and problems to the verdict, its reasons and the counts of the record.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "judge/ledger_match.h"
#include "model/event.h"
#include "model/facts.h"
#include "model/test_id.h"
#include "model/words.h"

namespace cupel::judge {

struct JudgedTest {
  model::TestId id;
  bool selected = true;
  std::optional<model::Outcome> outcome;  ///< of every selected test, of no other
  TestJudgement judgement;                ///< of a selected test
  std::string skip_reason;                ///< as the program gave it
};

struct JudgedProblem {
  std::string target;  ///< "gate" where no target is to blame
  model::ProblemKind kind{};
  std::string detail;
  ProblemJudgement judgement;
};

/// All that the verdict of one mode depends on.
struct RunFacts {
  std::vector<JudgedTest> tests;  ///< every listed test, each once
  std::vector<JudgedProblem> problems;
  /// Counted where the listings came in and where tests were selected, not from `tests`: the two
  /// must agree.
  std::size_t listed = 0;
  std::size_t selected = 0;
  model::Scope scope;
  std::vector<std::string> interruptions;  ///< "SIGINT", "the deadline of 20m passed"
  /// Whatever else was not judged, one line each: "gpu-0 was in foreign hands for 30m".
  std::vector<std::string> not_judged;
  /// Targets with requires = ["device"]: with every selected test skipped, they are not judged.
  std::vector<std::string> device_targets;
  bool accept_known = false;
};

struct Judgement {
  model::Verdict verdict = model::Verdict::incomplete;
  int exit_code = 3;
  std::vector<std::string> reasons;  ///< strongest first, one line each, never empty
  model::RunCounts counts;           ///< known: reds that entries cover, flaky ones included
};

/// Aborts, as a bug of cupel, where the facts do not add up: a selected test without an outcome, a
/// deselected one with one, a test twice, counts that differ from those of the listings.
[[nodiscard]] Judgement judge_run(const RunFacts& facts);

}  // namespace cupel::judge
