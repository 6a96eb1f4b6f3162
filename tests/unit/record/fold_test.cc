// SPDX-License-Identifier: Apache-2.0
#include "record/fold.h"

#include <gtest/gtest.h>

#include "record/tally.h"
#include "story.h"

namespace cupel::record {
namespace {

using model::Outcome;

void expect_counts_are_those_of_the_tests(const RunRecord& run) {
  const model::RunCounts tallied = tally(run.tests);
  EXPECT_EQ(run.counts.listed, tallied.listed);
  EXPECT_EQ(run.counts.selected, tallied.selected);
  EXPECT_EQ(run.counts.deselected, tallied.deselected);
  EXPECT_EQ(run.counts.known, tallied.known);
  for (std::size_t i = 0; i < model::outcome_count; ++i) {
    EXPECT_EQ(run.counts.by_outcome[i], tallied.by_outcome[i]) << i;
  }
}

TEST(Fold, ListedTestsStandOnceInListOrder) {
  Story story;
  story.then(Story::listing({"B", "A"})).then(model::TargetSelected{"t", {"A"}});
  story.then(Story::listing({"B", "A"}));
  const RunRecord& run = story.fold.record();
  ASSERT_EQ(run.tests.size(), 2U);
  EXPECT_EQ(run.tests[0].id.name, "B");
  EXPECT_FALSE(run.tests[0].selected);
  EXPECT_TRUE(run.tests[1].selected);
  EXPECT_EQ(run.tests[1].location.line, 7);
  EXPECT_EQ(run.counts.listed, 2U);
  EXPECT_EQ(run.counts.selected, 1U);
  EXPECT_EQ(run.counts.deselected, 1U);
  EXPECT_EQ(story.fold.find_target("t")->listed, 2U);
  EXPECT_EQ(story.fold.find_target("u"), nullptr);
  EXPECT_EQ(story.fold.find({"t", "Z"}), nullptr);
}

TEST(Fold, TargetsThatOneContainsStandInItsPlace) {
  Story story;
  model::RunStarted started;
  started.targets = {"s", "t", "u"};
  const auto names = [&story] {
    std::string all;
    for (const TargetRecord& row : story.fold.record().targets) all += row.name + " ";
    return all;
  };
  story.then(started).then(model::TargetDerived{"t", {"t/a", "t/b"}, false});
  EXPECT_EQ(names(), "s t/a t/b u ");
  story.then(model::TargetDerived{"u", {"u/a"}, true});
  EXPECT_EQ(names(), "s t/a t/b u u/a ");
  story.then(model::TargetDerived{"t", {"t/a", "t/b"}, false});
  story.then(model::TargetDerived{"u", {"u/a"}, true});
  EXPECT_EQ(names(), "s t/a t/b u u/a ") << "told again after a resume";
  story.then(model::TargetProblem{"u/a", model::ProblemKind::list_failed, "x", "", ""});
  EXPECT_EQ(story.fold.find_target("u/a")->problems.size(), 1U);
  EXPECT_EQ(story.fold.find_target("u")->problems.size(), 0U);
}

TEST(Fold, DetailsComeFromTheAttemptThatDecided) {
  Story story = Story::of_four();
  story.launch(1).started(1, "A").reported(1, "A", Outcome::failed, "first");
  story.then(model::TestMeasured{1, {"t", "A"}, {"rms", 1, 2, ""}});
  story.then(model::AttemptVoided{1, {"t", "A"}, "the context was dead"});
  story.launch(2).started(2, "A").reported(2, "A", Outcome::failed, "second");
  story.then(model::TestMeasured{2, {"t", "A"}, {"rms", 3, 2, "bound"}});
  story.then(model::TestSubcase{2, {"t", "A"}, {"chunk=1", true}});
  EXPECT_EQ(story.test("A").message, "");
  EXPECT_EQ(story.test("A").outcome, std::nullopt);
  story.settled(2, "A", Outcome::failed);
  const TestRecord& test = story.test("A");
  EXPECT_EQ(test.outcome, Outcome::failed);
  EXPECT_EQ(test.message, "second");
  EXPECT_EQ(test.failures.at(0).location.line, 3);
  EXPECT_EQ(test.duration_s, 1.0);
  ASSERT_EQ(test.measures.size(), 1U);
  EXPECT_EQ(test.measures[0].basis, "bound");
  ASSERT_EQ(test.subcases.size(), 1U);
  ASSERT_EQ(test.attempts.size(), 2U);
  EXPECT_TRUE(test.attempts[0].is_void);
  EXPECT_EQ(test.attempts[0].void_why, "the context was dead");
  EXPECT_EQ(test.attempts[0].outcome, Outcome::failed);
  EXPECT_FALSE(test.attempts[1].is_void);
}

TEST(Fold, ALaterReportOfTheSameLaunchReplacesTheEarlier) {
  Story story = Story::of_four();
  story.launch(1).started(1, "A").reported(1, "A", Outcome::passed);
  story.reported(1, "A", Outcome::failed, "the closing report").settled(1, "A", Outcome::failed);
  EXPECT_EQ(story.test("A").attempts.size(), 1U);
  EXPECT_EQ(story.test("A").attempts[0].outcome, Outcome::failed);
  EXPECT_EQ(story.test("A").message, "the closing report");
}

TEST(Fold, WhatComesAfterTheDecisionStillCounts) {
  Story story = Story::of_four();
  story.launch(1).started(1, "A").reported(1, "A", Outcome::failed, "early");
  story.settled(1, "A", Outcome::failed).reported(1, "A", Outcome::failed, "late");
  story.then(model::TestMeasured{1, {"t", "A"}, {"rms", 3, 2, ""}});
  story.then(model::TestMeasured{2, {"t", "A"}, {"other launch", 3, 2, ""}});
  EXPECT_EQ(story.test("A").message, "late");
  ASSERT_EQ(story.test("A").measures.size(), 1U);
  EXPECT_EQ(story.test("A").measures[0].name, "rms");
}

TEST(Fold, ASkipTellsItsReason) {
  Story story = Story::of_four();
  story.launch(1).started(1, "A").reported(1, "A", Outcome::skipped, "skipped: no device");
  story.settled(1, "A", Outcome::skipped);
  EXPECT_EQ(story.test("A").message, "no device");
  story.started(1, "B").reported(1, "B", Outcome::crashed, "signal 11 (SIGSEGV)");
  story.settled(1, "B", Outcome::crashed);
  EXPECT_EQ(story.test("B").message, "");
  EXPECT_EQ(story.test("B").detail, "signal 11 (SIGSEGV)");
}

TEST(Fold, SubcasesDeclaredFirstAreMarkedAsTheyRun) {
  Story story = Story::of_four();
  story.launch(1).started(1, "A");
  for (const char* name : {"1", "2"}) story.then(model::TestSubcase{1, {"t", "A"}, {name, false}});
  story.then(model::TestSubcase{1, {"t", "A"}, {"1", true}});
  story.then(model::TestSubcase{1, {"t", "A"}, {"1", false}});
  story.reported(1, "A", Outcome::failed, "x").settled(1, "A", Outcome::failed);
  const std::vector<model::Subcase> expected = {{"1", true}, {"2", false}};
  EXPECT_EQ(story.test("A").subcases, expected);
}

TEST(Fold, CountsKeepStepWithTheTests) {
  Story story = Story::of_four();
  story.launch(1);
  model::TestSettled known;
  known.test = {"t", "A"};
  known.outcome = Outcome::failed;
  known.known_entry = "known.toml:1:1";
  story.then(known).settled(1, "B", Outcome::passed).settled(2, "B", Outcome::failed);
  EXPECT_EQ(story.fold.record().counts.known, 1U);
  EXPECT_EQ(story.fold.record().counts.of(Outcome::failed), 2U);
  EXPECT_EQ(story.fold.record().counts.of(Outcome::passed), 0U);
  expect_counts_are_those_of_the_tests(story.fold.record());
}

TEST(Fold, ProblemsGoToTheirTargetOrToTheGate) {
  Story story = Story::of_four();
  story.then(model::TargetProblem{"t", model::ProblemKind::exit_mismatch, "exit 1", {}, {}});
  story.then(
      model::TargetProblem{"gate", model::ProblemKind::uncovered_program, "build/x_test", {}, {}});
  const RunRecord& run = story.fold.record();
  ASSERT_EQ(run.targets.size(), 1U);
  EXPECT_EQ(run.targets[0].problems.at(0).detail, "exit 1");
  EXPECT_EQ(run.gate_problems.at(0).kind, model::ProblemKind::uncovered_program);
}

TEST(Fold, LaunchesAndLanesTellHowTheyEnded) {
  Story story = Story::of_four();
  story.then(model::LaneOpened{"gpu-0", "GPU-1", 2.5}).launch(1);
  EXPECT_FALSE(story.fold.record().launches[0].termination.has_value());
  model::LaunchEnded ended;
  ended.n = 1;
  ended.termination = model::Signalled{6, false};
  ended.duration_s = 4;
  ended.survivors = {"sleep 600 (pid 4711)"};
  story.then(ended).then(model::LaneClosed{"gpu-0", 4});
  const LaunchRecord& launch = story.fold.record().launches.at(0);
  EXPECT_EQ(launch.termination, model::Termination(model::Signalled{6, false}));
  EXPECT_EQ(launch.survivors.size(), 1U);
  EXPECT_EQ(story.fold.record().lanes.at(0).busy_s, 4);
  EXPECT_EQ(story.fold.record().lanes.at(0).lease_wait_s, 2.5);
}

TEST(Fold, AResumeOpensWhatOnlyTheEndMadeFinal) {
  Story story = Story::of_four();
  story.launch(1)
      .started(1, "A")
      .reported(1, "A", Outcome::passed)
      .settled(1, "A", Outcome::passed);
  story.started(1, "B").then(model::Interrupted{"SIGINT"}).settled(0, "B", Outcome::not_run);
  story.then(model::TargetProblem{"t", model::ProblemKind::start_failed, "no memory", {}, {}});
  story.then(model::TargetProblem{"t", model::ProblemKind::exit_mismatch, "exit 1", {}, {}});
  story.then(model::RunFinished{model::Verdict::incomplete, 3, {"interrupted"}, {}});
  story.then(model::RunResumed{});
  const RunRecord& run = story.fold.record();
  EXPECT_FALSE(run.verdict.has_value());
  EXPECT_FALSE(run.finished.has_value());
  EXPECT_EQ(run.resumed, 1U);
  EXPECT_EQ(story.test("A").outcome, Outcome::passed);
  EXPECT_EQ(story.test("B").outcome, std::nullopt);
  EXPECT_EQ(story.test("B").attempts.size(), 1U);
  ASSERT_EQ(run.targets[0].problems.size(), 1U);
  EXPECT_EQ(run.targets[0].problems[0].kind, model::ProblemKind::exit_mismatch);
  expect_counts_are_those_of_the_tests(run);
}

TEST(Fold, TheEndHasTheLastWordOnCounts) {
  Story story = Story::of_four();
  model::RunCounts counts;
  counts.flaky = 9;
  story.then(model::RunFinished{model::Verdict::red, 1, {"why"}, counts});
  EXPECT_EQ(story.fold.record().verdict, model::Verdict::red);
  EXPECT_EQ(story.fold.record().exit_code, 1);
  EXPECT_EQ(story.fold.record().counts.flaky, 9U);
  EXPECT_EQ(story.fold.record().duration_s(), 3.0);
}

TEST(Seal, ARunThatNeverFinishedIsIncompleteAndLosesNoTest) {
  Story story = Story::of_four();
  story.launch(1)
      .started(1, "A")
      .reported(1, "A", Outcome::passed)
      .settled(1, "A", Outcome::passed);
  story.started(1, "B");
  RunRecord run = story.fold.record();
  seal(run);
  EXPECT_EQ(run.verdict, model::Verdict::incomplete);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.counts.of(Outcome::passed), 1U);
  EXPECT_EQ(run.counts.of(Outcome::not_run), 3U);
  EXPECT_EQ(run.tests[1].detail, "cupel ended while this test ran");
  EXPECT_EQ(run.tests[2].detail, "cupel ended before it was judged");
  EXPECT_EQ(run.reasons.size(), 1U);
}

TEST(Seal, AFinishedRunStaysAsItIs) {
  Story story = Story::of_four();
  story.then(model::RunFinished{model::Verdict::green, 0, {}, {}});
  RunRecord run = story.fold.record();
  seal(run);
  EXPECT_EQ(run.verdict, model::Verdict::green);
  EXPECT_EQ(run.tests[0].outcome, std::nullopt);
  EXPECT_TRUE(run.reasons.empty());
}

}  // namespace
}  // namespace cupel::record
