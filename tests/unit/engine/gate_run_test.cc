// SPDX-License-Identifier: Apache-2.0
// The engine over scripted processes and a clock turned by hand: what becomes of every test, in how
// many launches, and what the verdict is.
#include "engine/gate_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/engine/gate_rig.h"

namespace cupel::engine {
namespace {

using model::Outcome;
using model::ProblemKind;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::GateRig;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::play;
using testing::Script;
using ::testing::UnorderedElementsAre;
using namespace std::chrono_literals;

const auto passes = [](const StartSpec& spec) {
  return play(spec, [](std::size_t) { return "pass"; });
};

TEST(GateRun, GreenWhenEverythingPasses) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run(passes);
  ASSERT_TRUE(verdict.ok());
  EXPECT_EQ(verdict->verdict, Verdict::green);
  EXPECT_EQ(verdict->exit_code, 0);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::passed)));
  EXPECT_EQ(rig.launches(), 1U);
  EXPECT_THAT(rig.problems(), IsEmpty());
}

TEST(GateRun, RedWhenOneFails) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    return play(spec, [](std::size_t index) { return index == 1 ? "fail" : "pass"; });
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(), Contains(Pair("b", Outcome::failed)));
  EXPECT_THAT(rig.problems(), IsEmpty()) << "exit 1 fits a failure";
}

class DiesInside : public ::testing::TestWithParam<model::Termination> {};

TEST_P(DiesInside, TheTestCrashedAndTheRestRunsInOneMoreProcess) {
  GateRig rig({"a", "b", "c", "d"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    return play(spec, [](std::size_t index) { return index == 1 ? "die" : "pass"; }, GetParam());
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::crashed),
                                   Pair("c", Outcome::passed), Pair("d", Outcome::passed)));
  EXPECT_EQ(rig.launches(), 2U);
  std::size_t starts_of_a = 0;
  for (const auto& started : rig.log.of<model::TestStarted>()) {
    if (started.test.name == "a") ++starts_of_a;
  }
  EXPECT_EQ(starts_of_a, 1U) << "no test that has an outcome runs again";
}

INSTANTIATE_TEST_SUITE_P(Endings, DiesInside,
                         ::testing::Values(model::Termination(model::Exited{0}),
                                           model::Termination(model::Exited{3}),
                                           model::Termination(model::Signalled{11, false}),
                                           model::Termination(model::Lost{"its warden died"})));

TEST(GateRun, ATestThatOutlivesItsTimeoutIsTimedOut) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    return play(spec, [](std::size_t index) { return index == 0 ? "hang" : "pass"; });
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::timed_out), Pair("b", Outcome::passed)));
  ASSERT_EQ(rig.launcher->stops.size(), 1U);
  EXPECT_EQ(rig.launcher->stops.front().second, model::KillReason::test_timeout);
}

TEST(GateRun, AHangInTeardownIsAProblemOfTheTargetNotOfATest) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.steps.back().at = 24h;
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(), ElementsAre(Pair("a", Outcome::passed)));
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::crashed_outside_tests));
}

TEST(GateRun, ACrashInTeardownIsAProblemOfTheTarget) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.steps.back().ends = model::Signalled{11, false};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::crashed_outside_tests));
}

TEST(GateRun, AnExitCodeThatContradictsTheOutcomesIsAProblem) {
  for (const auto& [verb, code] : {std::pair{"pass", 1}, std::pair{"fail", 0}}) {
    GateRig rig({"a"});
    const auto verdict = rig.run([verb = verb, code = code](const StartSpec& spec) {
      Script script = play(spec, [verb](std::size_t) { return verb; });
      script.steps.back().ends = model::Exited{code};
      return script;
    });
    EXPECT_EQ(verdict->verdict, Verdict::red) << verb;
    EXPECT_THAT(rig.problems(), Contains(ProblemKind::exit_mismatch)) << verb;
  }
}

TEST(GateRun, LeavingBetweenTestsIsRedAndTheRestStillRuns) {
  GateRig rig({"a", "b"});
  int launch = 0;
  const auto verdict = rig.run([&launch](const StartSpec& spec) {
    if (++launch > 1) return play(spec, [](std::size_t) { return "pass"; });
    Script script;
    script.steps = {{1ms, "r", "begin 0\npass 0\n", {}}, {2ms, {}, {}, model::Exited{0}}};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::crashed_outside_tests));
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::passed)));
}

TEST(GateRun, EndingCleanlyAfterTheLastTestWithoutAClosingWordIsRed) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec&) {
    Script script;
    script.steps = {{1ms, "r", "begin 0\npass 0\n", {}}, {2ms, {}, {}, model::Exited{0}}};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::crashed_outside_tests));
}

