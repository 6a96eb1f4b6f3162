// SPDX-License-Identifier: Apache-2.0
// The build of the gate comes first, and nothing is judged on a build that failed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/engine/gate_rig.h"

namespace cupel::engine {
namespace {

using namespace std::chrono_literals;

using model::ProblemKind;
using model::Verdict;
using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::GateRig;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Script;
using ::testing::SizeIs;

bool is_build(const StartSpec& spec) {
  return spec.request.argv.front().parts().front().text == "/bin/sh";
}

class GateBuild : public ::testing::Test {
 protected:
  GateBuild() : rig_({"a"}) { rig_.config.gate.build = "make -j2"; }

  base::Result<judge::Judgement> run_with_build(const Script& build) {
    return rig_.run([&](const StartSpec& spec) {
      return is_build(spec) ? build : testing::play(spec, [](std::size_t) { return "pass"; });
    });
  }
  static Script ending(const model::Termination& termination) {
    Script script;
    script.steps = {{5s, {}, {}, termination}};
    return script;
  }

  GateRig rig_;
};

TEST_F(GateBuild, ABuildThatWorksIsRecordedAndTheTestsRun) {
  EXPECT_EQ(run_with_build(ending(model::Exited{0}))->verdict, Verdict::green);
  const auto builds = rig_.log.of<model::BuildFinished>();
  ASSERT_THAT(builds, SizeIs(1));
  EXPECT_EQ(builds.front().command, "make -j2");
  EXPECT_EQ(builds.front().duration_s, 5);
  EXPECT_TRUE(builds.front().ok);
  EXPECT_TRUE(is_build(rig_.launcher->specs.front())) << "before anything is listed";
  EXPECT_EQ(rig_.launcher->specs.front().request.workdir, "/x");
}

TEST_F(GateBuild, ABuildThatFailsIsIncompleteAndNothingIsListed) {
  Script build = ending(model::Exited{2});
  build.standard_output = "kernel.cu(12): error: no such thing\n";
  const auto verdict = run_with_build(build);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_EQ(verdict->exit_code, 3);
  EXPECT_THAT(rig_.problems(), ElementsAre(ProblemKind::build_failed));
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail,
              AllOf(HasSubstr("`make -j2` exited with code 2"), HasSubstr("no such thing")));
  EXPECT_FALSE(rig_.log.of<model::BuildFinished>().front().ok);
  EXPECT_THAT(rig_.launcher->specs, SizeIs(1));
  EXPECT_THAT(rig_.log.of<model::TargetListed>(), IsEmpty());
}

TEST_F(GateBuild, OfALongBuildLogTheEndIsKept) {
  Script build = ending(model::Signalled{9, false});
  build.standard_output = "the beginning\n" + std::string(10'000, 'x') + "\nthe end\n";
  EXPECT_EQ(run_with_build(build)->verdict, Verdict::incomplete);
  const std::string detail = rig_.log.of<model::TargetProblem>().front().detail;
  EXPECT_THAT(detail, AllOf(HasSubstr("signal 9"), HasSubstr("the end")));
  EXPECT_EQ(detail.find("the beginning"), std::string::npos);
}

TEST_F(GateBuild, ABuildThatCannotBeStartedIsIncomplete) {
  Script build;
  build.fails_to_start = "no more processes";
  EXPECT_EQ(run_with_build(build)->verdict, Verdict::incomplete);
  EXPECT_THAT(rig_.problems(), ElementsAre(ProblemKind::build_failed));
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail, HasSubstr("no more processes"));
}

TEST_F(GateBuild, AnInterruptedBuildIsNoFailedOne) {
  rig_.prepare = [](testing::FakeLauncher& launcher) { launcher.signal_at = launcher.now() + 1s; };
  EXPECT_EQ(run_with_build(ending(model::Exited{0}))->verdict, Verdict::incomplete);
  EXPECT_THAT(rig_.problems(), IsEmpty());
  EXPECT_THAT(rig_.log.of<model::Interrupted>(), SizeIs(1));
}

TEST_F(GateBuild, WithoutABuildCommandNothingIsBuilt) {
  rig_.config.gate.build.clear();
  EXPECT_EQ(run_with_build(ending(model::Exited{1}))->verdict, Verdict::green);
  EXPECT_THAT(rig_.log.of<model::BuildFinished>(), IsEmpty());
}

}  // namespace
}  // namespace cupel::engine
