// SPDX-License-Identifier: Apache-2.0
// What real programs sent, test by test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gtest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

using Words = std::map<std::string, std::string>;

Words basic_words() {
  return {
      {"Plain.FailTwice", "failed"},
      {"Plain.Fatal", "failed"},
      {"Plain.Throws", "failed"},
      {"Plain.ThrowsInt", "failed"},
      {"Plain.Skips", "skipped: not on this box"},
      {"Plain.SkipsNoReason", "skipped"},
      {"Plain.FailsThenSkips", "failed"},
      {"Plain.Traced", "failed"},
      {"Plain.AtElsewhere", "failed"},
      {"Plain.InThread", "failed"},
      {"Plain.DISABLED_Off", "owed"},
      {"DISABLED_Suite.Off", "owed"},
      {"DISABLED_Inst/P.Run/0", "owed"},
      {"SuiteBad.One", "failed"},
      {"SuiteBad.Two", "failed"},
      {"SuiteSkip.One", "failed"},
      {"Strs/P.Run/3", "failed"},
  };
}

class Basic : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Basic, Gives1121AnOutcomeForEveryTest) {
  Launch launch = captured("1.12.1", "basic", "basic", true);
  launch.chunk = GetParam();
  Story story = play(launch);
  EXPECT_EQ(not_passed(story), basic_words());
  EXPECT_EQ(story.channel, "stream+report");
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(false));
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "SetUpTestSuite of SuiteBad");
  EXPECT_EQ(story.outside[0].failure.message, "Failed\nsuite setup broke");
  EXPECT_EQ(story.outside[0].failure.location, (model::Location{"basic.cpp", 40}));
}
INSTANTIATE_TEST_SUITE_P(Chunks, Basic, ::testing::Values(1, 2, 7, 64, 4096, 1 << 20));

TEST(Captured, BasicDetailsOf1121) {
  Story story = play(captured("1.12.1", "basic", "basic", true));
  for (const model::TestCase& test : story.listing.tests) {
    EXPECT_EQ(story.of(test.name).started, test.disabled ? 0 : 1) << test.name;
    EXPECT_EQ(story.of(test.name).finished, test.disabled ? 0 : 1) << test.name;
    EXPECT_THAT(story.of(test.name).contradictions, IsEmpty()) << test.name;
  }
  EXPECT_EQ(story.message("Plain.FailTwice"),
            "Expected equality of these values:\n  1\n  2\nfirst extra");
  EXPECT_THAT(story.message("Plain.FailTwice", 1), HasSubstr("line one\nline two"));
  EXPECT_EQ(story.of("Plain.FailTwice").result.failures[0].location,
            (model::Location{"basic.cpp", 11}));
  EXPECT_EQ(story.message("Plain.Throws"),
            "C++ exception with description \"boom\" thrown in the test body.");
  EXPECT_EQ(story.of("Plain.Throws").result.failures[0].location, (model::Location{"", 0}));
  EXPECT_EQ(story.of("Plain.AtElsewhere").result.failures[0].location,
            (model::Location{"elsewhere.inc", 77}));
  EXPECT_THAT(story.of("Plain.FailsThenSkips").result.failures, SizeIs(1))
      << "the skip after the failure is no failure";
  EXPECT_THAT(story.of("Plain.Props").result.properties,
              ElementsAre(Pair("speed", "18"), Pair("note", "a \"quoted\" <b> & \xc3\xa9"),
                          Pair("dotted.key-1", "v")));
  EXPECT_GE(*story.of("Plain.Slow").result.duration, std::chrono::milliseconds(30));
  EXPECT_THAT(story.of("Plain.Fatal").result.output, HasSubstr("basic.cpp:14: Failure"));
  EXPECT_EQ(story.of("Plain.Pass").result.output, "");
  EXPECT_THAT(story.message("SuiteBad.One"), HasSubstr("suite setup broke"));
  EXPECT_EQ(story.word("Dup.twin"), "passed");
  EXPECT_EQ(story.word("Dup.twin@2"), "passed");
}

TEST(Captured, BasicOf1100WithoutReport) {
  Story story = play(captured("1.10.0", "basic", "basic", false));
  Words expected = basic_words();
  // This version runs the tests of a suite whose set-up failed or skipped.
  expected.erase("SuiteBad.One");
  expected.erase("SuiteBad.Two");
  // Among failed tests of its suite, and without a report, a skip cannot be told from a failure.
  expected["Plain.Skips"] = "unsettled";
  expected["Plain.SkipsNoReason"] = "unsettled";
  EXPECT_EQ(not_passed(story), expected);
  EXPECT_EQ(story.channel, "stream");
  ASSERT_THAT(story.outside, SizeIs(2));
  EXPECT_EQ(story.outside[0].where, "SetUpTestSuite of SuiteBad");
  // Its failed test hides what the suite's own word would prove, and this version prints no skip.
  EXPECT_EQ(story.outside[1].where, "SetUpTestSuite of SuiteSkip");
}

TEST(Captured, BasicOf1180WithoutReport) {
  Story story = play(captured("1.18.0", "basic", "basic", false));
  Words expected = basic_words();
  expected["SuiteSkip.One"] = "skipped: suite set-up skipped: suite skip";
  expected["Plain.Skips"] = "unsettled";
  expected["Plain.SkipsNoReason"] = "unsettled";
  EXPECT_EQ(not_passed(story), expected);
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "SetUpTestSuite of SuiteBad");
  EXPECT_EQ(story.message("SuiteBad.Two"), "Failed\nsuite setup broke");
}

