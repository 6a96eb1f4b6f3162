// SPDX-License-Identifier: Apache-2.0
// A program whose result stream never connected: its report at the end, or the console alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gtest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string run(const std::string& name) {
  return "[ RUN      ] " + name + "\n";
}
std::string ok(const std::string& name) {
  return "[       OK ] " + name + " (0 ms)\n";
}
std::string failed(const std::string& name) {
  return "[  FAILED  ] " + name + " (0 ms)\n";
}
std::string closing(int ran, int passed) {
  return "[==========] " + std::to_string(ran) + " tests from 1 test suite ran. (0 ms total)\n" +
         "[  PASSED  ] " + std::to_string(passed) + " tests.\n";
}

Launch text_launch(const std::vector<std::string>& names, const std::string& out) {
  Launch launch;
  launch.listing = named(names);
  launch.out = out;
  return launch;
}

TEST(Console, ReadsARegularEnd) {
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{4096}}) {
    Launch launch = text_launch({"S.a", "S.b"}, run("S.a") + ok("S.a") + run("S.b") +
                                                    "f.cc:3: Failure\nValue of: x\n\n" +
                                                    failed("S.b") + closing(2, 1));
    launch.chunk = chunk;
    launch.termination = model::Exited{1};
    Story story = play(launch);
    EXPECT_EQ(story.word("S.a"), "passed");
    EXPECT_EQ(story.word("S.b"), "failed");
    EXPECT_EQ(story.message("S.b"), "Value of: x");
    EXPECT_EQ(story.of("S.b").result.failures[0].location, (model::Location{"f.cc", 3}));
    EXPECT_EQ(story.channel, "text");
    EXPECT_THAT(story.completed, ElementsAre(false));
  }
}

TEST(Console, BelievesNoOkWithoutTheEnd) {
  Launch launch = text_launch({"S.a", "S.b"}, run("S.a") + ok("S.a") + run("S.b") + "dying");
  launch.termination = model::Signalled{6, false};
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "unsettled");
  EXPECT_EQ(story.word("S.b"), "running");
  EXPECT_THAT(story.completed, IsEmpty());
  launch.out += "\n" + ok("S.b") + closing(2, 2);
  launch.termination = model::Exited{0};
  EXPECT_EQ(play(launch).word("S.b"), "passed");
  launch.files["premature_exit"] = "0";
  EXPECT_EQ(play(launch).word("S.b"), "unsettled") << "it forged the end and left";
}

TEST(Console, BelievesNoSummaryThatMiscounts) {
  const std::string lines = run("S.a") + ok("S.a") + run("S.b") + ok("S.b");
  EXPECT_EQ(play(text_launch({"S.a", "S.b"}, lines + closing(2, 2))).word("S.b"), "passed");
  EXPECT_EQ(play(text_launch({"S.a", "S.b"}, lines + closing(3, 2))).word("S.b"), "unsettled");
  EXPECT_EQ(play(text_launch({"S.a", "S.b"}, lines + closing(2, 1))).word("S.b"), "unsettled");
}

TEST(Console, ForgedOkBeforeTheRealEnd) {
  Story story = play(text_launch(
      {"S.a"}, run("S.a") + ok("S.a") + "f.cc:3: Failure\nx\n\n" + failed("S.a") + closing(1, 0)));
  EXPECT_EQ(story.word("S.a"), "!failed");
}

TEST(Console, MarkersOfOtherTestsAreOutput) {
  Story story =
      play(text_launch({"S.a", "S.b"}, run("S.a") + ok("S.b") + run("S.ghost") + ok("S.ghost") +
                                           failed("S.a") + run("S.b") + ok("S.b") + closing(2, 1)));
  EXPECT_EQ(story.word("S.a"), "failed");
  EXPECT_EQ(story.word("S.b"), "passed");
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.of("S.a").result.output, HasSubstr("S.ghost"));
}

TEST(Console, MarkerAfterAPartialLine) {
  Story story =
      play(text_launch({"S.a"}, run("S.a") + "no newline" + failed("S.a") + closing(1, 0)));
  EXPECT_EQ(story.word("S.a"), "failed");
  EXPECT_EQ(story.of("S.a").result.output, "no newline\n");
}

TEST(Console, ReportDecidesWhereThereIsOne) {
  Launch launch = captured("1.12.1", "crash", "crash.none", true);
  launch.stream.clear();
  launch.termination = model::Exited{1};
  Story story = play(launch);
  EXPECT_EQ(story.word("A.One"), "passed");
  EXPECT_EQ(story.word("A.Two"), "failed");
  EXPECT_EQ(story.word("B.Dies"), "passed");
  EXPECT_EQ(story.word("C.Four"), "failed");
  EXPECT_EQ(story.channel, "text+report");
  EXPECT_THAT(story.completed, ElementsAre(false));
  // Not after an irregular end, when anybody may have written it.
  launch.files["premature_exit"] = "0";
  Story irregular = play(launch);
  EXPECT_EQ(irregular.word("A.One"), "unsettled");
  EXPECT_EQ(irregular.channel, "text");
}

TEST(Console, SkippingAndFailingEnvironmentsByTheReportAlone) {
  Launch launch = captured("1.12.1", "props_env", "envskip", true);
  launch.stream.clear();
  EXPECT_EQ(play(launch).word("R.Name"), "skipped: global environment skipped");
  launch = captured("1.12.1", "props_env", "envfail", true);
  launch.stream.clear();
  launch.termination = model::Exited{1};
  Story story = play(launch);
  EXPECT_EQ(story.word("R.Name"), "failed");
  EXPECT_EQ(story.message("R.Name"), "Failed\nenv broke");
  EXPECT_THAT(story.outside, SizeIs(1));
}

TEST(Console, StreamThatSpeaksLaterIsTheTruth) {
  Launch launch = captured("1.12.1", "crash", "crash.none", true);
  launch.out_first = true;
  Story story = play(launch);
  EXPECT_EQ(story.word("A.One"), "passed");
  EXPECT_EQ(story.word("A.Two"), "failed");
  EXPECT_EQ(story.word("C.Four"), "failed");
  EXPECT_EQ(story.of("A.One").started, 1);
  EXPECT_EQ(story.of("A.One").finished, 1);
  EXPECT_EQ(story.channel, "stream+report");
}

TEST(Console, OutputOfATestIsCutToHeadAndTail) {
  const std::string flood(300'000, 'x');
  Story story = play(text_launch({"S.a"}, run("S.a") + "begin " + flood + "\n" + flood +
                                              " finish\n" + failed("S.a") + closing(1, 0)));
  const std::string& output = story.of("S.a").result.output;
  EXPECT_LT(output.size(), 70'000U);
  EXPECT_TRUE(output.starts_with("begin "));
  EXPECT_TRUE(output.ends_with(" finish\n"));
  EXPECT_THAT(output, HasSubstr("bytes left out"));
}

}  // namespace
}  // namespace cupel::harness::testing
