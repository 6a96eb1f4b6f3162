// SPDX-License-Identifier: Apache-2.0
// What a real ctest said of a tree with every property, test by test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Words = std::map<std::string, std::string>;

Words properties_words() {
  return {
      {"fail", "failed"},
      {"gtest_like", "failed"},
      {"abort", "failed"},
      {"segv", "failed"},
      {"will_fail_bad", "failed"},
      {"will_fail_segv", "failed"},
      {"pass_re_no", "failed"},
      {"fail_re", "failed"},
      {"skip_code", "skipped: it exited with its SKIP_RETURN_CODE, 77"},
      {"skip_re", "skipped: its output matches its SKIP_REGULAR_EXPRESSION"},
      {"timeout", "failed"},
      {"disabled", "owed"},
      {"fix_setup_bad", "failed"},
      {"fix_user_bad", "failed"},
      {"dep_fails", "failed"},
      {"required_file", "failed"},
      {"binary", "failed"},
      {"measure", "failed"},
      {"not_found", "failed"},
  };
}

CtestLaunch properties() {
  CtestLaunch launch;
  launch.listing = properties_listing();
  launch.out = ctest_data("properties.stdout");
  launch.junit = ctest_data("properties.xml");
  launch.termination = model::Exited{8};
  // As captured: everything ran, the disabled one included.
  for (model::TestCase& test : launch.listing.tests) test.disabled = false;
  return launch;
}

class CtestChunks : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CtestChunks, GiveAnOutcomeForEveryTest) {
  CtestLaunch launch = properties();
  launch.chunk = GetParam();
  Story story = play(launch);
  Words expected = properties_words();
  expected["disabled"] = "skipped: Not Run (Disabled)";
  EXPECT_EQ(not_passed(story), expected);
  EXPECT_EQ(story.channel, "lines+report");
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(false));
  for (const model::TestCase& test : story.listing.tests) {
    EXPECT_EQ(story.of(test.name).started, 1) << test.name;
    EXPECT_EQ(story.of(test.name).finished, 1) << test.name;
  }
}
INSTANTIATE_TEST_SUITE_P(Chunks, CtestChunks, ::testing::Values(1, 2, 7, 64, 4096, 1 << 20));

TEST(CtestCaptured, SaysWhy) {
  Story story = play(properties());
  EXPECT_EQ(story.message("fail"), "Failed; its last line was \"failing\"");
  EXPECT_EQ(story.message("abort"), "Subprocess aborted");
  EXPECT_EQ(story.message("segv"), "Exception: SegFault");
  EXPECT_THAT(story.message("pass_re_no"),
              HasSubstr("Failed: Required regular expression not found. Regex=[magic"));
  EXPECT_THAT(story.message("fail_re"), HasSubstr("Error regular expression found in output"));
  EXPECT_THAT(story.message("timeout"), HasSubstr("Timeout"));
  EXPECT_THAT(story.message("fix_user_bad"), HasSubstr("Not Run: Fixture dependency failed"));
  EXPECT_THAT(story.message("required_file"), HasSubstr("/no/such/file"));
  EXPECT_THAT(story.message("not_found"), HasSubstr("Not Run: Unable to find executable"));
  EXPECT_EQ(story.message("measure"), "Failed");
  EXPECT_THAT(story.of("binary").result.output, HasSubstr("[NON-UTF-8-BYTE-0xFF]"));
}

TEST(CtestCaptured, FindsThePlaceOfAGoogleTestFailure) {
  Story story = play(properties());
  ASSERT_THAT(story.of("gtest_like").result.failures, SizeIs(1));
  EXPECT_EQ(story.message("gtest_like"), "the words of it");
  EXPECT_EQ(story.of("gtest_like").result.failures[0].location,
            (model::Location{"thing_test.cc", 12}));
}

TEST(CtestCaptured, DurationsAreThoseOfCtest) {
  Story story = play(properties());
  EXPECT_GE(*story.of("timeout").result.duration, std::chrono::milliseconds(300));
  EXPECT_TRUE(story.of("pass").result.duration);
  EXPECT_FALSE(story.of("required_file").result.duration) << "it never ran";
}

TEST(CtestCaptured, WithoutTheReportTheLinesStand) {
  CtestLaunch launch = properties();
  launch.junit.clear();
  launch.termination = model::Signalled{9, false};
  Story story = play(launch);
  EXPECT_EQ(story.word("pass"), "passed");
  EXPECT_EQ(story.word("fail"), "failed");
  EXPECT_EQ(story.word("skip_code"), "skipped");
  EXPECT_EQ(story.word("required_file"), "failed");
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_EQ(story.channel, "lines");
}

TEST(CtestCaptured, CutLinesNameTheTestThatRan) {
  CtestLaunch launch = properties();
  launch.junit.clear();
  const std::size_t at = launch.out.find("Start 14: timeout\n");
  launch.out.resize(at + 18);
  Story story = play(launch);
  EXPECT_EQ(story.word("skip_re"), "skipped");
  EXPECT_EQ(story.word("timeout"), "running");
  EXPECT_EQ(story.word("env"), "owed");
}

TEST(CtestCaptured, FixturesThatNobodyAskedForAreExtra) {
  CtestLaunch launch;
  launch.listing = properties_listing();
  launch.chosen = {18};  // fix_user
  launch.out = start_line(18, "fix_setup") + result_line(18, "fix_setup") +
               start_line(19, "fix_user") + result_line(19, "fix_user") +
               start_line(20, "fix_cleanup") + result_line(20, "fix_cleanup");
  launch.junit =
      report_of(report_case("fix_setup") + report_case("fix_user") + report_case("fix_cleanup"));
  Story story = play(launch);
  EXPECT_EQ(story.word("fix_user"), "passed");
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));

  launch.out = start_line(18, "fix_setup") + result_line(18, "fix_setup") +
               start_line(19, "fix_user") + result_line(19, "fix_user") +
               start_line(20, "fix_cleanup") + result_line(20, "fix_cleanup", "***Failed");
  launch.junit = report_of(report_case("fix_setup") + report_case("fix_user") +
                           report_case("fix_cleanup", "fail", "<failure message=\"\"/>"));
  Story failing = play(launch);
  EXPECT_EQ(failing.word("fix_user"), "passed");
  ASSERT_THAT(failing.outside, SizeIs(1));
  EXPECT_EQ(failing.outside[0].where, "the fixture's test fix_cleanup");
  EXPECT_THAT(failing.completed, ElementsAre(false));
}

}  // namespace
}  // namespace cupel::harness::testing
