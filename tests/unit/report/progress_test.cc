// SPDX-License-Identifier: Apache-2.0
#include "report/progress.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

using model::Outcome;

class Progress : public ::testing::Test {
 protected:
  Progress() {
    say(model::RunStarted{});
    say(model::TargetSelected{"t", {"A", "B", "C", "D"}});
    model::LaunchStarted launch;
    launch.n = 1;
    launch.target = "t";
    launch.purpose = model::Purpose::run;
    say(launch);
  }
  void say(model::EventBody body) { fold_.apply({now_, std::move(body)}); }
  void wait(int seconds) { now_ += std::chrono::seconds(seconds); }
  void report(const char* name, Outcome outcome, const char* why = "") {
    say(model::TestStarted{1, {"t", name}});
    say(model::TestReported{1, {"t", name}, outcome, why, {}, {}, {}, {}});
  }
  void settle(const char* name, Outcome outcome, const char* entry = "") {
    model::TestSettled settled;
    settled.test = {"t", name};
    settled.outcome = outcome;
    settled.known_entry = entry;
    say(settled);
  }
  std::string frame(std::size_t width) { return progress_frame(fold_, now_, width, plain_); }

  ProgressFold fold_;
  base::WallTime now_{std::chrono::seconds(1'796'000'000)};
  format::Style plain_{false, false};
};

TEST_F(Progress, CountsWhatLaunchesReportAheadOfTheVerdict) {
  report("A", Outcome::passed);
  report("B", Outcome::failed);
  EXPECT_EQ(fold_.done(), 2U);
  EXPECT_EQ(fold_.reds(), 1U);
  settle("A", Outcome::passed);
  settle("B", Outcome::failed, "known.toml:1:1");
  EXPECT_EQ(fold_.done(), 2U);
  EXPECT_EQ(fold_.reds(), 0U);
  EXPECT_EQ(fold_.known(), 1U);
}

TEST_F(Progress, WhatTheClosingReportOwesIsNotDone) {
  say(model::TestStarted{1, {"t", "A"}});
  model::TestReported open{1, {"t", "A"}, Outcome::failed, "", {}, {}, {}, {}};
  open.open = true;
  say(open);
  EXPECT_EQ(fold_.done(), 0U);
  EXPECT_EQ(fold_.reds(), 0U);
  EXPECT_TRUE(fold_.take_lines().empty());
  open.open = false;
  open.outcome = Outcome::skipped;
  say(open);
  EXPECT_EQ(fold_.done(), 1U);
  EXPECT_EQ(fold_.reds(), 0U);
}

TEST_F(Progress, AVoidedAttemptIsNotDone) {
  report("A", Outcome::failed);
  say(model::AttemptVoided{1, {"t", "A"}, "why"});
  EXPECT_EQ(fold_.done(), 0U);
  EXPECT_EQ(fold_.reds(), 0U);
  settle("A", Outcome::passed);
  say(model::AttemptVoided{1, {"t", "A"}, "too late"});
  EXPECT_EQ(fold_.done(), 1U);
}

TEST_F(Progress, AFrameShowsTheLongestRunningTestAndItsAge) {
  report("A", Outcome::failed);
  say(model::TestStarted{1, {"t", "Suite.Slow"}});
  wait(65);
  EXPECT_EQ(frame(80), "##........ 1/4  1 red  1 min 05 s  t:Suite.Slow  1 min 05 s");
  EXPECT_EQ(frame(40), "1/4  1 red  1 min 05 s");
  model::LaunchStarted second;
  second.n = 2;
  second.target = "u";
  say(second);
  EXPECT_EQ(frame(80), "##........ 1/4  1 red  1 min 05 s  t:Suite.Slow  1 min 05 s (+1)");
  say(model::LaunchEnded{1, model::Exited{0}, 1, "", {}, "", "", "", 0});
  wait(1);
  EXPECT_EQ(frame(80), "##........ 1/4  1 red  1 min 06 s  listing u  1.00 s");
}

TEST_F(Progress, NoFrameReachesTheLastColumnOrHoldsAControl) {
  say(model::TestStarted{1, {"t", "Wide.日本語\x1b[31m\n" + std::string(300, 'x')}});
  report("B", Outcome::failed);
  say(model::TestStarted{1, {"t", "Wide.日本語\x1b[31m\n" + std::string(300, 'x')}});
  for (std::size_t width = 1; width < 200; ++width) {
    for (const bool unicode : {true, false}) {
      const std::string text = progress_frame(fold_, now_, width, {false, unicode});
      EXPECT_LT(base::display_width(text), std::max<std::size_t>(width, 2)) << text;
      EXPECT_EQ(text, base::to_one_line(text));
    }
  }
}

TEST_F(Progress, ALogGetsEachRedOnceAndASignOfLife) {
  Heartbeat heartbeat;
  EXPECT_TRUE(heartbeat.due(fold_, now_).empty());
  report("A", Outcome::failed, "sum is off\nby one");
  const std::vector<std::string> red = {"failed  t:A: sum is off"};
  EXPECT_EQ(heartbeat.due(fold_, now_), red);
  settle("A", Outcome::failed);
  EXPECT_TRUE(heartbeat.due(fold_, now_).empty());
  say(model::TestStarted{1, {"t", "B"}});
  wait(9);
  EXPECT_TRUE(heartbeat.due(fold_, now_).empty());
  wait(1);
  const std::vector<std::string> alive = {"10.0 s  1/4 done  1 red  t:B for 10.0 s"};
  EXPECT_EQ(heartbeat.due(fold_, now_), alive);
  EXPECT_TRUE(heartbeat.due(fold_, now_).empty());
  settle("B", Outcome::missing);
  say(model::TargetProblem{"t", model::ProblemKind::exit_mismatch, "code 3", {}, {}});
  const std::vector<std::string> more = {"missing  t:B", "problem  exit_mismatch t: code 3"};
  EXPECT_EQ(heartbeat.due(fold_, now_), more);
}

TEST_F(Progress, ManyRedsAreOnlyCounted) {
  for (int i = 0; i < 10000; ++i) report(("T" + std::to_string(i)).c_str(), Outcome::failed);
  const auto lines = fold_.take_lines();
  ASSERT_EQ(lines.size(), 101U);
  EXPECT_EQ(lines.back(), "further reds are only counted");
  EXPECT_EQ(fold_.reds(), 10000U);
}

TEST(ProgressOfTheStandardRun, EndsWhereTheRecordDoes) {
  ProgressFold fold;
  for (const model::Event& event : standard_events()) fold.apply(event);
  const record::RunRecord run = standard_run();
  EXPECT_EQ(fold.selected(), run.counts.selected);
  EXPECT_EQ(fold.done(), run.counts.selected);
  EXPECT_EQ(fold.known(), run.counts.known);
  EXPECT_EQ(fold.reds() + fold.known(), 7U);
  EXPECT_TRUE(fold.running().empty());
}

}  // namespace
}  // namespace cupel::report
