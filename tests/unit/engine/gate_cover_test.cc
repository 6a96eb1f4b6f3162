// SPDX-License-Identifier: Apache-2.0
// Programs that lie where `cover` looks, in a real folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"
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
using ::testing::SizeIs;

class GateCover : public ::testing::Test {
 protected:
  GateCover() : root_(std::move(os::PrivateDir::make("cupel-cover-")).value()), rig_({"a"}) {
    rig_.config.folder = root_.path();
    rig_.config.gate.cover = {"build/**/*_test"};
    put("build/one_test");
    rig_.config.targets.front().command = {root_.path() + "/build/one_test"};
  }
  void put(const std::string& name, ::mode_t mode = 0755) const {
    const std::string path = root_.path() + "/" + name;
    ASSERT_TRUE(os::make_directories(path.substr(0, path.rfind('/'))).ok());
    ASSERT_TRUE(os::write_file(path, "#!/bin/false\n").ok());
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
  }
  void link(const std::string& to, const std::string& name) const {
    ASSERT_EQ(::symlink(to.c_str(), (root_.path() + "/" + name).c_str()), 0);
  }
  Verdict run() {
    const auto verdict = rig_.run([](const StartSpec& spec) {
      return testing::play(spec, [](std::size_t) { return "pass"; });
    });
    EXPECT_TRUE(verdict.ok());
    return verdict->verdict;
  }

  os::PrivateDir root_;
  GateRig rig_;
};

TEST_F(GateCover, GreenWhereEveryProgramBelongsToATarget) {
  EXPECT_EQ(run(), Verdict::green);
  EXPECT_THAT(rig_.problems(), IsEmpty());
}

TEST_F(GateCover, AProblemThatAResumedRunFindsAgainIsNotToldAgain) {
  put("build/two_test");
  EXPECT_EQ(run(), Verdict::red);
  ResumePoint point;
  point.problems = rig_.log.of<model::TargetProblem>();
  ASSERT_THAT(point.problems, SizeIs(1));
  rig_.log.events.clear();
  rig_.context.resume = point;
  EXPECT_EQ(run(), Verdict::red);
  EXPECT_THAT(rig_.problems(), IsEmpty());
}

TEST_F(GateCover, ABuildTreeIsAskedForItsPrograms) {
  put("build/two_test");
  rig_.config.gate.cover = {"cmake:build"};
  rig_.listing_of["ctest"] = {"derive " + root_.path() + "/build/one_test"};
  EXPECT_EQ(run(), Verdict::green);
  rig_.log.events.clear();
  rig_.listing_of["ctest"].push_back("derive " + root_.path() + "/build/two_test");
  EXPECT_EQ(run(), Verdict::red);
  ASSERT_THAT(rig_.problems(), ElementsAre(ProblemKind::uncovered_program));
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail,
              AllOf(HasSubstr("build/two_test is found by cover"), HasSubstr("cmake:build")));
  rig_.log.events.clear();
  rig_.config.gate.cover_ignore = {{"build/two_test", "a benchmark"}};
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, ABuildTreeThatCannotBeAskedIsIncomplete) {
  rig_.config.gate.cover = {"cmake:build"};
  rig_.listing_of["ctest"] = {"derive " + root_.path() + "/build/one_test"};
  EXPECT_EQ(run(), Verdict::green);
  rig_.log.events.clear();
  rig_.listing_end = model::Exited{101};
  rig_.config.targets.clear();
  EXPECT_EQ(run(), Verdict::incomplete);
  EXPECT_THAT(rig_.problems(), ElementsAre(ProblemKind::list_failed));
}

TEST_F(GateCover, AWorkspaceIsCoveredBySources) {
  put("src/one.rs");
  put("src/two.rs");
  rig_.config.gate.cover = {"cargo:."};
  rig_.config.targets[0].command = {root_.path() + "/src/one.rs"};
  rig_.listing_of["cargo"] = {"derive " + root_.path() + "/src/one.rs"};
  EXPECT_EQ(run(), Verdict::green);
  rig_.log.events.clear();
  rig_.listing_of["cargo"].push_back("derive " + root_.path() + "/src/two.rs");
  EXPECT_EQ(run(), Verdict::red);
  EXPECT_THAT(rig_.problems(), ElementsAre(ProblemKind::uncovered_program));
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail,
              HasSubstr("src/two.rs is found by cover \"cargo:.\""));
}

TEST_F(GateCover, AFolderThatIsNotThereIsSaid) {
  rig_.config.gate.cover = {"cargo:absent"};
  EXPECT_EQ(run(), Verdict::incomplete);
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail, HasSubstr("there is no folder"));
}

TEST_F(GateCover, AProgramOfNoTargetIsRedAndSaysWhatToDo) {
  put("build/deep/two_test");
  EXPECT_EQ(run(), Verdict::red);
  const auto problems = rig_.log.of<model::TargetProblem>();
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_EQ(problems.front().target, "gate");
  EXPECT_EQ(problems.front().kind, ProblemKind::uncovered_program);
  EXPECT_THAT(problems.front().detail, AllOf(HasSubstr("build/deep/two_test"),
                                             HasSubstr("[[target]]"), HasSubstr("cover_ignore")));
}

TEST_F(GateCover, AnIgnoredProgramIsNot) {
  put("build/two_test");
  rig_.config.gate.cover_ignore = {{"build/two_test", "a benchmark"}};
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, IgnoringOneIgnoresNoOther) {
  put("build/two_test");
  put("build/three_test");
  rig_.config.gate.cover_ignore = {{"build/two_test", "a benchmark"}};
  EXPECT_EQ(run(), Verdict::red);
  EXPECT_THAT(rig_.log.of<model::TargetProblem>().front().detail, HasSubstr("build/three_test"));
}

TEST_F(GateCover, WhatCannotBeExecutedIsNoProgram) {
  put("build/notes_test", 0644);
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, ALinkToACoveredProgramIsCovered) {
  link("one_test", "build/alias_test");
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, ATargetMayNameItsProgramByALink) {
  link("build/one_test", "program");
  rig_.config.targets.front().command = {root_.path() + "/program"};
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, AProgramBehindALauncherIsCovered) {
  rig_.config.targets.front().command = {"env", "build/one_test"};
  EXPECT_EQ(run(), Verdict::green);
}

TEST_F(GateCover, ALinkToAnUncoveredProgramIsNotCovered) {
  put("elsewhere");
  link("../elsewhere", "build/alias_test");
  EXPECT_EQ(run(), Verdict::red);
}

TEST_F(GateCover, ANarrowedRunDoesNotLook) {
  put("build/two_test");
  rig_.context.selection.positionals = {"t"};
  rig_.context.started.scope.narrowed_by = {"only t"};
  EXPECT_EQ(run(), Verdict::green);
  EXPECT_THAT(rig_.problems(), IsEmpty());
}

TEST_F(GateCover, AProgramThatTwoPatternsFindIsSaidOnce) {
  put("build/two_test");
  rig_.config.gate.cover = {"build/**/*_test", "build/**/*_test"};
  EXPECT_EQ(run(), Verdict::red);
  EXPECT_THAT(rig_.problems(), ElementsAre(ProblemKind::uncovered_program));
}

}  // namespace
}  // namespace cupel::engine
