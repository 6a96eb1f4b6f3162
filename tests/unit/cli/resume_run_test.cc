// SPDX-License-Identifier: Apache-2.0
// Taking up a run from a journal that the test writes.
#include "cli/resume_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "os/hash.h"
#include "record/journal_codec.h"
#include "unit/cli/surroundings.h"

namespace cupel::cli {
namespace {

using model::Outcome;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using namespace std::chrono_literals;

class Resume : public Surroundings {
 protected:
  Resume() {
    config_.folder = at("tree");
    config_.path = at("tree/cupel.toml");
    config_.sha256 = "c0ffee";
    config_.gate.name = "g";
    config_.modes.emplace_back();
    config_.modes.back().name = "default";
    config_.targets.emplace_back();
    config_.targets.back().name = "t";
    config_.targets.back().command = {put("tree/program", "the program")};
    context_.mode = &config_.modes.front();
    context_.started.id = "another";
    started_.id = "run-1";
    started_.command = {"run", "-k", "t:*", "--timeout", "500ms", "--shuffle"};
    started_.gate.name = "g";
    started_.gate.mode = "default";
    started_.gate.config_sha256 = "c0ffee";
    started_.gate.shuffle_seed = 42;
  }

  void say(model::EventBody body) {
    record::append_journal_line(journal_, {base::WallTime(1s), std::move(body)});
  }
  void begin() {
    say(started_);
    model::TargetListed listed;
    listed.target = "t";
    listed.program_sha256 = os::sha256_of_file(at("tree/program")).value();
    for (const char* name : {"a", "b"}) listed.listing.tests.push_back({name, name, {}, false, {}});
    say(listed);
    model::LaunchStarted launch;
    launch.n = 3;
    launch.target = "t";
    say(launch);
  }
  void report(const std::string& name, Outcome outcome) {
    say(model::TestStarted{3, {"t", name}});
    model::TestReported reported;
    reported.launch = 3;
    reported.test = {"t", name};
    reported.outcome = outcome;
    say(reported);
  }
  /// The folder of the run, its journal written.
  std::string folder(const std::string& id = "run-1") {
    put("tree/.cupel/runs/" + id + "/journal.jsonl", journal_);
    return at("tree/.cupel/runs/" + id);
  }
  base::Result<void> take() {
    auto directory = store::RunDirectory::open(folder());
    if (!directory.ok()) return std::move(directory).error();
    return take_up(*directory, config_, context_);
  }
  base::Error refusal() {
    auto taken = take();
    EXPECT_FALSE(taken.ok());
    return taken.ok() ? base::Error{} : std::move(taken).error();
  }

