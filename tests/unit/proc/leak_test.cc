// SPDX-License-Identifier: Apache-2.0
// Processes that outlive the program: found wherever they hide, told, killed; and the honest twins.
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

}  // namespace
}  // namespace cupel::proc
