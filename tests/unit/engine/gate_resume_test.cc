// SPDX-License-Identifier: Apache-2.0
// A run that goes on where a journal ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "unit/engine/gate_rig.h"

namespace cupel::engine {
namespace {

using namespace std::chrono_literals;

using model::Outcome;
using model::ProblemKind;
using model::Verdict;
using testing::GateRig;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

model::TestReported reported(const std::string& name, Outcome outcome) {
  model::TestReported event;
  event.launch = 1;
  event.test = {"t", name};
  event.outcome = outcome;
  if (outcome == Outcome::failed) event.failures = {{"rms 0.28", {}}};
  return event;
}

model::TestSettled settled(const std::string& name, Outcome outcome) {
  model::TestSettled event;
  event.launch = 1;
  event.test = {"t", name};
  event.outcome = outcome;
  event.note = "as it was";
  return event;
}

class GateResume : public ::testing::Test {
 protected:
  GateResume() : rig_({"a", "b", "c"}) {
    point_.launches = 4;
    point_.listed = {{"t", ""}};
  }
  base::Result<judge::Judgement> run() {
    rig_.context.resume = point_;
    return rig_.run([](const StartSpec& spec) {
      return testing::play(spec, [](std::size_t) { return "pass"; });
    });
  }
  [[nodiscard]] std::set<std::string> begun() const {
    std::set<std::string> names;
    for (const auto& started : rig_.log.of<model::TestStarted>()) names.insert(started.test.name);
    return names;
  }

  GateRig rig_;
  ResumePoint point_;
};

TEST_F(GateResume, ASettledTestKeepsItsOutcomeAndDoesNotRunAgain) {
  point_.settled["t:a"] = settled("a", Outcome::crashed);
  const auto judgement = run();
  EXPECT_EQ(judgement->verdict, Verdict::red);
  EXPECT_EQ(judgement->counts.of(Outcome::crashed), 1U);
  EXPECT_EQ(judgement->counts.of(Outcome::passed), 2U);
  EXPECT_THAT(begun(), UnorderedElementsAre("b", "c"));
  EXPECT_THAT(rig_.outcomes(),
              UnorderedElementsAre(Pair("b", Outcome::passed), Pair("c", Outcome::passed)))
      << "the journal has the outcome of a already";
}

TEST_F(GateResume, ATestThatEndedInTheUnfinishedLaunchDoesNotRunAgain) {
  point_.reported["t:a"] = reported("a", Outcome::passed);
  point_.reported["t:b"] = reported("b", Outcome::failed);
  EXPECT_EQ(run()->verdict, Verdict::red);
  EXPECT_THAT(begun(), UnorderedElementsAre("c"));
  EXPECT_THAT(rig_.outcomes(),
              UnorderedElementsAre(Pair("a", Outcome::passed), Pair("b", Outcome::failed),
                                   Pair("c", Outcome::passed)));
}

TEST_F(GateResume, WhatAResumedTestSaidStillDecidesItsLedgerEntry) {
  model::KnownEntry entry;
  entry.test = "t:b";
  entry.kind = "failed";
  entry.issue = "https://example.org/1";
  entry.match = "rms 0[.]28";
  rig_.ledger_file.known = {entry};
  point_.reported["t:b"] = reported("b", Outcome::failed);
  EXPECT_EQ(run()->verdict, Verdict::known);
}

TEST_F(GateResume, ATestInFlightWhenCupelDiedRunsOnceMore) {
  point_.died_in["t:b"] = 1;
  EXPECT_EQ(run()->verdict, Verdict::green);
  EXPECT_THAT(begun(), UnorderedElementsAre("a", "b", "c"));
}

TEST_F(GateResume, ATestInWhichCupelDiedTwiceCrashed) {
  point_.died_in["t:b"] = 2;
  EXPECT_EQ(run()->verdict, Verdict::red);
  EXPECT_THAT(begun(), UnorderedElementsAre("a", "c"));
  for (const auto& one : rig_.log.of<model::TestSettled>()) {
    if (one.test.name != "b") continue;
    EXPECT_EQ(one.outcome, Outcome::crashed);
    EXPECT_THAT(one.note, HasSubstr("died twice"));
  }
}

TEST_F(GateResume, AProblemOfTheFirstPartStaysAProblem) {
  point_.problems = {{"t", ProblemKind::exit_mismatch, "something failed", {}, {}}};
  EXPECT_EQ(run()->verdict, Verdict::red);
}

TEST_F(GateResume, WhatWasIncompleteThenIsAskedAnew) {
  point_.problems = {{"t", ProblemKind::start_failed, "no lane was free", {}, {}}};
  point_.settled["t:a"] = settled("a", Outcome::not_run);
  EXPECT_EQ(run()->verdict, Verdict::green);
  EXPECT_THAT(begun(), UnorderedElementsAre("a", "b", "c"));
}

TEST_F(GateResume, NothingThatTheJournalHasIsWrittenAgain) {
  EXPECT_EQ(run()->verdict, Verdict::green);
  EXPECT_THAT(rig_.log.of<model::RunStarted>(), IsEmpty());
  EXPECT_THAT(rig_.log.of<model::RunResumed>(), SizeIs(1));
  EXPECT_THAT(rig_.log.of<model::TargetListed>(), IsEmpty());
  ASSERT_THAT(rig_.log.of<model::LaunchStarted>(), SizeIs(1));
  EXPECT_EQ(rig_.log.of<model::LaunchStarted>().front().n, 5U) << "numbers go on";
}

TEST_F(GateResume, ATargetThatTheJournalHasNotIsListed) {
  point_.listed.clear();
  EXPECT_EQ(run()->verdict, Verdict::green);
  EXPECT_THAT(rig_.log.of<model::TargetListed>(), SizeIs(1));
}

TEST_F(GateResume, WhenEverythingIsSettledNothingIsLaunched) {
  for (const char* name : {"a", "b", "c"}) {
    point_.settled[std::string("t:") + name] = settled(name, Outcome::passed);
  }
  EXPECT_EQ(run()->verdict, Verdict::green);
  EXPECT_EQ(rig_.launches(), 0U);
  EXPECT_EQ(rig_.log.of<model::RunFinished>().front().counts.selected, 3U);
}

}  // namespace
}  // namespace cupel::engine
