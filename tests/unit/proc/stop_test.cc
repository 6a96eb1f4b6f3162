// SPDX-License-Identifier: Apache-2.0
// Ending a launch: TERM, grace, KILL, to the whole tree; the first cause sticks.
#include <csignal>

#include "supervised.h"

namespace cupel::proc {
namespace {

using model::KilledByUs;
using model::KillReason;
using model::Termination;

class Stop : public Supervised {
 protected:
  // The only grandchild of ours there is; its parent is the warden.
  static ProcessFacts the_program() {
    for (const ProcessFacts& process : descendants_of(::getpid()))
      if (process.parent != ::getpid()) return process;
    ADD_FAILURE() << "no program runs";
    return {};
  }
  static void await_state(pid_t pid, char state) {
    while (process_facts(pid).value_or(ProcessFacts{}).state != state) ::usleep(1000);
  }
};

constexpr KillReason timeout = KillReason::test_timeout;

TEST_F(Stop, TermIsEnoughForMost) {
  EXPECT_EQ(stop_when_ready(misbehave("wait")).termination,
            Termination(KilledByUs{timeout, false}));
}

TEST_F(Stop, KillIsForThoseWhoIgnoreTerm) {
  open(impatient_limits());
  EXPECT_EQ(stop_when_ready(misbehave("ignore-term")).termination,
            Termination(KilledByUs{timeout, true}));
}

TEST_F(Stop, BlockedSignalsDoNotHelp) {
  open(impatient_limits());
  EXPECT_EQ(stop_when_ready(misbehave("block-signals")).termination,
            Termination(KilledByUs{timeout, true}));
}

TEST_F(Stop, ABusyLoopEnds) {
  EXPECT_EQ(stop_when_ready(misbehave("busy")).termination,
            Termination(KilledByUs{timeout, false}));
}

// Without CONT, TERM would wait for ever behind the stop.
TEST_F(Stop, AStoppedProgramIsContinuedIntoItsEnd) {
  const LaunchId id = start(misbehave("stop-self"));
  await(id, "stdout:0", "ready");
  await_state(the_program().pid, 'T');
  supervisor_->stop(id, timeout, false);
  EXPECT_EQ(finish(id).termination, Termination(KilledByUs{timeout, false}));
}

TEST_F(Stop, ACleanExitInTheGraceDoesNotUndoTheTimeout) {
  EXPECT_EQ(stop_when_ready(misbehave("end-on-term", "0")).termination,
            Termination(KilledByUs{timeout, false}));
}

TEST_F(Stop, AnEndBeforeTheStopIsItsOwn) {
  LaunchSpec patient = misbehave("leave-daemon");
  patient.leak_wait = std::chrono::hours(1);
  const LaunchId id = start(patient);
  await(id, "stdout:0", "\n");
  const pid_t program = std::atoi(heard_[id]["stdout:0"].c_str());
  while (process_facts(program)) ::usleep(1000);
  supervisor_->stop(id, timeout, false);
  EXPECT_EQ(finish(id).termination, Termination{model::Exited{0}});
  EXPECT_EQ(finish(id).survivors.size(), 1U);
}

// The order and the news of the end meet the warden in the same moment.
TEST_F(Stop, AnEndThatIsNotYetReapedIsItsOwnToo) {
  const LaunchId id = start(misbehave("wait"));
  await(id, "stdout:0", "ready");
  const ProcessFacts program = the_program();
  ::kill(program.parent, SIGSTOP);
  await_state(program.parent, 'T');
  ::kill(program.pid, SIGUSR1);
  await_state(program.pid, 'Z');
  supervisor_->stop(id, timeout, false);
  ::kill(program.parent, SIGCONT);
  EXPECT_EQ(finish(id).termination, Termination(model::Signalled{SIGUSR1, false}));
}

TEST_F(Stop, TheFirstReasonSticks) {
  open(impatient_limits());
  const LaunchId id = start(misbehave("ignore-term"));
  await(id, "stdout:0", "ready");
  supervisor_->stop(id, KillReason::deadline, false);
  supervisor_->stop(id, KillReason::test_timeout, false);
  EXPECT_EQ(finish(id).termination, Termination(KilledByUs{KillReason::deadline, true}));
}

TEST_F(Stop, ASecondInterruptionDoesNotWaitForTheGrace) {
  Limits patient = short_limits();
  patient.grace = std::chrono::hours(1);
  open(patient);
  const LaunchId id = start(misbehave("ignore-term"));
  await(id, "stdout:0", "ready");
  supervisor_->stop(id, KillReason::interrupted, false);
  supervisor_->stop(id, KillReason::interrupted, false);
  EXPECT_EQ(finish(id).termination, Termination(KilledByUs{KillReason::interrupted, true}));
}

TEST_F(Stop, DaemonsOfTheLaunchGoToo) {
  const Gone& gone = stop_when_ready(misbehave("keep-daemon"));
  EXPECT_EQ(gone.termination, Termination(KilledByUs{timeout, false}));
  EXPECT_EQ(gone.survivors.size(), 1U);
  EXPECT_EQ(marked(mark_), std::vector<std::string>{});
}

TEST_F(Stop, OtherLaunchesGoOn) {
  const LaunchId other = start(misbehave("wait"));
  LaunchSpec second = misbehave("wait");
  second.private_dir += "-2";
  await(other, "stdout:0", "ready");
  stop_when_ready(second);
  EXPECT_FALSE(gone_.contains(other));
  EXPECT_EQ(marked(mark_).size(), 1U);
  supervisor_->stop(other, KillReason::deadline, false);
  EXPECT_EQ(finish(other).termination, Termination(KilledByUs{KillReason::deadline, false}));
}

TEST_F(Stop, StoppingWhatIsGoneIsNoError) {
  const LaunchId id = run(misbehave("exit", "0")).id;
  supervisor_->stop(id, timeout, true);
  EXPECT_TRUE(supervisor_->idle());
}

TEST_F(Stop, StacksAreTakenFirst) {
  const Gone& gone = stop_when_ready(misbehave("wait"), timeout, true);
  EXPECT_EQ(gone.termination, Termination(KilledByUs{timeout, false}));
  // A debugger shows frames; /proc shows threads. Either names a thread.
  EXPECT_NE(gone.stacks.find("hread"), std::string::npos) << "stacks: " << gone.stacks;
  EXPECT_EQ(heard_.size(), 1U) << "the debugger's output is not the launch's";
}

TEST_F(Stop, NoStacksWhereNobodyAsked) {
  EXPECT_EQ(stop_when_ready(misbehave("wait")).stacks, "");
}

TEST_F(Stop, ADestroyedSupervisorLeavesNothing) {
  const LaunchId id = start(misbehave("ignore-term"));
  await(id, "stdout:0", "ready");
  EXPECT_EQ(marked(mark_).size(), 1U);
  supervisor_.reset();
  EXPECT_EQ(marked(mark_).size(), 0U);
}

TEST_F(Stop, SignalsForCupelAreTold) {
  ::raise(SIGTERM);
  ::raise(SIGINT);
  while (signals_.size() < 2) turn();
  EXPECT_EQ(signals_, (std::vector<int>{SIGINT, SIGTERM}));
}

TEST_F(Stop, TheTimeGivenToWaitComes) {
  const base::MonoTime then = os::mono_now() + std::chrono::milliseconds(5);
  EXPECT_TRUE(supervisor_->wait(then).empty());
  EXPECT_GE(os::mono_now(), then);
}

}  // namespace
}  // namespace cupel::proc