TEST(GateRun, ATestThatIsNeverReportedEvenAloneIsMissing) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script;
    for (const std::size_t index : testing::asked(spec)) {
      if (index == 0) continue;
      script.steps.push_back({1ms, "r", "begin 1\npass 1\n", {}});
    }
    script.steps.push_back({2ms, "r", "done\n", {}});
    script.steps.push_back({3ms, {}, {}, model::Exited{0}});
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::missing), Pair("b", Outcome::passed)));
}

TEST(GateRun, AProgramThatNeverStartsATestIsGivenUpSoon) {
  GateRig rig({"a", "b", "c", "d", "e", "f"});
  const auto verdict = rig.run([](const StartSpec&) {
    Script script;
    script.steps = {{1ms, {}, {}, model::Exited{0}}};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_EQ(verdict->counts.of(Outcome::missing), 3U);
  EXPECT_EQ(verdict->counts.of(Outcome::not_run), 3U);
  EXPECT_THAT(rig.problems(), Contains(ProblemKind::start_failed));
  EXPECT_EQ(rig.launches(), 5U);
}

TEST(GateRun, ListingThatFailsIsIncompleteAndNeverZeroTests) {
  GateRig rig({"a"});
  rig.listing_end = model::Signalled{6, false};
  const auto verdict = rig.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_EQ(verdict->exit_code, 3);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::list_failed));
}

TEST(GateRun, PartsThatCannotBeListedAreRedWhateverElseRuns) {
  GateRig rig({"a", "broken b.py"});
  EXPECT_EQ(rig.run(passes)->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::collect_error));
  EXPECT_THAT(rig.outcomes(), ElementsAre(Pair("a", Outcome::passed)));
}

TEST(GateRun, ATestThatRunsFromTheStartIsHeldToItsOwnTime) {
  GateRig rig({"at once"});
  const auto verdict = rig.run([](const StartSpec&) {
    Script script;
    script.steps.push_back({24h, {}, {}, model::Exited{0}});
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(), ElementsAre(Pair("at once", Outcome::timed_out)));
}

TEST(GateRun, AProgramThatCannotBeExecutedIsIncomplete) {
  GateRig rig({"a"});
  rig.listing_end = model::NotStarted{"permission denied"};
  const auto verdict = rig.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::start_failed));
}

TEST(GateRun, DisabledTestsAreSkippedAsDeclaredAndNeverRun) {
  GateRig rig({"a", "off b"});
  const auto verdict = rig.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::green);
  EXPECT_THAT(rig.outcomes(), Contains(Pair("b", Outcome::skipped)));
  for (const auto& started : rig.log.of<model::TestStarted>()) EXPECT_NE(started.test.name, "b");
}

TEST(GateRun, AnInterruptLeavesTheRestNotRun) {
  GateRig rig({"a", "b"});
  rig.prepare = [](testing::FakeLauncher& launcher) { launcher.signal_at = launcher.now() + 5s; };
  const auto verdict =
      rig.run([](const StartSpec& spec) { return play(spec, [](std::size_t) { return "hang"; }); });
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::not_run), Pair("b", Outcome::not_run)));
  ASSERT_EQ(rig.log.of<model::Interrupted>().size(), 1U);
  EXPECT_EQ(rig.log.of<model::Interrupted>().front().why, "SIGINT");
}

TEST(GateRun, TheDeadlineLeavesTheRestNotRun) {
  GateRig rig({"a", "b"});
  rig.context.deadline = 3s;
  const auto verdict = rig.run([](const StartSpec& spec) {
    return play(spec, [](std::size_t index) { return index == 0 ? "pass" : "hang"; });
  });
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::not_run)));
}

TEST(GateRun, AFailingJournalStopsTheRunWithoutAVerdict) {
  GateRig rig({"a", "b"});
  rig.log.fail_after = 5;
  const auto verdict = rig.run([](const StartSpec& spec) {
    return play(spec, [](std::size_t index) { return index == 0 ? "pass" : "hang"; });
  });
  ASSERT_FALSE(verdict.ok());
  EXPECT_THAT(verdict.error().message, HasSubstr("no space left"));
  EXPECT_FALSE(rig.launcher->stops.empty()) << "children are ended";
}

TEST(GateRun, AContradictedPassIsAFailure) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.steps.insert(script.steps.begin() + 2, {3ms, "r", "twice 0\n", {}});
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(), ElementsAre(Pair("a", Outcome::failed)));
}

TEST(GateRun, AResultForATestThatWasNeverListedIsRed) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.steps.insert(script.steps.begin(), {1ms, "r", "stray x\n", {}});
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::unlisted_test));
}

TEST(GateRun, AFailureOutsideAnyTestIsRed) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.steps.insert(script.steps.begin(), {1ms, "r", "outside broke\n", {}});
    script.steps.back().ends = model::Exited{1};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.problems(), Contains(ProblemKind::exit_mismatch));
}

