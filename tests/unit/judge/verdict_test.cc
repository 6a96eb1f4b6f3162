// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::judge {
namespace {

using model::Outcome;
using model::ProblemKind;
using model::Verdict;
using testing::ElementsAre;

/// A run whose tests are judged by the real tables: one state of the ledger for each test.
struct GateRun {
  RunFacts facts;

  GateRun& test(const std::string& name, Outcome outcome, LedgerState state = LedgerState::no_entry,
                const std::string& issue = {}) {
    const Rule rule = outcome_rule(outcome, state);
    JudgedTest judged{{"t", name}, true, outcome, {}, {}};
    judged.judgement.effect = rule.effect == Effect::skip ? Effect::none : rule.effect;
    judged.judgement.state = state;
    judged.judgement.words = rule.words;
    judged.judgement.issue = issue;
    facts.tests.push_back(judged);
    ++facts.listed;
    ++facts.selected;
    return *this;
  }
  GateRun& skip(const std::string& name, SkipStanding standing, const std::string& reason,
                bool undeclared_is_red = false) {
    test(name, Outcome::skipped);
    const Rule rule = skip_rule(standing, undeclared_is_red);
    JudgedTest& judged = facts.tests.back();
    judged.judgement.effect = rule.effect;
    judged.judgement.words = rule.words;
    judged.judgement.declared_skip =
        standing == SkipStanding::in_source || standing == SkipStanding::by_entry;
    judged.skip_reason = reason;
    return *this;
  }
  GateRun& deselected(const std::string& name) {
    facts.tests.push_back({{"t", name}, false, std::nullopt, {}, {}});
    ++facts.listed;
    return *this;
  }
  GateRun& problem(ProblemKind kind, LedgerState state = LedgerState::no_entry,
                   bool leak_is_red = false) {
    const Rule rule = problem_rule(kind, state, leak_is_red);
    facts.problems.push_back(
        {"t", kind, "detail", {rule.effect, state, std::string(rule.words), {}, {}}});
    return *this;
  }
  GateRun& narrowed() {
    facts.scope.narrowed_by.emplace_back("a filter");
    return *this;
  }
  [[nodiscard]] Judgement judge() const { return judge_run(facts); }
};

TEST(JudgeRun, IsGreenWhenEverythingPassed) {
  const Judgement judgement =
      GateRun().test("A", Outcome::passed).test("B", Outcome::passed).judge();
  EXPECT_EQ(judgement.verdict, Verdict::green);
  EXPECT_EQ(judgement.exit_code, 0);
  EXPECT_THAT(judgement.reasons, ElementsAre("2 of 2 selected tests passed"));
}

TEST(JudgeRun, WeighsEachOutcomeAndStateByTheTable) {
  for (std::size_t o = 0; o < model::outcome_count; ++o) {
    for (std::size_t s = 0; s < ledger_state_count; ++s) {
      for (const bool full : {true, false}) {
        const auto outcome = static_cast<Outcome>(o);
        const auto state = static_cast<LedgerState>(s);
        GateRun run;
        run.test("X", outcome, state).test("Good", Outcome::passed);
        if (!full) run.narrowed();
        const Effect effect = outcome_rule(outcome, state).effect;
        const Judgement judgement = run.judge();
        EXPECT_EQ(judgement.verdict, verdict_of(effect, full)) << o << " " << s << " " << full;
        EXPECT_EQ(judgement.exit_code, model::exit_code(judgement.verdict, false));
        EXPECT_FALSE(judgement.reasons.empty());
      }
    }
  }
}

TEST(JudgeRun, WeighsEachProblemByTheTable) {
  for (int k = 0; k <= static_cast<int>(ProblemKind::leaked_process); ++k) {
    for (std::size_t s = 0; s < ledger_state_count; ++s) {
      for (const bool leak_is_red : {false, true}) {
        const auto kind = static_cast<ProblemKind>(k);
        const auto state = static_cast<LedgerState>(s);
        const Judgement judgement =
            GateRun().test("A", Outcome::passed).problem(kind, state, leak_is_red).judge();
        const Effect effect = problem_rule(kind, state, leak_is_red).effect;
        EXPECT_EQ(judgement.verdict, verdict_of(effect, true)) << word(kind) << " " << s;
      }
    }
  }
}

TEST(JudgeRun, AcceptsKnownRedsOnlyWhenAsked) {
  GateRun run;
  run.test("A", Outcome::failed, LedgerState::covers, "I-1");
  EXPECT_EQ(run.judge().verdict, Verdict::known);
  EXPECT_EQ(run.judge().exit_code, 2);
  run.facts.accept_known = true;
  EXPECT_EQ(run.judge().verdict, Verdict::known);
  EXPECT_EQ(run.judge().exit_code, 0);
  run.test("B", Outcome::failed);
  EXPECT_EQ(run.judge().exit_code, 1);
}

TEST(JudgeRun, ListsAllReasonsTheStrongestFirst) {
  GateRun run;
  run.skip("S", SkipStanding::undeclared, "no device")
      .test("K", Outcome::failed, LedgerState::covers, "I-1")
      .test("N", Outcome::not_run)
      .test("F1", Outcome::failed)
      .test("C", Outcome::crashed)
      .test("F2", Outcome::failed)
      .problem(ProblemKind::list_failed)
      .problem(ProblemKind::exit_mismatch)
      .problem(ProblemKind::leaked_process);
  run.facts.interruptions.emplace_back("SIGINT");
  const Judgement judgement = run.judge();
  EXPECT_EQ(judgement.verdict, Verdict::red);
  EXPECT_THAT(
      judgement.reasons,
      ElementsAre("2 tests failed: t:F1, t:F2", "1 test crashed: t:C", "t: exit_mismatch: detail",
                  "1 test did not run: t:N", "t: list_failed: detail", "cut off: SIGINT",
                  "1 test failed as the ledger records: t:K (I-1)",
                  "t: leaked_process: detail (reported only)", "1 skipped at run time: no device"));
}

TEST(JudgeRun, GivesTheFirstLineOfWhatIsWrongWithATarget) {
  GateRun run;
  run.problem(ProblemKind::build_failed).problem(ProblemKind::list_failed);
  run.facts.problems.front().detail = "the build failed: 2 errors\nerror[E0463]: no such crate\n |";
  EXPECT_THAT(run.judge().reasons, ElementsAre("t: build_failed: the build failed: 2 errors",
                                               "t: list_failed: detail", "no test was listed"));
}

TEST(JudgeRun, NamesThreeTestsOfALineAndCountsTheRest) {
  GateRun run;
  for (const char* name : {"A", "B", "C", "D", "E"}) run.test(name, Outcome::failed);
  EXPECT_THAT(run.judge().reasons, ElementsAre("5 tests failed: t:A, t:B, t:C and 2 more"));
}

TEST(JudgeRun, KeepsEachReasonOnOneLine) {
  GateRun run;
  run.test("A\nB", Outcome::failed).skip("S", SkipStanding::undeclared, "first\nsecond");
  run.facts.not_judged.emplace_back("a\nb");
  for (const std::string& reason : run.judge().reasons) {
    EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
  }
}

TEST(JudgeRun, CountsUndeclaredSkipsWithTheirReasonsInGreenToo) {
  const Judgement judgement = GateRun()
                                  .test("A", Outcome::passed)
                                  .skip("S1", SkipStanding::undeclared, "too slow")
                                  .skip("S2", SkipStanding::undeclared, "no device")
                                  .skip("S3", SkipStanding::undeclared, "no device")
                                  .skip("S4", SkipStanding::undeclared, "")
                                  .skip("D1", SkipStanding::in_source, "")
                                  .skip("D2", SkipStanding::by_entry, "why")
                                  .judge();
  EXPECT_EQ(judgement.verdict, Verdict::green);
  EXPECT_THAT(judgement.reasons,
              ElementsAre("1 of 7 selected tests passed",
                          "4 skipped at run time: no device (2), no reason given, too slow",
                          "2 skipped as declared"));
}

TEST(JudgeRun, MakesUndeclaredAndExpiredSkipsRedWherePolicyOrDateSay) {
  EXPECT_EQ(GateRun().skip("S", SkipStanding::undeclared, "x", true).judge().verdict, Verdict::red);
  EXPECT_EQ(GateRun().skip("S", SkipStanding::undeclared, "x", false).judge().verdict,
            Verdict::green);
  EXPECT_EQ(GateRun().skip("S", SkipStanding::in_source, "x", true).judge().verdict,
            Verdict::green);
  EXPECT_EQ(GateRun().skip("S", SkipStanding::expired, "x").judge().verdict, Verdict::red);
}

TEST(JudgeRun, ReportsAnUnexpectedPassInANarrowedRun) {
  GateRun run;
  run.test("A", Outcome::passed, LedgerState::covers, "I-1");
  EXPECT_EQ(run.judge().verdict, Verdict::red);
  run.narrowed();
  const Judgement judgement = run.judge();
  EXPECT_EQ(judgement.verdict, Verdict::green);
  EXPECT_EQ(judgement.counts.unexpected_pass, 1U);
  EXPECT_THAT(judgement.reasons,
              ElementsAre("1 of 1 selected test passed",
                          "1 test passed though known to fail (reported only, the scope is "
                          "narrowed): t:A (I-1)"));
}

TEST(JudgeRun, IsIncompleteWhenNothingWasSelected) {
  EXPECT_EQ(GateRun().judge().verdict, Verdict::incomplete);
  EXPECT_THAT(GateRun().judge().reasons, ElementsAre("no test was listed"));
  const Judgement judgement = GateRun().deselected("A").deselected("B").judge();
  EXPECT_EQ(judgement.exit_code, 3);
  EXPECT_THAT(judgement.reasons, ElementsAre("no test was selected, of 2 listed"));
  EXPECT_EQ(GateRun().deselected("A").test("B", Outcome::passed).judge().verdict, Verdict::green);
}

TEST(JudgeRun, IsIncompleteWhenCutOffOrNotJudged) {
  GateRun run;
  run.test("A", Outcome::passed);
  run.facts.interruptions = {"the deadline of 20m passed"};
  EXPECT_EQ(run.judge().verdict, Verdict::incomplete);
  run.facts.interruptions.clear();
  EXPECT_EQ(run.judge().verdict, Verdict::green);
  run.facts.not_judged = {"gpu-0 was in foreign hands for 30m"};
  EXPECT_EQ(run.judge().exit_code, 3);
}

TEST(JudgeRun, IsIncompleteWhenATargetThatRequiresADeviceSkippedEverything) {
  GateRun run;
  run.skip("A", SkipStanding::in_source, "").skip("B", SkipStanding::by_entry, "");
  EXPECT_EQ(run.judge().verdict, Verdict::green);
  EXPECT_EQ(run.judge().reasons.back(), "every selected test was skipped: nothing was tested");
  run.facts.device_targets = {"other", "t"};
  EXPECT_EQ(run.judge().verdict, Verdict::incomplete);
  EXPECT_EQ(run.judge().reasons.front(),
            "t requires a device, and every test of it was skipped (2)");
  run.test("C", Outcome::passed);
  EXPECT_EQ(run.judge().verdict, Verdict::green);
}

TEST(JudgeRun, CountsEverything) {
  const Judgement judgement = GateRun()
                                  .test("A", Outcome::passed)
                                  .test("B", Outcome::passed, LedgerState::covers)
                                  .test("C", Outcome::failed, LedgerState::flaky)
                                  .test("D", Outcome::failed, LedgerState::covers)
                                  .test("E", Outcome::crashed, LedgerState::flaky)
                                  .test("F", Outcome::not_run)
                                  .deselected("G")
                                  .test("H", Outcome::failed, LedgerState::flaky)
                                  .judge();
  const model::RunCounts& counts = judgement.counts;
  EXPECT_EQ(counts.listed, 8U);
  EXPECT_EQ(counts.selected, 7U);
  EXPECT_EQ(counts.deselected, 1U);
  EXPECT_EQ(counts.of(Outcome::passed), 2U);
  EXPECT_EQ(counts.of(Outcome::failed), 3U);
  EXPECT_EQ(counts.of(Outcome::crashed), 1U);
  EXPECT_EQ(counts.of(Outcome::not_run), 1U);
  EXPECT_EQ(counts.flaky, 2U) << "a crash is no flaky failure";
  EXPECT_EQ(counts.known, 3U);
  EXPECT_EQ(counts.unexpected_pass, 1U);
}

TEST(JudgeRunDeathTest, AbortsWhereTheAccountsDoNotAddUp) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  GateRun good;
  good.test("A", Outcome::passed).deselected("B");
  EXPECT_EQ(good.judge().verdict, Verdict::green);

  GateRun lost = good;
  ++lost.facts.listed;
  EXPECT_DEATH((void)lost.judge(), "a listed test was lost");
  GateRun unselected = good;
  ++unselected.facts.selected;
  EXPECT_DEATH((void)unselected.judge(), "a selected test was lost");
  GateRun open = good;
  open.facts.tests[0].outcome.reset();
  EXPECT_DEATH((void)open.judge(), "no outcome");
  GateRun extra = good;
  extra.facts.tests[1].outcome = Outcome::passed;
  EXPECT_DEATH((void)extra.judge(), "deselected one has");
  GateRun twice = good;
  twice.test("A", Outcome::passed);
  EXPECT_DEATH((void)twice.judge(), "judged twice");
  GateRun mute = good;
  mute.facts.tests[0].judgement.effect = Effect::red;
  EXPECT_DEATH((void)mute.judge(), "nothing says why");
}

}  // namespace
}  // namespace cupel::judge
