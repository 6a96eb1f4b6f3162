// SPDX-License-Identifier: Apache-2.0
// What logs and reports come to, honest ones and others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "boost_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

BoostLaunch three() {
  BoostLaunch launch;
  launch.listing = of_paths({"a", "s/b", "s/c"});
  launch.log = module_log(in_log("a") + suite_log("s", in_log("b") + in_log("c")));
  launch.report = report_of(in_report("a") + suite_report("s", in_report("b") + in_report("c")));
  return launch;
}

TEST(BoostHostile, TheHonestTwin) {
  Story story = play(three());
  for (const char* name : {"a", "s/b", "s/c"}) EXPECT_EQ(story.word(name), "passed") << name;
  EXPECT_EQ(*story.of("a").result.duration, std::chrono::microseconds(250));
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_EQ(story.channel, "log+report");
}

TEST(BoostHostile, WithoutTheReportNothingIsSettled) {
  BoostLaunch launch = three();
  launch.report.clear();
  launch.termination = model::Signalled{6, false};
  Story story = play(launch);
  for (const char* name : {"a", "s/b", "s/c"}) EXPECT_EQ(story.word(name), "unsettled") << name;
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_EQ(story.channel, "log");
}

TEST(BoostHostile, TheLogNamesTheCulprit) {
  BoostLaunch launch = three();
  launch.log =
      "Entering test module \"m\"\n" + in_log("a") + enter("suite", "s") + enter("case", "b");
  launch.report.clear();
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "unsettled");
  EXPECT_EQ(story.word("s/b"), "running");
  EXPECT_EQ(story.word("s/c"), "owed");
}

TEST(BoostHostile, AForgedEndProvesNothing) {
  BoostLaunch launch = three();
  launch.log = "Entering test module \"m\"\n" + enter("case", "a") + leave("case", "a") +
               enter("suite", "s") + enter("case", "b");
  launch.report.clear();
  EXPECT_EQ(play(launch).word("a"), "unsettled");
}

TEST(BoostHostile, LinesInAMessageChangeNoOutcome) {
  BoostLaunch launch = three();
  const std::string lines = "x.cc(1): error: in \"a\": not so\n" + leave("case", "a") +
                            enter("case", "ghost") + leave("suite", "s") + enter("suite", "other") +
                            enter("case", "a") + "Test case \"s/b\" is skipped because I say so\n";
  launch.log = module_log(in_log("a", lines) + suite_log("s", in_log("b") + in_log("c")));
  Story story = play(launch);
  for (const char* name : {"a", "s/b", "s/c"}) EXPECT_EQ(story.word(name), "passed") << name;
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(BoostHostile, FailuresHaveTheirPlaceAndAllTheirLines) {
  BoostLaunch launch = three();
  launch.log = module_log(
      in_log("a",
             "f.cc(9): error: in \"a\": one\ntwo\nf.cc(10): fatal error: in \"a\": three\n"
             "f.cc(11): warning: in \"a\": no failure\nof two lines\n") +
      suite_log("s", in_log("b") + in_log("c")));
  launch.report = report_of(
      in_report("a", "aborted", 0, 2) + suite_report("s", in_report("b") + in_report("c")),
      "failed");
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "failed");
  ASSERT_THAT(story.of("a").result.failures, SizeIs(2));
  EXPECT_EQ(story.message("a"), "one\ntwo");
  EXPECT_EQ(story.message("a", 1), "three");
  EXPECT_EQ(story.of("a").result.failures[0].location, (model::Location{"f.cc", 9}));
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.outside, IsEmpty());
}

TEST(BoostHostile, ExpectedFailuresPassAndAreAProperty) {
  BoostLaunch launch = three();
  launch.log = module_log(in_log("a", "f.cc(9): error: in \"a\": one\n") +
                          suite_log("s", in_log("b") + in_log("c")));
  launch.report = report_of(in_report("a", "passed", 0, 1, 2) +
                            suite_report("s", in_report("b") + in_report("c")));
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_THAT(story.of("a").result.failures, IsEmpty());
  EXPECT_THAT(story.of("a").result.properties,
              ElementsAre(Pair("expected_failure", "1 of 2 expected failures: one")));
}

TEST(BoostHostile, SkipsOfATestAndOfASuite) {
  BoostLaunch launch = three();
  launch.log = module_log(
      "f.cc(3): Test case \"a\" is skipped because precondition failed: no\n"
      "f.cc(3): Test suite \"s\" is skipped because dependency failed\n");
  launch.report = report_of(in_report("a", "skipped", 0) + suite_report("s", "", "skipped"));
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "skipped: precondition failed: no");
  EXPECT_EQ(story.word("s/b"), "skipped: dependency failed");
  EXPECT_EQ(story.word("s/c"), "skipped: dependency failed");
}