TEST(GateRun, AfterAPoisonerEverythingOfThatProcessIsVoidAndRunsAgain) {
  GateRig rig({"a", "b", "c"});
  int launch = 0;
  const auto verdict = rig.run([&launch](const StartSpec& spec) {
    if (++launch > 1) return play(spec, [](std::size_t) { return "pass"; });
    Script script;
    script.steps = {{1ms, "r", "begin 0\npass 0\nbegin 1\npass 1\ndead 1\nbegin 2\nfail 2\n", {}},
                    {24h, {}, {}, model::Exited{1}}};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::crashed),
                                   Pair("c", Outcome::passed)));
  ASSERT_EQ(rig.log.of<model::AttemptVoided>().size(), 1U);
  EXPECT_EQ(rig.log.of<model::AttemptVoided>().front().test.name, "c");
}

TEST(GateRun, TheClosingReportTellsSkippedFromFailed) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "open"; });
    script.files["closing"] = "skip 0\nfail 1\n";
    script.steps.back().ends = model::Exited{1};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::skipped), Pair("b", Outcome::failed)));
  EXPECT_EQ(rig.launches(), 1U);
  std::vector<bool> open;
  for (const auto& told : rig.log.of<model::TestReported>()) open.push_back(told.open);
  EXPECT_THAT(open, ElementsAre(true, true, false, false)) << "until the report settles it";
}

TEST(GateRun, TheClosingReportStillTellsThemApartAfterAHangInTeardown) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "open"; });
    script.files["closing"] = "pass 0\nfail 1\n";
    script.steps.back().at = 24h;
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::failed)));
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::crashed_outside_tests));
  EXPECT_EQ(rig.launches(), 1U);
}

TEST(GateRun, WhatAProgramWritesWhenItIsStoppedInATestDoesNotCount) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t index) { return index == 0 ? "open" : "hang"; });
    if (testing::asked(spec).size() == 2) script.files["closing"] = "pass 0\n";
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::failed), Pair("b", Outcome::timed_out)));
}

TEST(GateRun, WhatADeadProcessLeftOpenIsSettledByOneMoreLaunch) {
  GateRig rig({"a", "b", "c"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t index) {
      return index == 0 ? "open" : index == 1 ? "die" : "pass";
    });
    script.files["closing"] = testing::asked(spec).size() == 1 ? "skip 0\n" : "";
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red);
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::skipped), Pair("b", Outcome::crashed),
                                   Pair("c", Outcome::passed)));
}

TEST(GateRun, NothingSelectedIsIncomplete) {
  GateRig rig({"a"});
  rig.context.selection.filters = {"nothing*"};
  rig.context.started.scope.narrowed_by = {"filter nothing*"};
  const auto verdict = rig.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_EQ(rig.launches(), 0U);
}

TEST(GateRun, ProcessIsolationStartsOneProcessATest) {
  GateRig rig({"a", "b", "c"});
  rig.context.isolation = model::Isolation::process;
  EXPECT_EQ(rig.run(passes)->verdict, Verdict::green);
  EXPECT_EQ(rig.launches(), 3U);
}

TEST(GateRun, ALaneWhoseProcessCannotBeKilledIsNotUsedAgain) {
  GateRig rig({"a", "b"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "hang"; });
    script.ignores_stop = true;
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::red) << "the one in flight timed out";
  EXPECT_THAT(rig.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::timed_out), Pair("b", Outcome::not_run)));
}

TEST(GateRun, ShuffleAsksAFrameworkWithAnOrderOfItsOwnToMixIt) {
  for (const bool wanted : {true, false}) {
    GateRig rig({"a", "b"});
    if (wanted) rig.context.shuffle = 7;
    EXPECT_EQ(rig.run(passes)->verdict, Verdict::green);
    const auto& variables = rig.launcher->specs.back().request.env_set;
    EXPECT_EQ(variables.contains("MIX"), wanted);
    if (!wanted) continue;
    EXPECT_EQ(variables.at("MIX").parts().front().text, "7");
  }
}

TEST(GateRun, TwoTargetsRunBesideEachOtherOnTwoLanes) {
  GateRig rig({"a"});
  rig.add_target("u");
  rig.context.cpu_lanes = 2;
  EXPECT_EQ(rig.run(passes)->verdict, Verdict::green);
  std::set<std::string> lanes;
  for (const auto& started : rig.log.of<model::LaunchStarted>()) lanes.insert(started.lane);
  EXPECT_EQ(lanes.size(), 2U);
}

TEST(GateRun, ASurvivorIsReportedAndNotRedByItself) {
  GateRig rig({"a"});
  const auto verdict = rig.run([](const StartSpec& spec) {
    Script script = play(spec, [](std::size_t) { return "pass"; });
    script.survivors = {"sleep 600 (pid 7)"};
    return script;
  });
  EXPECT_EQ(verdict->verdict, Verdict::green);
  EXPECT_THAT(rig.problems(), ElementsAre(ProblemKind::leaked_process));
}

}  // namespace
}  // namespace cupel::engine
