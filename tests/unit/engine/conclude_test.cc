// SPDX-License-Identifier: Apache-2.0
// What a launch that is over decides, from its findings and its ending.
#include "engine/conclude.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cupel::engine {
namespace {

using model::CaseFinished;
using model::CaseStarted;
using model::Exited;
using model::KilledByUs;
using model::KillReason;
using model::Lost;
using model::Outcome;
using model::ProblemKind;
using model::Reported;
using model::RunCompleted;
using model::Signalled;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Matcher;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

Matcher<const Problem&> problem(ProblemKind kind, const std::string& words) {
  return AllOf(Field(&Problem::kind, kind), Field(&Problem::detail, HasSubstr(words)));
}

/// A launch of two tests, 0 and 1, told finding by finding; test 2 runs besides.
class Launch {
 public:
  Launch() : account_(covered, extra) {}

  Launch& begins(std::size_t index) { return say(CaseStarted{index}); }
  Launch& ends(std::size_t index, Reported how) {
    model::CaseResult result;
    result.reported = how;
    return say(CaseFinished{index, result});
  }
  Launch& runs(std::size_t index, Reported how = Reported::passed) {
    return begins(index).ends(index, how);
  }
  Launch& completes() { return say(RunCompleted{true}); }
  Launch& say(const model::Finding& finding) {
    account_.apply(finding);
    return *this;
  }
  [[nodiscard]] Conclusion end(const model::Termination& termination) const {
    return conclude(account_, termination);
  }

 private:
  const std::vector<std::size_t> covered = {0, 1};
  const std::vector<std::size_t> extra = {2};
  LaunchAccount account_;
};

Launch both_pass() {
  Launch launch;
  launch.runs(0).runs(1);
  return launch;
}

std::map<std::size_t, Outcome> outcomes(const Conclusion& conclusion) {
  std::map<std::size_t, Outcome> found;
  for (const Decided& decided : conclusion.decided) found[decided.index] = decided.outcome;
  return found;
}

std::map<std::size_t, std::string> voided(const Conclusion& conclusion) {
  std::map<std::size_t, std::string> found;
  for (const VoidedAttempt& one : conclusion.voided) found[one.index] = one.why;
  return found;
}

TEST(Conclude, AnHonestRunDecidesAllAndHasNoProblem) {
  const Conclusion conclusion = both_pass().completes().end(Exited{0});
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::passed), Pair(1, Outcome::passed)));
  EXPECT_THAT(conclusion.problems, IsEmpty());
  EXPECT_THAT(conclusion.voided, IsEmpty());
  EXPECT_THAT(conclusion.unsettled, IsEmpty());
  EXPECT_EQ(conclusion.ending, "exited with code 0");
}

struct Place {
  const char* words;
  std::vector<std::size_t> run;
};

class EndsOutside : public ::testing::TestWithParam<Place> {
 protected:
  [[nodiscard]] Launch launch() const {
    Launch made;
    for (const std::size_t index : GetParam().run) made.runs(index);
    return made;
  }
};

TEST_P(EndsOutside, ASignalIsACrashOutsideTests) {
  EXPECT_THAT(launch().completes().end(Signalled{11, false}).problems,
              ElementsAre(problem(ProblemKind::crashed_outside_tests,
                                  std::string("ended ") + GetParam().words + ": signal 11")));
}

TEST_P(EndsOutside, ASupervisorThatIsLostIsOneToo) {
  EXPECT_THAT(launch().end(Lost{"its warden died"}).problems,
              ElementsAre(problem(ProblemKind::crashed_outside_tests, GetParam().words)));
}

TEST_P(EndsOutside, LeavingWithoutTheClosingWordIsOneToo) {
  for (const int code : {0, 3}) {
    EXPECT_THAT(launch().end(Exited{code}).problems,
                ElementsAre(problem(ProblemKind::crashed_outside_tests,
                                    std::string("left ") + GetParam().words +
                                        " without finishing its run: exited with code " +
                                        std::to_string(code))));
  }
}

TEST_P(EndsOutside, ALimitOfOursSpeaksAgainstTheProgram) {
  for (const KillReason reason : {KillReason::start_timeout, KillReason::teardown_timeout}) {
    EXPECT_THAT(launch().end(KilledByUs{reason, false}).problems,
                ElementsAre(problem(ProblemKind::crashed_outside_tests, GetParam().words)));
  }
}