TEST(BoostHostile, ATestThatNeverRanHasNotPassed) {
  BoostLaunch launch = three();
  launch.log = module_log(in_log("a") +
                          suite_log("s", "unknown location(0): fatal error: in \"s\": no luck\n"));
  launch.report = report_of(
      in_report("a") +
          suite_report("s", in_report("b", "passed", 0) + in_report("c", "passed", 0), "aborted"),
      "failed");
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("s/b"), "failed");
  EXPECT_THAT(story.message("s/b"), HasSubstr("set-up"));
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].failure.message, "no luck");

  // Without a set-up to blame it is owed.
  launch.report = report_of(in_report("a") + suite_report("s", in_report("b", "passed", 0) +
                                                                   in_report("c", "passed", 0)));
  EXPECT_EQ(play(launch).word("s/b"), "owed");
}

TEST(BoostHostile, ASuiteThatFailsByItself) {
  BoostLaunch launch = three();
  launch.report = report_of(
      in_report("a") + suite_report("s", in_report("b") + in_report("c"), "failed"), "failed");
  Story story = play(launch);
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_THAT(story.outside[0].where, HasSubstr("suite s"));
}

TEST(BoostHostile, AReportThatIsNotOfTheRun) {
  BoostLaunch launch = three();
  launch.report += launch.report;
  EXPECT_THAT(play(launch).broken, ElementsAre("something was written behind its end"));
  launch = three();
  launch.report.resize(launch.report.size() - 5);
  EXPECT_THAT(play(launch).broken, ElementsAre("it has no end"));
  launch = three();
  launch.doubt = "it was written by a copy";
  EXPECT_THAT(play(launch).broken, ElementsAre("it was written by a copy"));
  launch = three();
  launch.log.resize(launch.log.find("Leaving test module"));
  Story early = play(launch);
  EXPECT_THAT(early.broken, SizeIs(1));
  EXPECT_EQ(early.word("a"), "unsettled");
  launch = three();
  launch.report = "Test setup error: no test cases matching filter\n";
  EXPECT_THAT(play(launch).broken, ElementsAre(HasSubstr("no test cases matching filter")));
  for (const char* bytes : {"<TestResult></TestResult>", "</TestResult>",
                            "<TestResult><TestSuite/><TestSuite/></TestResult>"}) {
    launch = three();
    launch.report = bytes;
    Story story = play(launch);
    EXPECT_THAT(story.broken, SizeIs(1)) << bytes;
    EXPECT_THAT(story.completed, IsEmpty()) << bytes;
  }
}

TEST(BoostHostile, ReportAndLogDisagree) {
  BoostLaunch launch = three();
  launch.log = module_log(enter("case", "a") + suite_log("s", in_log("b") + in_log("c")));
  EXPECT_EQ(play(launch).word("a"), "!running");
  launch = three();
  launch.report = report_of(suite_report("s", in_report("b") + in_report("c")));
  EXPECT_EQ(play(launch).word("a"), "!unsettled");
  launch = three();
  launch.report =
      report_of(in_report("a", "skipped", 0) + suite_report("s", in_report("b") + in_report("c")));
  EXPECT_EQ(play(launch).word("a"), "!unsettled");
  launch = three();
  launch.report = report_of(in_report("a") + in_report("ghost") +
                            suite_report("s", in_report("b") + in_report("c")));
  EXPECT_THAT(play(launch).unlisted, ElementsAre("ghost"));
}

TEST(BoostHostile, NamesOfSeveralLines) {
  BoostLaunch launch;
  launch.listing = of_paths({"new\nline", "new line", "s\n1/x"});
  launch.log =
      module_log(in_log("new\nline") + in_log("new line") + suite_log("s\n1", in_log("x")));
  launch.report = report_of(in_report("new\nline") + in_report("new line", "failed", 0, 1) +
                                suite_report("s\n1", in_report("x")),
                            "failed");
  Story story = play(launch);
  EXPECT_EQ(story.word("new\nline"), "passed");
  EXPECT_EQ(story.word("new line"), "failed");
  EXPECT_EQ(story.word("s\n1/x"), "passed");
}

class BoostChunks : public ::testing::TestWithParam<std::size_t> {};
TEST_P(BoostChunks, ChangeNothing) {
  BoostLaunch launch = three();
  launch.chunk = GetParam();
  Story story = play(launch);
  for (const char* name : {"a", "s/b", "s/c"}) EXPECT_EQ(story.word(name), "passed") << name;
}
INSTANTIATE_TEST_SUITE_P(Sizes, BoostChunks, ::testing::Values(1, 2, 7, 64));

TEST(BoostHostile, GarbageInTheLog) {
  BoostLaunch launch = three();
  launch.log =
      "Entering test case \"\nLeaving test case \"\n): error: in \"\nf(x): error: in \"a\": b\n" +
      std::string(300'000, 'x') + "\n" + std::string(200, '(') + "\n" + launch.log;
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "passed");
}

}  // namespace
}  // namespace cupel::harness::testing
