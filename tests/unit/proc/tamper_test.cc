// SPDX-License-Identifier: Apache-2.0
// Programs that turn on whoever supervises them, and the death of cupel itself. Whatever they do,
// the launch ends, is told truly, and nothing of it stays.
#include <csignal>

#include "supervised.h"

namespace cupel::proc {
namespace {

using model::Exited;
using model::KilledByUs;
using model::KillReason;
using model::Lost;
using model::Signalled;
using model::Termination;

class Tamper : public Supervised {
 protected:
  void expect_lost(const Gone& gone) {
    const Lost* lost = std::get_if<Lost>(&gone.termination);
    ASSERT_NE(lost, nullptr) << model::describe(gone.termination);
    EXPECT_EQ(lost->why, "the process that supervised it was killed by SIGKILL");
    EXPECT_FALSE(gone.unkillable);
    EXPECT_EQ(marked(mark_), std::vector<std::string>{});
  }
};

TEST_F(Tamper, KillingTheParentEndsTheProgramAndIsLost) {
  expect_lost(run(misbehave("kill-parent", std::to_string(SIGKILL))));
}

TEST_F(Tamper, KillingTheParentsGroupIsTheSame) {
  expect_lost(run(misbehave("kill-parents-group")));
}

TEST_F(Tamper, ADaemonDoesNotEscapeByKillingTheParent) {
  expect_lost(run(misbehave("kill-parent-leave-daemon", std::to_string(SIGKILL))));
}

TEST_F(Tamper, SignalsThatCanBeIgnoredDoNothing) {
  std::vector<int> signals{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE, 33, 34};
#ifndef __SANITIZE_THREAD__
  // This and 33 are the C library's own, which its sigfillset() leaves out. Under the thread
  // sanitizer each process has a thread more, which does not block this one.
  signals.push_back(32);
#endif
  for (const int signal : signals)
    EXPECT_EQ(stop_when_ready(misbehave("kill-parent", std::to_string(signal))).termination,
              Termination(KilledByUs{KillReason::test_timeout, false}));
}

// A stopped warden answers nobody: after its bounds cupel does its work.
TEST_F(Tamper, AStoppedParentIsReplaced) {
  Limits limits = impatient_limits();
  limits.kill_wait = std::chrono::milliseconds(300);
  open(limits);
  const Gone& gone = stop_when_ready(misbehave("kill-parent", std::to_string(SIGSTOP)));
  EXPECT_EQ(gone.termination, Termination(KilledByUs{KillReason::test_timeout, true}));
  EXPECT_EQ(marked(mark_), std::vector<std::string>{});
}

TEST_F(Tamper, KillingItsOwnGroupIsItsOwnSignal) {
  EXPECT_EQ(run(misbehave("kill-own-group")).termination, Termination(Signalled{SIGKILL, false}));
}

TEST_F(Tamper, WhatIsKnownOfTheEndStaysWhenTheParentIsKilledAfterIt) {
  LaunchSpec patient = misbehave("kill-parent-after-exit");
  patient.leak_wait = std::chrono::hours(1);
  const Gone& gone = run(patient);
  EXPECT_EQ(gone.termination, Termination{Exited{7}});
  ASSERT_EQ(gone.notes.size(), 1U);
  EXPECT_EQ(marked(mark_), std::vector<std::string>{});
}

TEST_F(Tamper, OtherLaunchesAreUntouchedByASweep) {
  const LaunchId other = start(misbehave("keep-daemon"));
  await(other, "stdout:0", "ready");
  LaunchSpec guilty = misbehave("kill-parent-leave-daemon", std::to_string(SIGKILL));
  guilty.private_dir += "-2";
  EXPECT_TRUE(std::holds_alternative<Lost>(run(guilty).termination));
  EXPECT_FALSE(gone_.contains(other));
  EXPECT_EQ(marked(mark_).size(), 2U);
  supervisor_->stop(other, KillReason::deadline, false);
  EXPECT_EQ(finish(other).termination, Termination(KilledByUs{KillReason::deadline, false}));
}

TEST_F(Tamper, ChildrenThatCupelHadBeforeAreNotSwept) {
  supervisor_.reset();
  const pid_t earlier = ::fork();
  if (earlier == 0) {
    ::pause();
    ::_exit(0);
  }
  open(short_limits());
  EXPECT_TRUE(std::holds_alternative<Lost>(
      run(misbehave("kill-parent-leave-daemon", std::to_string(SIGKILL))).termination));
  EXPECT_EQ(::waitpid(earlier, nullptr, WNOHANG), 0) << "it must still be alive";
  ::kill(earlier, SIGKILL);
  ::waitpid(earlier, nullptr, 0);
}

// Runs in a forked process that plays cupel; tells through the pipe when the program is up.
[[noreturn]] void play_cupel(const LaunchSpec& spec, int ready) {
  std::unique_ptr<Supervisor> supervisor = Supervisor::open(short_limits()).value();
  if (!supervisor->start(spec).ok()) ::_exit(1);
  std::string heard;
  while (true) {
    for (const Event& event : supervisor->wait(std::nullopt))
      if (const Bytes* bytes = std::get_if<Bytes>(&event)) heard += bytes->bytes;
    if (heard.find("ready") != std::string::npos && ::write(ready, "r", 1) != 1) ::_exit(1);
  }
}

TEST_F(Tamper, TheDeathOfCupelIsTheDeathOfTheTree) {
  for (const char* behaviour : {"ignore-term", "keep-daemon"}) {
    os::Pipe ready = os::make_pipe().value();
    const pid_t cupel = ::fork();
    if (cupel == 0) play_cupel(misbehave(behaviour), ready.write.get());
    char byte = 0;
    ASSERT_EQ(::read(ready.read.get(), &byte, 1), 1);
    EXPECT_GE(marked(mark_).size(), 1U);
    ::kill(cupel, SIGKILL);
    ::waitpid(cupel, nullptr, 0);
    // The bound is the test runner's: a tree that stays makes this hang.
    while (!marked(mark_).empty()) ::usleep(1000);
    // We are a subreaper ourselves here, so the orphaned warden came to us.
    while (::waitpid(-1, nullptr, 0) > 0) continue;
    static_cast<void>(os::remove_tree(private_dir()));
  }
  EXPECT_EQ(marked(mark_).size(), 0U);
}

}  // namespace
}  // namespace cupel::proc