TEST_P(EndsOutside, AReasonOfOursDoesNot) {
  for (const KillReason reason :
       {KillReason::deadline, KillReason::interrupted, KillReason::poisoned, KillReason::lane_lost,
        KillReason::trouble}) {
    EXPECT_THAT(launch().end(KilledByUs{reason, false}).problems, IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Places, EndsOutside,
                         ::testing::Values(Place{"before its first test", {}},
                                           Place{"between two tests", {0}},
                                           Place{"after its last test", {0, 1}}),
                         [](const auto& one) { return "After" + std::to_string(one.index); });

TEST(Conclude, AnEndInsideATestIsThatTestsOwnAndNoProblem) {
  const Conclusion conclusion = Launch().runs(0).begins(1).end(Exited{0});
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::passed), Pair(1, Outcome::crashed)));
  EXPECT_THAT(conclusion.decided.back().detail, HasSubstr("exited with code 0 inside the test"));
  EXPECT_THAT(conclusion.problems, IsEmpty());
}

TEST(Conclude, ATimeLimitInsideATestIsItsTimeout) {
  const Conclusion conclusion = Launch().begins(0).end(KilledByUs{KillReason::test_timeout, true});
  EXPECT_THAT(outcomes(conclusion), ElementsAre(Pair(0, Outcome::timed_out)));
  EXPECT_THAT(conclusion.problems, IsEmpty());
}

TEST(Conclude, WhoeverIsInterruptedWasNotRun) {
  const Conclusion conclusion =
      Launch().runs(0).begins(1).end(KilledByUs{KillReason::interrupted, false});
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::passed), Pair(1, Outcome::not_run)));
}

TEST(Conclude, AFailingExitOfPassingTestsContradictsThem) {
  EXPECT_THAT(both_pass().completes().end(Exited{1}).problems,
              ElementsAre(problem(ProblemKind::exit_mismatch,
                                  "passed or skipped, yet it exited with code 1")));
}

TEST(Conclude, ACleanExitOfAFailingTestContradictsIt) {
  const auto launch = [] { return Launch().runs(0).runs(1, Reported::failed).completes(); };
  EXPECT_THAT(launch().end(Exited{0}).problems,
              ElementsAre(problem(ProblemKind::exit_mismatch, "something failed, yet it exited")));
  EXPECT_THAT(launch().end(Exited{1}).problems, IsEmpty());
}

TEST(Conclude, TheExitCodeCountsWhatRanBesides) {
  const auto launch = [] { return both_pass().runs(2, Reported::failed).completes(); };
  EXPECT_THAT(launch().end(Exited{1}).problems, IsEmpty());
  EXPECT_THAT(launch().end(Exited{0}).problems,
              ElementsAre(problem(ProblemKind::exit_mismatch, "something failed, yet it exited")));
}

TEST(Conclude, SkipsAreNoReasonToFail) {
  const auto launch = [] { return Launch().runs(0).runs(1, Reported::skipped).completes(); };
  EXPECT_THAT(launch().end(Exited{0}).problems, IsEmpty());
  EXPECT_THAT(launch().end(Exited{1}).problems,
              ElementsAre(problem(ProblemKind::exit_mismatch, "yet it exited with code 1")));
}

TEST(Conclude, AFailureOutsideAnyTestIsAProblemAndExplainsTheExit) {
  const auto launch = [] {
    return both_pass()
        .say(model::OutsideFailure{"the environment", {"no license", {"env.cc", 7}}})
        .completes();
  };
  EXPECT_THAT(launch().end(Exited{1}).problems,
              ElementsAre(problem(ProblemKind::exit_mismatch,
                                  "in the environment: no license (env.cc:7)")));
  EXPECT_THAT(launch().end(Exited{0}).problems,
              UnorderedElementsAre(problem(ProblemKind::exit_mismatch, "no license"),
                                   problem(ProblemKind::exit_mismatch, "yet it exited")));
}

TEST(Conclude, AFailureOutsideAnyTestMayHaveNoPlace) {
  const Conclusion conclusion =
      both_pass().say(model::OutsideFailure{"a suite", {"x", {}}}).completes().end(Exited{1});
  ASSERT_EQ(conclusion.problems.size(), 1U);
  EXPECT_EQ(conclusion.problems.front().detail, "a failure outside any test, in a suite: x");
}

TEST(Conclude, AFailureOutsideAnyTestMayBeAnotherKindOfProblem) {
  const auto launch = [](ProblemKind kind) {
    return both_pass().say(model::OutsideFailure{"", {"b.py is broken", {}}, kind}).completes();
  };
  EXPECT_THAT(launch(ProblemKind::collect_error).end(Exited{1}).problems,
              ElementsAre(problem(ProblemKind::collect_error, "b.py is broken")));
  // What is wrong with the list of tests need not show in the exit code; a failure must.
  EXPECT_THAT(launch(ProblemKind::unlisted_test).end(Exited{0}).problems,
              ElementsAre(problem(ProblemKind::unlisted_test, "b.py is broken")));
  EXPECT_EQ(launch(ProblemKind::exit_mismatch).end(Exited{0}).problems.size(), 2U);
}

