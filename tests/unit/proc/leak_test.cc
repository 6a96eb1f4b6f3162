// SPDX-License-Identifier: Apache-2.0
// Processes that outlive the program: found wherever they hide, told, killed; and the honest twins.
#include <sched.h>
#include <sys/mount.h>

#include <csignal>

#include "supervised.h"

namespace cupel::proc {
namespace {

using model::Exited;
using model::Termination;

class Leak : public Supervised {
 protected:
  // The program exited by itself, and `count` processes outlived it.
  void expect_survivors(const char* behaviour, std::size_t count) {
    const Gone& gone = run(misbehave(behaviour));
    EXPECT_EQ(gone.termination, Termination{Exited{0}});
    ASSERT_EQ(gone.survivors.size(), count) << behaviour;
    for (const std::string& survivor : gone.survivors) {
      EXPECT_NE(survivor.find(std::string("misbehave ") + behaviour), std::string::npos)
          << survivor;
      EXPECT_NE(survivor.find(" (pid "), std::string::npos) << survivor;
    }
    EXPECT_FALSE(gone.unkillable);
    EXPECT_EQ(marked(mark_), std::vector<std::string>{});
  }
};

TEST_F(Leak, AChildThatHoldsStdout) {
  expect_survivors("leave-child", 1);
}
TEST_F(Leak, ASessionOfItsOwn) {
  expect_survivors("leave-session", 2);
}
TEST_F(Leak, ADoubleForkedDaemonWithEveryDescriptorClosed) {
  expect_survivors("leave-daemon", 1);
}
TEST_F(Leak, NoneWhereTheProgramWaitsForItsChild) {
  expect_survivors("wait-for-child", 0);
}

TEST_F(Leak, AChildThatEndsInTimeIsHeardAndForgiven) {
  Limits patient = short_limits();
  patient.leak_wait = std::chrono::seconds(60);
  open(patient);
  const Gone& gone = run(misbehave("leave-quick-child"));
  EXPECT_EQ(gone.survivors, std::vector<std::string>{});
  EXPECT_EQ(gone.standard_output, "late");
}

TEST_F(Leak, TheLaunchCanSetItsOwnWait) {
  LaunchSpec patient = misbehave("leave-quick-child");
  patient.leak_wait = std::chrono::seconds(60);
  EXPECT_EQ(run(patient).survivors, std::vector<std::string>{});
}

TEST_F(Leak, OneLaunchesOrphansAreNotAnothers) {
  const LaunchId guilty = start(misbehave("leave-daemon"));
  LaunchSpec beside = misbehave("wait-for-child");
  beside.private_dir += "-2";
  const LaunchId innocent = start(beside);
  EXPECT_EQ(finish(guilty).survivors.size(), 1U);
  EXPECT_EQ(finish(innocent).survivors.size(), 0U);
}

constexpr int no_namespace = 77;

// Runs in a forked process: cupel on a machine whose /proc shows nothing.
[[noreturn]] void supervise_without_proc(const LaunchSpec& spec) {
  const int spaces = CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER);
  if (::unshare(spaces) != 0 || ::mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("none", "/proc", "tmpfs", 0, nullptr) != 0)
    ::_exit(no_namespace);
  Limits limits = short_limits();
  limits.kill_wait = std::chrono::milliseconds(100);
  std::unique_ptr<Supervisor> supervisor = Supervisor::open(limits).value();
  if (!supervisor->start(spec).ok()) ::_exit(1);
  while (true)
    for (const Event& event : supervisor->wait(std::nullopt))
      if (const Gone* gone = std::get_if<Gone>(&event))
        ::_exit(gone->unkillable && gone->survivors.size() == 1 ? 0 : 2);
}

TEST_F(Leak, WhatProcDoesNotShowIsNotTakenForGone) {
  const pid_t cupel = ::fork();
  if (cupel == 0) supervise_without_proc(misbehave("leave-session"));
  int status = 0;
  ::waitpid(cupel, &status, 0);
  // What nobody could find came to us.
  for (const ProcessFacts& process : descendants_of(::getpid())) signal_process(process, SIGKILL);
  while (::waitpid(-1, nullptr, 0) > 0) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == no_namespace)
    GTEST_SKIP() << "no mount namespace may be made here";
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace cupel::proc
