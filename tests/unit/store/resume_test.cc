// SPDX-License-Identifier: Apache-2.0
#include "store/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cupel::store {
namespace {

using model::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

/// A journal, written event by event.
class Story {
 public:
  Story() {
    model::RunStarted started;
    started.id = "1";
    started.gate.name = "reference";
    started.gate.mode = "default";
    started.gate.config_sha256 = "c0ffee";
    started.environment.commit = "abc";
    add(started);
  }
  Story& add(model::EventBody body) {
    events_.push_back({base::WallTime{}, std::move(body)});
    return *this;
  }
  Story& listed(const std::string& target, const std::string& sha256) {
    model::TargetListed event;
    event.target = target;
    event.program_sha256 = sha256;
    return add(event);
  }
  Story& launch(std::size_t n) {
    model::LaunchStarted event;
    event.n = n;
    event.target = "t";
    return add(event);
  }
  Story& ended(std::size_t n) {
    model::LaunchEnded event;
    event.n = n;
    return add(event);
  }
  Story& begins(std::size_t n, const std::string& name) {
    return add(model::TestStarted{n, {"t", name}});
  }
  Story& reports(std::size_t n, const std::string& name, Outcome outcome) {
    model::TestReported event;
    event.launch = n;
    event.test = {"t", name};
    event.outcome = outcome;
    return add(event);
  }
  Story& settles(const std::string& name, Outcome outcome) {
    model::TestSettled event;
    event.test = {"t", name};
    event.outcome = outcome;
    return add(event);
  }
  Story& dies() { return add(model::RunResumed{}); }

  Resumption read() const { return std::move(read_resumption(events_)).value(); }