TEST(Conclude, AnExitCodeThatIsTheResultContradictsNothing) {
  const auto skipped = [](bool is_result) {
    return Launch()
        .runs(0, Reported::skipped)
        .runs(1)
        .say(RunCompleted{.passed = true, .exit_code_is_result = is_result})
        .end(Exited{77})
        .problems;
  };
  EXPECT_THAT(skipped(true), IsEmpty());
  EXPECT_THAT(skipped(false), ElementsAre(problem(ProblemKind::exit_mismatch, "code 77")));
}

TEST(Conclude, AResultForATestThatWasNotAskedForIsAProblem) {
  EXPECT_THAT(both_pass().say(model::UnlistedCase{"Ghost\n.X"}).completes().end(Exited{0}).problems,
              ElementsAre(problem(ProblemKind::unlisted_test, "'Ghost\\n.X'")));
}

TEST(Conclude, AChannelThatNoHonestProgramSendsIsAProblem) {
  EXPECT_THAT(
      both_pass()
          .say(model::ChannelBroken{"stream", "garbage"})
          .completes()
          .end(Exited{0})
          .problems,
      ElementsAre(problem(ProblemKind::exit_mismatch,
                          "the results on stream are not those of an honest run: garbage")));
}

TEST(Conclude, AfterThePoisonerNothingCounts) {
  const Conclusion conclusion = Launch()
                                    .runs(0)
                                    .say(model::CaseWorsened{0, true, "device-side assert"})
                                    .runs(1)
                                    .end(KilledByUs{KillReason::poisoned, false});
  EXPECT_THAT(outcomes(conclusion), ElementsAre(Pair(0, Outcome::crashed)));
  EXPECT_THAT(voided(conclusion), ElementsAre(Pair(1, HasSubstr("context was dead"))));
  EXPECT_THAT(conclusion.problems, IsEmpty());
}

TEST(Conclude, BeforeThePoisonerEverythingCounts) {
  const Conclusion conclusion = Launch()
                                    .runs(1)
                                    .runs(0)
                                    .say(model::CaseWorsened{0, true, "dead"})
                                    .end(KilledByUs{KillReason::poisoned, false});
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::crashed), Pair(1, Outcome::passed)));
  EXPECT_THAT(conclusion.voided, IsEmpty());
}

TEST(Conclude, WhatTheProcessLeftOpenIsAskedAgain) {
  const Conclusion conclusion =
      Launch().runs(0, Reported::unsettled).begins(1).end(Signalled{6, false});
  EXPECT_THAT(conclusion.unsettled, ElementsAre(0U));
  EXPECT_THAT(outcomes(conclusion), ElementsAre(Pair(1, Outcome::crashed)));
  EXPECT_THAT(voided(conclusion), ElementsAre(Pair(0, HasSubstr("failed from skipped"))));
}

TEST(Conclude, ATestThatWasLeftBehindDoesNotCount) {
  const Conclusion conclusion = Launch().begins(0).runs(1).completes().end(Exited{0});
  EXPECT_THAT(outcomes(conclusion), ElementsAre(Pair(1, Outcome::passed)));
  EXPECT_THAT(voided(conclusion), ElementsAre(Pair(0, HasSubstr("without ending it"))));
}

TEST(Conclude, WhatRanBecauseItCannotBeLeftOutDoesNotCount) {
  const Conclusion conclusion = both_pass().runs(2, Reported::failed).completes().end(Exited{0});
  EXPECT_THAT(voided(conclusion), ElementsAre(Pair(2, HasSubstr("cannot be left out"))));
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::passed), Pair(1, Outcome::passed)));
}

TEST(Conclude, AContradictionTurnsAPassIntoAFailure) {
  const Conclusion conclusion =
      both_pass().say(model::CaseContradicted{1, "ended twice"}).completes().end(Exited{1});
  EXPECT_THAT(outcomes(conclusion),
              ElementsAre(Pair(0, Outcome::passed), Pair(1, Outcome::failed)));
  EXPECT_THAT(conclusion.decided.back().detail, HasSubstr("ended twice"));
  EXPECT_THAT(conclusion.problems, IsEmpty()) << "exit 1 fits the failure";
}

TEST(Conclude, ASkipHasTheReasonThatWasGiven) {
  CaseFinished skipped{0, {}};
  skipped.result.reported = Reported::skipped;
  skipped.result.skip_reason = "no device";
  const Conclusion conclusion =
      Launch().begins(0).say(skipped).runs(1, Reported::skipped).completes().end(Exited{0});
  ASSERT_EQ(conclusion.decided.size(), 2U);
  EXPECT_EQ(conclusion.decided[0].detail, "skipped: no device");
  EXPECT_EQ(conclusion.decided[1].detail, "");
}

}  // namespace
}  // namespace cupel::engine