  plan::Config config_;
  engine::GateContext context_;
  model::RunStarted started_;
  std::string journal_;
};

TEST_F(Resume, TheRunIsNamedByPathOrIdOrIsTheLastUnfinishedOne) {
  begin();
  const std::string first = folder("run-1");
  const std::string second = folder("run-2");
  EXPECT_EQ(*resume_folder(config_, first), first);
  EXPECT_EQ(*resume_folder(config_, "run-1"), first);
  EXPECT_EQ(*resume_folder(config_, ""), second);
  auto none = resume_folder(config_, "run-3");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(none.error().message, HasSubstr("'run-3'"));
  EXPECT_THAT(none.error().hint, HasSubstr(at("tree/.cupel")));
}

TEST_F(Resume, TheChoiceIsThatOfTheRunAndTheReportingThatOfNow) {
  begin();
  RunOptions now;
  now.deadline = 1h;
  now.lease_wait = 5s;
  now.reports = {{"json", "-"}};
  now.accept_known = true;
  now.progress = ProgressStyle::lines;
  now.common.config = "now.toml";
  const auto choice = resumed_choice(folder(), now);
  ASSERT_TRUE(choice.ok()) << choice.error().message;
  EXPECT_EQ(choice->mode, "default");
  EXPECT_THAT(choice->options.filters, ElementsAre("t:*"));
  EXPECT_EQ(choice->options.timeout, 500ms);
  EXPECT_TRUE(choice->options.shuffle);
  EXPECT_EQ(choice->options.shuffle_seed, 42U) << "the order of the run, not a new one";
  EXPECT_TRUE(choice->options.resume);
  EXPECT_EQ(choice->options.deadline, 1h);
  EXPECT_EQ(choice->options.lease_wait, 5s);
  EXPECT_TRUE(choice->options.accept_known);
  EXPECT_EQ(choice->options.progress, ProgressStyle::lines);
  EXPECT_EQ(choice->options.common.config, "now.toml");
  ASSERT_EQ(choice->options.reports.size(), 1U);
}

TEST_F(Resume, AJournalOfAnotherCommandIsRefused) {
  started_.command = {"list"};
  begin();
  EXPECT_FALSE(resumed_choice(folder(), {}).ok());
}

TEST_F(Resume, WhatTheJournalKnowsIsTakenUp) {
  begin();
  report("a", Outcome::passed);
  model::TestSettled settled;
  settled.test = {"t", "a"};
  settled.outcome = Outcome::passed;
  settled.launch = 3;
  say(settled);
  say(model::TestStarted{3, {"t", "b"}});
  say(model::TargetProblem{"t", model::ProblemKind::exit_mismatch, "x", {}, {}});
  const auto taken = take();
  ASSERT_TRUE(taken.ok());
  ASSERT_TRUE(context_.resume);
  EXPECT_EQ(context_.started.id, "run-1") << "the id of the run that goes on";
  EXPECT_THAT(context_.resume->settled, ElementsAre(testing::Pair("t:a", testing::_)));
  EXPECT_THAT(context_.resume->reported, IsEmpty());
  EXPECT_THAT(context_.resume->died_in, ElementsAre(testing::Pair("t:b", 1)));
  EXPECT_THAT(context_.resume->listed, ElementsAre(Key("t")));
  EXPECT_EQ(context_.resume->problems.size(), 1U);
  EXPECT_EQ(context_.resume->launches, 3U);
}

TEST_F(Resume, ASkipOfAnUnfinishedLaunchRunsAgainAndAPassDoesNot) {
  begin();
  report("a", Outcome::passed);
  report("b", Outcome::skipped);
  ASSERT_TRUE(take().ok());
  EXPECT_THAT(context_.resume->reported, Contains(Key("t:a")));
  EXPECT_THAT(context_.resume->reported, Not(Contains(Key("t:b"))));
}

TEST_F(Resume, ALineThatWasNeverFinishedIsCutOff) {
  begin();
  const std::string whole = journal_;
  journal_ += R"({"at":"2026-)";
  ASSERT_TRUE(take().ok());
  EXPECT_EQ(*os::read_file(at("tree/.cupel/runs/run-1/journal.jsonl")), whole);
}

TEST_F(Resume, ADamagedLineIsAnErrorAndStays) {
  begin();
  journal_ += "not an event\n";
  auto taken = take();
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().message, HasSubstr("journal.jsonl"));
  EXPECT_EQ(*os::read_file(at("tree/.cupel/runs/run-1/journal.jsonl")), journal_);
}

TEST_F(Resume, AFinishedRunIsRefused) {
  begin();
  say(model::RunFinished{});
  const base::Error error = refusal();
  EXPECT_EQ(error.kind, base::ErrorKind::usage);
  EXPECT_THAT(error.message, HasSubstr("verdict"));
}

TEST_F(Resume, WhatChangedSinceIsRefused) {
  begin();
  ASSERT_TRUE(take().ok()) << "the twin";
  config_.sha256 = "changed";
  EXPECT_THAT(refusal().message, HasSubstr("configuration"));
  config_.sha256 = "c0ffee";
  context_.started.environment.commit = "abc";
  EXPECT_THAT(refusal().message, HasSubstr("commit"));
  context_.started.environment.commit.clear();
  put("tree/program", "rebuilt");
  EXPECT_THAT(refusal().message, HasSubstr("rebuilt or replaced"));
}

TEST_F(Resume, TheRecordBeginsWithWhatTheJournalHolds) {
  begin();
  report("a", Outcome::failed);
  const auto directory = store::RunDirectory::open(folder());
  FoldSink fold;
  Display display({}, {});
  ASSERT_TRUE(replay(*directory, fold, display).ok());
  EXPECT_EQ(fold.record().id, "run-1");
  ASSERT_EQ(fold.record().tests.size(), 2U);
  EXPECT_EQ(fold.record().tests.front().attempts.size(), 1U);
}

}  // namespace
}  // namespace cupel::cli
