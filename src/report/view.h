// SPDX-License-Identifier: Apache-2.0
// What several reports ask of a run record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/style.h"
#include "record/run_record.h"

namespace cupel::report {

/// The outcome as people write it: "timed out".
[[nodiscard]] std::string_view plain_word(model::Outcome outcome);
[[nodiscard]] format::Tone tone_of(model::Outcome outcome);
[[nodiscard]] format::Tone tone_of(model::Verdict verdict);

/// A target with its selected tests.
struct TargetView {
  const record::TargetRecord* target = nullptr;
  std::vector<const record::TestRecord*> tests;
  model::RunCounts counts;
  double duration_s = 0;  ///< listing and launches together
  std::size_t launches = 0;
};
[[nodiscard]] std::vector<TargetView> by_target(const record::RunRecord& run);

/// Selected tests that are red: those that are new first, then those that a ledger entry covers;
/// each in the order of the record.
[[nodiscard]] std::vector<const record::TestRecord*> reds(const record::RunRecord& run);
/// Tests that passed although the ledger says that they fail.
[[nodiscard]] std::vector<const record::TestRecord*> unexpected_passes(
    const record::RunRecord& run);

/// Tests that share a reason.
struct ReasonGroup {
  std::string reason;  ///< may be empty: none was given
  std::vector<const record::TestRecord*> tests;
};
/// Skips that neither the source nor the ledger declares, the most frequent reason first.
[[nodiscard]] std::vector<ReasonGroup> undeclared_skips(const record::RunRecord& run);
/// Tests that were never run, likewise.
[[nodiscard]] std::vector<ReasonGroup> not_run(const record::RunRecord& run);

/// Every problem of the run with the name of its target; "gate" for those of none.
struct ProblemView {
  std::string_view target;
  const record::ProblemRecord* problem = nullptr;
};
[[nodiscard]] std::vector<ProblemView> problems(const record::RunRecord& run);

/// The launch whose attempt decided; null where none did.
[[nodiscard]] const record::LaunchRecord* deciding_launch(const record::RunRecord& run,
                                                          const record::TestRecord& test);

/// What is to be said of a test that is not green: its first failure or skip reason, else how it
/// ended, else the note on it, else what its outcome means.
[[nodiscard]] std::string why_of(const record::TestRecord& test);

/// "FILE:LINE" of the first failure, else of the test itself; empty where neither is known.
[[nodiscard]] std::string place_of(const record::TestRecord& test);
[[nodiscard]] std::string place_text(const model::Location& location);

}  // namespace cupel::report
