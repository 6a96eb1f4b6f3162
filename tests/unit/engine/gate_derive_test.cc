// SPDX-License-Identifier: Apache-2.0
// A target that turns out to contain others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/engine/gate_rig.h"

namespace cupel::engine {
namespace {

using model::Outcome;
using model::ProblemKind;
using model::Verdict;
using ::testing::ElementsAre;
using testing::GateRig;
using ::testing::HasSubstr;

class GateDerive : public ::testing::Test {
 protected:
  GateDerive() : rig_({"derive one", "derive two b c"}) {
    rig_.config.targets.front().env["BELOW"] = "the parent's";
    rig_.config.targets.front().env["ABOVE"] = "kept";
    rig_.listing_of["/bin/one"] = {"a", "off z"};
    rig_.listing_of["/bin/two"] = {"a", "b", "c"};
  }
  base::Result<judge::Judgement> run() {
    return rig_.run([this](const StartSpec& spec) {
      started_.push_back(spec);
      return testing::play(spec, [](std::size_t) { return "pass"; });
    });
  }
  [[nodiscard]] std::vector<std::string> decided() const {
    std::vector<std::string> ids;
    for (const auto& one : rig_.log.of<model::TestSettled>()) ids.push_back(one.test.text());
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  GateRig rig_;
  std::vector<StartSpec> started_;
};

TEST_F(GateDerive, EachIsListedAndJudgedUnderItsOwnName) {
  const auto judgement = run();
  ASSERT_TRUE(judgement.ok());
  EXPECT_EQ(judgement->verdict, Verdict::green);
  EXPECT_THAT(decided(), ElementsAre("t/one:a", "t/one:z", "t/two:b", "t/two:c"));
  EXPECT_EQ(judgement->counts.listed, 5U);
  EXPECT_EQ(judgement->counts.deselected, 1U) << "a of two is not what the parent has of it";
  const auto derived = rig_.log.of<model::TargetDerived>();
  ASSERT_EQ(derived.size(), 1U);
  EXPECT_THAT(derived.front().into, ElementsAre("t/one", "t/two"));
  EXPECT_FALSE(derived.front().has_tests);
}

TEST_F(GateDerive, WhatTheConfigurationSaysOfTheParentHoldsForTheOthers) {
  ASSERT_TRUE(run().ok());
  ASSERT_EQ(started_.size(), 2U);
  const auto& env = started_.front().environment;
  EXPECT_EQ(env.at("ABOVE"), "kept");
  EXPECT_EQ(env.at("BELOW"), "one") << "what is known of the other itself is nearer";
}

TEST_F(GateDerive, TheirTimeLimitIsTheirOwn) {
  rig_.config.gate.timeout = std::chrono::hours(1);
  const auto judgement = rig_.run([](const StartSpec& spec) {
    return testing::play(spec, [](std::size_t) { return "hang"; });
  });
  EXPECT_EQ(judgement->counts.of(Outcome::timed_out), 3U);
  const auto ended = rig_.log.of<model::LaunchEnded>();
  ASSERT_FALSE(ended.empty());
  EXPECT_LT(ended.front().duration_s, 10);
}

TEST_F(GateDerive, APositionalOfTheParentMeansAllAndOneOfAChildJustThat) {
  rig_.context.selection.positionals = {"t"};
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(decided(), ElementsAre("t/one:a", "t/one:z", "t/two:b", "t/two:c"));

  rig_.log.events.clear();
  rig_.context.selection.positionals = {"t/two:c"};
  const auto judgement = run();
  EXPECT_EQ(judgement->verdict, Verdict::green);
  EXPECT_THAT(decided(), ElementsAre("t/two:c"));
}

TEST_F(GateDerive, APositionalThatNoChildAnswersToIsIncomplete) {
  rig_.context.selection.positionals = {"t/three"};
  const auto judgement = run();
  EXPECT_EQ(judgement->verdict, Verdict::incomplete);
  const auto problems = rig_.log.of<model::TargetProblem>();
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems.front().kind, ProblemKind::list_failed);
  EXPECT_THAT(problems.front().detail, HasSubstr("t/three"));
}

TEST_F(GateDerive, ATestThatTheProgramNoLongerHasIsAProblem) {
  rig_.listing_of["/bin/two"] = {"a", "b"};
  const auto judgement = run();
  EXPECT_EQ(judgement->verdict, Verdict::incomplete);
  const auto problems = rig_.log.of<model::TargetProblem>();
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems.front().target, "t/two");
  EXPECT_THAT(problems.front().detail, HasSubstr("'c'"));
}

TEST_F(GateDerive, OneWithoutTestsIsNoProblem) {
  rig_.listing_of["/bin/one"] = {};
  EXPECT_EQ(run()->verdict, Verdict::green);
}

TEST(GateDeriveOwn, AConfiguredProgramWithoutTestsIsAProblemBesideOthersToo) {
  GateRig rig({"a"});
  rig.add_target("empty");
  rig.listing_of["/bin/empty"] = {};
  const auto judgement = rig.run([](const StartSpec& spec) {
    return testing::play(spec, [](std::size_t) { return "pass"; });
  });
  EXPECT_EQ(judgement->verdict, Verdict::incomplete);
  ASSERT_EQ(rig.log.of<model::TargetProblem>().size(), 1U);
  EXPECT_EQ(rig.log.of<model::TargetProblem>().front().target, "empty");
}

TEST(GateDeriveOwn, TheParentKeepsTestsOfItsOwn) {
  GateRig rig({"mine", "derive one"});
  rig.listing_of["/bin/one"] = {"a"};
  const auto judgement = rig.run([](const StartSpec& spec) {
    return testing::play(spec, [](std::size_t) { return "pass"; });
  });
  EXPECT_EQ(judgement->verdict, Verdict::green);
  std::vector<std::string> ids;
  for (const auto& one : rig.log.of<model::TestSettled>()) ids.push_back(one.test.text());
  EXPECT_THAT(ids, ElementsAre("t:mine", "t/one:a"));
  EXPECT_TRUE(rig.log.of<model::TargetDerived>().front().has_tests);
}

TEST_F(GateDerive, AProgramThatIsAnotherOneOnResumeIsNotJudgedOn) {
  ResumePoint point;
  point.listed["t/one"] = "the digest of what it was";
  point.listed["t/two"] = "";  // as now: /bin/two is no program
  rig_.context.resume = point;
  const auto judgement = run();
  EXPECT_EQ(judgement->verdict, Verdict::incomplete);
  EXPECT_EQ(judgement->counts.of(Outcome::not_run), 2U);
  EXPECT_EQ(judgement->counts.of(Outcome::passed), 2U);
  ASSERT_EQ(rig_.log.of<model::TargetProblem>().size(), 1U);
  EXPECT_EQ(rig_.log.of<model::TargetProblem>().front().target, "t/one");
}

}  // namespace
}  // namespace cupel::engine
