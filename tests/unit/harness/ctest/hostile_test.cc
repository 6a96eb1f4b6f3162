// SPDX-License-Identifier: Apache-2.0
// Lines and reports that no honest ctest writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

CtestLaunch two() {
  CtestLaunch launch;
  launch.listing = numbered({"one", "two"});
  launch.out =
      start_line(1, "one") + result_line(1, "one") + start_line(2, "two") + result_line(2, "two");
  launch.junit = report_of(report_case("one") + report_case("two"));
  return launch;
}

TEST(CtestHostile, TheHonestTwin) {
  Story story = play(two());
  EXPECT_EQ(story.word("one"), "passed");
  EXPECT_EQ(story.word("two"), "passed");
  EXPECT_EQ(*story.of("one").result.duration, std::chrono::milliseconds(250));
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(CtestHostile, ATestThatWasNotAskedFor) {
  CtestLaunch launch = two();
  launch.out += start_line(3, "ghost") + result_line(3, "ghost");
  Story story = play(launch);
  EXPECT_THAT(story.unlisted, ElementsAre("ghost"));
}

TEST(CtestHostile, AnotherTestOfTheNumber) {
  CtestLaunch launch = two();
  launch.out = start_line(1, "other") + result_line(1, "other");
  launch.junit = report_of(report_case("other"));
  Story story = play(launch);
  EXPECT_EQ(story.word("one"), "owed");
  ASSERT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.broken[0], HasSubstr("-C CONFIG"));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(CtestHostile, DoubledLines) {
  CtestLaunch launch = two();
  launch.out += start_line(1, "one");
  EXPECT_EQ(play(launch).word("one"), "!passed");
  launch = two();
  launch.out += result_line(1, "one");
  EXPECT_EQ(play(launch).word("one"), "!passed");
  launch = two();
  launch.out += result_line(1, "one", "***Failed");
  EXPECT_EQ(play(launch).word("one"), "!passed");
}

TEST(CtestHostile, AnEndWithoutABeginning) {
  CtestLaunch launch = two();
  launch.out = result_line(1, "one") + start_line(2, "two") + result_line(2, "two");
  launch.junit = report_of(report_case("two"));
  EXPECT_EQ(play(launch).word("one"), "!passed");
}

TEST(CtestHostile, ANextTestBeforeTheEnd) {
  CtestLaunch launch = two();
  launch.out =
      start_line(1, "one") + start_line(2, "two") + result_line(1, "one") + result_line(2, "two");
  EXPECT_EQ(play(launch).word("one"), "!passed");
}

TEST(CtestHostile, LinesAndReportDisagree) {
  CtestLaunch launch = two();
  launch.junit =
      report_of(report_case("one", "fail", "<failure message=\"bad\"/>") + report_case("two"));
  EXPECT_EQ(play(launch).word("one"), "!failed");
  launch = two();
  launch.out = start_line(1, "one") + result_line(1, "one", "***Failed") + start_line(2, "two") +
               result_line(2, "two");
  EXPECT_EQ(play(launch).word("one"), "!failed");
}

TEST(CtestHostile, AReportOfOtherTests) {
  for (const std::string& cases :
       {report_case("one"), report_case("two") + report_case("one"),
        report_case("one") + report_case("two") + report_case("three"), std::string()}) {
    CtestLaunch launch = two();
    launch.junit = report_of(cases);
    Story story = play(launch);
    EXPECT_THAT(story.broken, SizeIs(1)) << cases;
    EXPECT_THAT(story.completed, IsEmpty()) << cases;
  }
}

TEST(CtestHostile, AReportThatIsNone) {
  for (const char* bytes : {"x", "<testsuite>", "<other/>", "\xff\xfe"}) {
    CtestLaunch launch = two();
    launch.junit = bytes;
    Story story = play(launch);
    EXPECT_THAT(story.broken, SizeIs(1)) << bytes;
    EXPECT_THAT(story.completed, IsEmpty()) << bytes;
    EXPECT_EQ(story.channel, "lines");
  }
}

TEST(CtestHostile, ANameOfSeveralLinesIsSettledByTheReport) {
  CtestLaunch launch;
  launch.listing = numbered({"first\nsecond", "two"});
  launch.out = start_line(1, "first\nsecond") +
               "1/2 Test #1: first\nsecond ....   Passed    0.01 sec\n" + start_line(2, "two") +
               result_line(2, "two");
  launch.junit = report_of(report_case("first second") + report_case("two"));
  Story story = play(launch);
  EXPECT_EQ(story.word(launch.listing.tests[0].name), "passed");
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(CtestHostile, NoiseBetweenTheLines) {
  CtestLaunch launch = two();
  launch.out =
      "Internal ctest changing into directory: /b\nStart\nStart x: y\n1/2 Test\n1/2 Test #: a\n" +
      std::string(200'000, 'x') + "\n" + launch.out + "\n100% tests passed\n\n  Start of nothing";
  Story story = play(launch);
  EXPECT_EQ(story.word("one"), "passed");
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
}

TEST(CtestHostile, AnyCutOfTheLinesIsNeverMoreThanItSays) {
  const CtestLaunch whole = two();
  for (std::size_t size = 0; size + 1 < whole.out.size(); ++size) {
    CtestLaunch launch = whole;
    launch.out.resize(size);
    launch.junit.clear();
    Story story = play(launch);
    EXPECT_NE(story.word("two"), "passed") << size;
    EXPECT_THAT(story.completed, IsEmpty());
  }
}

}  // namespace
}  // namespace cupel::harness::testing
