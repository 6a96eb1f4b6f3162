// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_line.h"

#include <gtest/gtest.h>

#include "standard_run.h"

namespace cupel::report {
namespace {

TEST(VerdictLine, GreenFullAndNarrowed) {
  record::RunRecord run = green_run(92);
  EXPECT_EQ(verdict_line(run), "green: 92 passed");
  run.scope.narrowed_by = {"filter Rope*"};
  run.counts.listed = 1411;
  EXPECT_EQ(verdict_line(run), "green (narrowed, 92 of 1411): 92 passed");
}

TEST(VerdictLine, RedCountsWhatIsRed) {
  EXPECT_EQ(verdict_line(standard_run()),
            "red: 3 failed, 1 crashed, 1 timed out, 1 missing, 1 unexpected pass, 2 problems, "
            "1 known, 1 not run, 2 skipped undeclared (2 no device \\x1B[2J)");
}

TEST(VerdictLine, RedForAnotherReasonGivesIt) {
  record::RunRecord run = green_run(2);
  run.verdict = model::Verdict::red;
  run.reasons = {"1 entry of the ledger has expired"};
  EXPECT_EQ(verdict_line(run), "red: 1 entry of the ledger has expired");
}

TEST(VerdictLine, KnownIsNotNew) {
  record::RunRecord run = green_run(3);
  run.tests[0].outcome = run.tests[1].outcome = model::Outcome::failed;
  run.tests[0].known_entry = run.tests[1].known_entry = "k:1:1";
  run.verdict = model::Verdict::known;
  run.exit_code = 2;
  EXPECT_EQ(verdict_line(run), "known: 2 known");
  run.exit_code = 0;
  EXPECT_EQ(verdict_line(run), "known: 2 known, accepted");
}

TEST(VerdictLine, IncompleteSaysWhy) {
  record::RunRecord run = green_run(2);
  run.verdict = model::Verdict::incomplete;
  run.reasons = {"nothing was selected", "line\nbreak"};
  EXPECT_EQ(verdict_line(run), "incomplete: nothing was selected; line\\nbreak");
  run.verdict.reset();
  EXPECT_EQ(verdict_line(run), "incomplete: the run has not finished");
}

TEST(VerdictLine, UndeclaredSkipsAreCountedWithTheirReasons) {
  record::RunRecord run = green_run(8);
  for (std::size_t i = 0; i < 7; ++i) {
    run.tests[i].outcome = model::Outcome::skipped;
    run.tests[i].message = "reason " + std::to_string(i / 2);
  }
  run.tests[5].declared_skip = true;
  run.tests[6].message.clear();
  EXPECT_EQ(verdict_line(run),
            "green: 8 passed, 6 skipped undeclared (2 reason 0, 2 reason 1, 1 reason 2, "
            "1 no reason given)");
}

TEST(PrecisionLine, SaysWhoSetWhatAndWhatWasNotSet) {
  EXPECT_EQ(precision_line(standard_run()),
            "f32-strict; set by pin: NVIDIA_TF32_OVERRIDE=0; set by operator: OMP_NUM_THREADS=4; "
            "not set: TORCH_ALLOW_TF32 (the operator set TORCH_PRECISION=tf32); production "
            "precision was not exercised");
  record::RunRecord run;
  run.precision.policy = model::Precision::production;
  EXPECT_EQ(precision_line(run), "production");
}

}  // namespace
}  // namespace cupel::report
