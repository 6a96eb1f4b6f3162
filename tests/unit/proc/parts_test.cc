// SPDX-License-Identifier: Apache-2.0
// The parts that need no child: captures, environments, what reports mean.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "gtest/gtest.h"
#include "proc/capture.h"
#include "proc/launch.h"
#include "proc/prepare.h"
#include "proc/process_tree.h"
#include "proc/warden_protocol.h"

namespace cupel::proc {
namespace {

using Variables = std::map<std::string, std::string>;

TEST(CaptureTest, KeepsEverythingThatFits) {
  Capture capture(4, 4);
  for (const char* part : {"ab", "cdef", "g"}) capture.add(part);
  EXPECT_EQ(capture.text(), "abcdefg");
  EXPECT_EQ(capture.cut(), 0U);
}

TEST(CaptureTest, KeepsHeadAndTailAndCountsTheRest) {
  for (const std::size_t step : {1U, 3U, 7U, 100U}) {
    Capture capture(4, 4);
    std::string all;
    for (int digit = 0; digit < 100; ++digit) all += static_cast<char>('0' + digit % 10);
    for (std::size_t at = 0; at < all.size(); at += step) capture.add(all.substr(at, step));
    const std::string text = capture.text();
    EXPECT_EQ(text.substr(0, 5), "0123\n");
    EXPECT_EQ(text.substr(text.size() - 4), "6789");
    EXPECT_GE(capture.cut(), 100U - 4 - 8);
    EXPECT_LE(capture.cut(), 100U - 8);
    EXPECT_NE(text.find("[cupel: " + std::to_string(capture.cut()) + " bytes cut here]"),
              std::string::npos);
  }
}

TEST(Environment, NamesAndPrefixesAreRemoved) {
  Variables variables{{"GTEST_A", ""}, {"GTEST_B", ""}, {"GTEST", ""}, {"X", ""}, {"XY", ""}};
  EXPECT_EQ(remove_variables(variables, {"GTEST_*", "X", "ABSENT"}),
            (std::vector<std::string>{"GTEST_A", "GTEST_B", "X"}));
  EXPECT_EQ(variables, (Variables{{"GTEST", ""}, {"XY", ""}}));
}

TEST(ProgramCandidates, FollowPathAsShellsDo) {
  const Variables environment{{"PATH", "/a::/b"}};
  EXPECT_EQ(program_candidates("x", environment),
            (std::vector<std::string>{"/a/x", "./x", "/b/x"}));
  EXPECT_EQ(program_candidates("./x", environment), std::vector<std::string>{"./x"});
  EXPECT_EQ(program_candidates("x", {}), std::vector<std::string>{});
}

TEST(ProcessTree, ASignalToAnotherProcessOfThatNumberIsNotSent) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  ProcessFacts facts = process_facts(child).value();
  EXPECT_EQ(facts.parent, ::getpid());
  ProcessFacts other = facts;
  --other.started;
  EXPECT_FALSE(signal_process(other, SIGKILL));
  EXPECT_EQ(::waitpid(child, nullptr, WNOHANG), 0);
  EXPECT_TRUE(signal_process(facts, SIGKILL));
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_FALSE(signal_process(facts, SIGKILL));
}

TEST(ProcessTreeDeathTest, OurOwnGroupProcessOneAndEverybodyAreNeverSignalled) {
  EXPECT_DEATH(signal_group(::getpgrp(), SIGCONT), "own group");
  EXPECT_DEATH(signal_group(1, SIGCONT), "every process");
  EXPECT_DEATH(signal_group(0, SIGCONT), "every process");
  EXPECT_DEATH(signal_process(ProcessFacts{1, 0, 0, 'S', 0}, SIGCONT), "process 1");
  EXPECT_DEATH(signal_process(ProcessFacts{::getpid(), 0, 0, 'S', 0}, SIGCONT), "cupel itself");
}

class Protocol : public ::testing::Test {
 protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    cupel_ = os::Fd(ends[0]);
    warden_ = os::Fd(ends[1]);
  }
  os::Fd cupel_;
  os::Fd warden_;
};

TEST_F(Protocol, TheLastWordsOfAWardenThatHadNotReadItsOrdersAreHeard) {
  send_order(cupel_.get(), Order::terminate);
  send_report(warden_.get(), Report{{ReportKind::ended, 7, CLD_EXITED, 0, 0}, ""});
  send_report(warden_.get(), Report{{ReportKind::gone, 0, 0, 0, 0}, "text"});
  warden_.reset();
  const ReceivedReport ended = receive_report(cupel_.get());
  ASSERT_TRUE(ended.report);
  EXPECT_EQ(ended.report->head.value, 7);
  const ReceivedReport gone = receive_report(cupel_.get());
  ASSERT_TRUE(gone.report);
  EXPECT_EQ(gone.report->text, "text");
  EXPECT_EQ(receive_report(cupel_.get()).silence, Silence::closed);
}

TEST_F(Protocol, AWardenThatDoesNotListenHoldsNobodyUp) {
  for (int order = 0; order < 10'000; ++order) send_order(cupel_.get(), Order::kill);
  EXPECT_EQ(receive_order(warden_.get()).order, Order::kill);
}

TEST_F(Protocol, SilenceIsNotTheEnd) {
  EXPECT_EQ(receive_report(cupel_.get()).silence, Silence::empty);
  EXPECT_EQ(receive_order(warden_.get()).silence, Silence::empty);
  send_order(cupel_.get(), Order::kill);
  EXPECT_EQ(receive_order(warden_.get()).order, Order::kill);
  cupel_.reset();
  EXPECT_EQ(receive_order(warden_.get()).silence, Silence::closed);
}

TEST(Reports, WhatOutlivesKillIsUnkillableAndItsFirstCauseSticks) {
  const Limits limits;
  Launch launch(1, LaunchSpec{}, limits);
  launch.stop_reason = model::KillReason::test_timeout;
  take_report(launch, Report{{ReportKind::gone, 1, 0, 0, 0}, "stuck (pid 9)"}, limits, {});
  EXPECT_TRUE(launch.unkillable);
  EXPECT_EQ(launch.survivors, std::vector<std::string>{"outlived KILL: stuck (pid 9)"});
  EXPECT_EQ(*launch.termination,
            model::Termination(model::KilledByUs{model::KillReason::test_timeout, true}));

  Launch honest(2, LaunchSpec{}, limits);
  take_report(honest, Report{{ReportKind::ended, 3, CLD_EXITED, 0, 0}, ""}, limits, {});
  take_report(honest, Report{{ReportKind::gone, 0, 0, 0, 0}, ""}, limits, {});
  EXPECT_FALSE(honest.unkillable);
  EXPECT_EQ(*honest.termination, model::Termination{model::Exited{3}});
}

}  // namespace
}  // namespace cupel::proc