class Noisy : public ::testing::TestWithParam<std::string> {};
TEST_P(Noisy, OutputNeverReachesTheOutcome) {
  Launch launch = captured(GetParam(), "noisy", "noisy", false, false);
  launch.out = console_of(launch.stream[0].second);
  Story story = play(launch);
  EXPECT_EQ(not_passed(story), (Words{{"N.FakeOk", "failed"}, {"N.BadUtf8Failure", "failed"}}));
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.message("N.BadUtf8Failure"), HasSubstr("msg \x02 \\xFE"));
  EXPECT_THAT(story.completed, ElementsAre(false));
}
INSTANTIATE_TEST_SUITE_P(Versions, Noisy, ::testing::Values("1.10.0", "1.12.1", "1.18.0"));

TEST(Captured, NoisyReportWithBadBytes) {
  Story story = play(captured("1.12.1", "noisy", "noisy", true, false));
  EXPECT_EQ(not_passed(story), (Words{{"N.FakeOk", "failed"}, {"N.BadUtf8Failure", "failed"}}));
  EXPECT_EQ(story.channel, "stream+report");
}

TEST(Captured, CrashInsideATest) {
  for (const char* how : {"abort", "_exit0", "exit0"}) {
    Launch launch = captured("1.12.1", "crash", std::string("crash.") + how, false);
    launch.files["premature_exit"] = "0";
    launch.termination = how[0] == 'a' ? model::Termination(model::Signalled{6, false})
                                       : model::Termination(model::Exited{0});
    Story story = play(launch);
    EXPECT_EQ(
        not_passed(story),
        (Words{
            {"A.Two", "failed"}, {"B.Dies", "running"}, {"C.Three", "owed"}, {"C.Four", "owed"}}))
        << how;
    EXPECT_THAT(story.completed, IsEmpty()) << how;
    EXPECT_THAT(story.broken, IsEmpty()) << how;
    EXPECT_THAT(story.outside, IsEmpty()) << how;
    EXPECT_EQ(story.channel, "stream");
  }
}

TEST(Captured, TheHonestTwinOfTheCrash) {
  Story story = play(captured("1.12.1", "crash", "crash.none", true));
  EXPECT_EQ(not_passed(story), (Words{{"A.Two", "failed"}, {"C.Four", "failed"}}));
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.of("A.One").result.properties, ElementsAre(Pair("k", "v")));
}

TEST(Captured, ClosedStdoutChangesNothing) {
  Story story = play(captured("1.12.1", "crash", "crash.closeout", true));
  EXPECT_EQ(not_passed(story), (Words{{"A.Two", "failed"}, {"C.Four", "failed"}}));
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(Captured, ForkedChildThatGoesOn) {
  Story story = play(captured("1.12.1", "crash", "crash.fork", true));
  EXPECT_EQ(story.word("A.One"), "passed");
  EXPECT_EQ(story.word("A.Two"), "failed");
  EXPECT_EQ(story.word("B.Dies"), "!passed") << "it is the one that forked";
  EXPECT_EQ(story.word("C.Three"), "!passed");
  EXPECT_EQ(story.word("C.Four"), "!failed");
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_EQ(story.channel, "stream");
}

TEST(Captured, DeathTestsOfBothStyles) {
  Story fast = play(captured("1.12.1", "death", "death", true));
  EXPECT_EQ(not_passed(fast), (Words{{"XDeathTest.Survives", "failed"}}));
  Launch launch = captured("1.12.1", "death", "death_ts", true);
  for (int n : {1, 2, 3}) launch.stream.emplace_back(n, read_data("1.12.1/death_ts.stream.1"));
  std::rotate(launch.stream.begin(), launch.stream.begin() + 1, launch.stream.end());
  Story safe = play(launch);
  EXPECT_EQ(not_passed(safe), (Words{{"XDeathTest.Survives", "failed"}}));
  EXPECT_THAT(safe.broken, IsEmpty()) << "a version line alone is harmless, whenever it comes";
}

TEST(Captured, FailingEnvironment) {
  Story story = play(captured("1.12.1", "props_env", "envfail", true));
  EXPECT_EQ(not_passed(story),
            (Words{{"R.Name", "failed"}, {"R.Failures", "failed"}, {"R.Bad", "failed"}}));
  EXPECT_EQ(story.message("R.Bad"), "Failed\nenv broke");
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "set-up of the global environment");
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST(Captured, SkippingEnvironment) {
  Story story = play(captured("1.12.1", "props_env", "envskip", true));
  const std::string skipped = "skipped: global environment skipped: env skip";
  EXPECT_EQ(not_passed(story),
            (Words{{"R.Name", skipped}, {"R.Failures", skipped}, {"R.Bad", skipped}}));
  EXPECT_EQ(story.of("R.Name").started, 0);
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(Captured, SkippingEnvironmentWithoutReportProvesNothing) {
  Story story = play(captured("1.12.1", "props_env", "envskip", false));
  EXPECT_EQ(not_passed(story),
            (Words{{"R.Name", "owed"}, {"R.Failures", "owed"}, {"R.Bad", "owed"}}));
}

TEST(Captured, FailingTearDownOfTheEnvironment) {
  Story story = play(captured("1.12.1", "props_env", "tdfail", true));
  EXPECT_EQ(not_passed(story), (Words{{"R.Name", "failed"}}));
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "tear-down of the global environment, or between two suites");
  EXPECT_EQ(story.outside[0].failure.message, "Failed\nteardown broke");
}

TEST(Captured, PropertiesNamedLikeResultsChangeNone) {
  Story story = play(captured("1.12.1", "props_env", "props", true));
  EXPECT_EQ(not_passed(story), (Words{{"R.Name", "failed"}}));
  EXPECT_THAT(story.of("R.Failures").result.properties,
              ElementsAre(Pair("failures", "x"), Pair("message", "m"), Pair("result", "FAKE"),
                          Pair("timestamp", "t")));
}

}  // namespace
}  // namespace cupel::harness::testing