 private:
  std::vector<model::Event> events_;
};

std::map<std::string, int> died(const Story& story) {
  return story.read().died_in;
}

TEST(Resume, AJournalThatBeginsOtherwiseIsRefused) {
  EXPECT_FALSE(read_resumption({}).ok());
  EXPECT_FALSE(read_resumption({{base::WallTime{}, model::Warned{"x"}}}).ok());
}

TEST(Resume, WhatIsSettledStaysAndWhatWasReportedIsKnown) {
  Story story;
  story.listed("t", "aa").launch(1).begins(1, "x").reports(1, "x", Outcome::passed);
  story.settles("x", Outcome::passed).begins(1, "y").reports(1, "y", Outcome::failed);
  const Resumption resumption = story.read();
  EXPECT_FALSE(resumption.finished);
  EXPECT_EQ(resumption.started.id, "1");
  EXPECT_THAT(resumption.settled, SizeIs(1));
  EXPECT_EQ(resumption.settled.at("t:x").outcome, Outcome::passed);
  EXPECT_THAT(resumption.reported, SizeIs(1));
  EXPECT_EQ(resumption.reported.at("t:y").outcome, Outcome::failed);
  EXPECT_THAT(resumption.died_in, IsEmpty());
  EXPECT_THAT(resumption.programs, ElementsAre(Pair("t", "aa")));
  EXPECT_EQ(resumption.launches, 1u);
}

TEST(Resume, ATestWhoseOutcomeTheClosingReportOwesIsNotReported) {
  Story story;
  story.listed("t", "aa").launch(1).begins(1, "x");
  model::TestReported open;
  open.launch = 1;
  open.test = {"t", "x"};
  open.outcome = Outcome::failed;
  open.open = true;
  story.add(open);
  EXPECT_THAT(story.read().reported, IsEmpty());
  EXPECT_THAT(died(story), IsEmpty()) << "it had ended";
  story.reports(1, "x", Outcome::skipped);
  EXPECT_EQ(story.read().reported.at("t:x").outcome, Outcome::skipped);
}

TEST(Resume, TheTestInFlightIsCountedOnceForEachDeath) {
  Story story;
  story.launch(1).begins(1, "x").reports(1, "x", Outcome::passed).begins(1, "y");
  EXPECT_THAT(died(story), ElementsAre(Pair("t:y", 1)));
  story.dies().launch(2).begins(2, "y");
  EXPECT_THAT(died(story), ElementsAre(Pair("t:y", 2)));
  EXPECT_EQ(story.read().launches, 2u);
  story.reports(2, "y", Outcome::failed);
  EXPECT_THAT(died(story), ElementsAre(Pair("t:y", 1)));
  story.settles("y", Outcome::failed);
  EXPECT_THAT(died(story), IsEmpty());
}

TEST(Resume, SeveralLanesHaveSeveralTestsInFlight) {
  Story story;
  story.launch(1).launch(2).begins(1, "x").begins(2, "y");
  EXPECT_THAT(died(story), ElementsAre(Pair("t:x", 1), Pair("t:y", 1)));
}

TEST(Resume, ATestOfALaunchThatEndedWasNotInFlight) {
  Story story;
  story.launch(1).begins(1, "x").ended(1);
  EXPECT_THAT(died(story), IsEmpty());
}

TEST(Resume, ADeathWithoutALaunchBlamesNobody) {
  Story story;
  story.dies().dies();
  EXPECT_THAT(died(story), IsEmpty());
}

TEST(Resume, AVoidedResultIsNone) {
  Story story;
  story.launch(1).begins(1, "x").reports(1, "x", Outcome::passed);
  story.add(model::AttemptVoided{2, {"t", "x"}, "another launch"});
  EXPECT_THAT(story.read().reported, SizeIs(1));
  story.add(model::AttemptVoided{1, {"t", "x"}, "poisoned"});
  EXPECT_THAT(story.read().reported, IsEmpty());
}

TEST(Resume, ProblemsAreRemembered) {
  Story story;
  story.add(model::TargetProblem{"t", model::ProblemKind::exit_mismatch, "why", {}, {}});
  EXPECT_THAT(story.read().problems, SizeIs(1));
}

class CheckResume : public testing::Test {
 protected:
  CheckResume() {
    story_.listed("t", "aa").listed("u", "bb");
    now_ = {"cupel.toml", "c0ffee", "reference", "default", "abc", {{"t", "aa"}, {"new", "cc"}}};
  }
  std::string refusal() const {
    const auto checked = check_resume(story_.read(), now_, "runs/1");
    if (checked.ok()) return "(accepted)";
    EXPECT_EQ(checked.error().kind, base::ErrorKind::usage);
    EXPECT_THAT(checked.error().message, HasSubstr("cannot resume runs/1: "));
    EXPECT_THAT(checked.error().hint, HasSubstr("without --resume"));
    return checked.error().message.substr(std::string("cannot resume runs/1: ").size());
  }
  Story story_;
  ResumeFacts now_;
};

TEST_F(CheckResume, TheSameAgainIsAccepted) {
  EXPECT_EQ(refusal(), "(accepted)");
}
TEST_F(CheckResume, AnotherConfigurationIsRefused) {
  now_.config_sha256 = "bad";
  EXPECT_EQ(refusal(), "the configuration cupel.toml has changed since");
}
TEST_F(CheckResume, AnotherGateIsRefused) {
  now_.gate = "other";
  EXPECT_EQ(refusal(), "it is of the gate 'reference', not 'other'");
}
TEST_F(CheckResume, AnotherModeIsRefused) {
  now_.mode = "tf32";
  EXPECT_EQ(refusal(), "it is of the mode 'default', not 'tf32'");
}
TEST_F(CheckResume, AnotherCommitIsRefused) {
  now_.commit = "";
  EXPECT_EQ(refusal(), "the commit was 'abc' and is now none");
}
TEST_F(CheckResume, ARebuiltProgramIsRefused) {
  now_.programs["u"] = "xx";
  EXPECT_EQ(refusal(), "the program of target 'u' was rebuilt or replaced since");
}
TEST_F(CheckResume, AFinishedRunIsRefused) {
  story_.add(model::RunFinished{});
  EXPECT_EQ(refusal(), "it is finished");
  story_.dies();
  EXPECT_EQ(refusal(), "(accepted)") << "it was taken up again, and is not finished any more";
}

}  // namespace
}  // namespace cupel::store
