// SPDX-License-Identifier: Apache-2.0
// What real Catch2 programs streamed, and what no honest one does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catch2_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

using Words = std::map<std::string, std::string>;

class Catch2Basic : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Catch2Basic, Of371EveryTestHasAnOutcome) {
  ReportLaunch launch = captured_v3("basic.run.xml");
  launch.chunk = GetParam();
  launch.termination = model::Exited{42};
  Story story = play_report(*make_catch2(), launch);
  EXPECT_EQ(enabled_not_passed(story), (Words{{"fail twice", "failed"},
                                              {"fatal", "failed"},
                                              {"throws", "failed"},
                                              {"throws int", "failed"},
                                              {"fail macro", "failed"},
                                              {"fail check", "failed"},
                                              {"should fail but passes", "failed"},
                                              {"skips", "skipped: not on this box"},
                                              {"skips one section", "skipped: a skipped"},
                                              {"fails then skips", "failed"},
                                              {"sections", "failed"},
                                              {"generators", "failed"},
                                              {"dynamic sections", "failed"}}));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_EQ(story.channel, "stream");
}
INSTANTIATE_TEST_SUITE_P(Chunks, Catch2Basic, ::testing::Values(1, 2, 7, 64, 4096, 1 << 20));

TEST(Catch2Report, BasicDetailsOf371) {
  Story story = play_report(*make_catch2(), captured_v3("basic.run.xml"));
  for (const model::TestCase& test : story.listing.tests) {
    EXPECT_EQ(story.of(test.name).started, test.disabled ? 0 : 1) << test.name;
    EXPECT_EQ(story.of(test.name).finished, test.disabled ? 0 : 1) << test.name;
  }
  EXPECT_EQ(story.message("fail twice"), "CHECK( 1 == 2 )\nwith message:\n  info text");
  EXPECT_EQ(story.message("fail twice", 1),
            "CHECK( std::string(\"a\\nb\") == \"a\\nc\" )\nwith expansion:\n  \"a\n  b\"\n  ==\n  "
            "\"a\n  c\"\nwith message:\n  info text\n  7 := 7");
  EXPECT_EQ(story.of("fail twice").result.failures[0].location,
            (model::Location{"catch2v3/basic.cpp", 15}));
  EXPECT_EQ(story.message("throws"), "unexpected exception with message:\n  boom");
  EXPECT_EQ(story.of("throws").result.failures[0].location,
            (model::Location{"catch2v3/basic.cpp", 17}));
  EXPECT_EQ(story.message("fail macro"), "gave up");
  EXPECT_EQ(story.message("should fail but passes"), "it is tagged [!shouldfail] and did not fail");
  EXPECT_THAT(story.of("may fail").result.properties,
              ElementsAre(Pair("expected_failure", "CHECK( false )")));
  EXPECT_THAT(story.of("may fail").result.failures, IsEmpty());
  EXPECT_THAT(story.of("should fail").result.properties, SizeIs(1));
  EXPECT_THAT(story.of("fails then skips").result.failures, SizeIs(1));
  EXPECT_THAT(story.of("sections").subcases, ElementsAre("first", "first/inner A", "first/inner B",
                                                         "second, with comma", "spaced"));
  EXPECT_THAT(story.of("dynamic sections").subcases, ElementsAre("dyn 0", "dyn 1", "dyn 2"));
  EXPECT_GE(*story.of("slow").result.duration, std::chrono::milliseconds(30));
  EXPECT_EQ(story.word("same"), "passed");
  EXPECT_EQ(story.word("same@2"), "passed");
}

TEST(Catch2Report, NoisyTestsOf371) {
  Story story = play_report(*make_catch2(), captured_v3("noisy.run.xml"));
  EXPECT_EQ(enabled_not_passed(story),
            (Words{{"fake xml", "failed"}, {"bad utf8 failure", "failed"}}));
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.of("fake xml").result.output, HasSubstr("<TestCase name=\"ghost\">"));
  EXPECT_THAT(story.message("bad utf8 failure"), HasSubstr("\\xFF\\x01\\x1B]]>"));
}

struct Ending {
  const char* file;
  model::Termination termination;
};
class Catch2Dying : public ::testing::TestWithParam<Ending> {};

TEST_P(Catch2Dying, TheTestStaysOpenAndTheRunIncomplete) {
  ReportLaunch launch = captured_v3(GetParam().file);
  launch.termination = GetParam().termination;
  Story story = play_report(*make_catch2(), launch);
  EXPECT_EQ(story.word("A one"), "passed");
  EXPECT_EQ(story.word("A two"), "failed");
  EXPECT_EQ(story.word("B dies"), "running");
  EXPECT_EQ(story.word("C three"), "owed");
  EXPECT_THAT(story.of("B dies").subcases, ElementsAre("outer", "outer/inner"));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(
    Catch2Report, Catch2Dying,
    ::testing::Values(Ending{"crash.abort.xml", model::Signalled{6, false}},
                      Ending{"crash.segv.xml", model::Signalled{11, false}},
                      Ending{"crash.terminate.xml", model::Signalled{6, false}},
                      Ending{"crash.kill.xml", model::Signalled{9, false}},
                      Ending{"crash.exit0.xml", model::Signalled{11, false}},
                      Ending{"crash._exit0.xml", model::Exited{0}},
                      Ending{"crash.hang_sigkill.xml",
                             model::KilledByUs{model::KillReason::test_timeout, true}},
                      Ending{"crash.hang_sigterm.xml",
                             model::KilledByUs{model::KillReason::test_timeout, false}}));

TEST(Catch2Report, ASecondRunnerBreaksIt) {
  Story story = play_report(*make_catch2(), captured_v3("crash.fork.xml"));
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_EQ(story.word("B dies"), "!passed") << "it is the one that forked";
  EXPECT_EQ(story.word("A one"), "passed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Catch2Report, Of21310EveryTestHasAnOutcome) {
  for (const std::size_t chunk : {1U, 13U, 1U << 20}) {
    ReportLaunch launch = captured_v2("basic.run.xml", 51, 2);
    launch.chunk = chunk;
    Story story = play_report(*make_catch2(), launch);
    EXPECT_EQ(enabled_not_passed(story), (Words{{"fail twice", "failed"},
                                                {"fatal", "failed"},
                                                {"throws", "failed"},
                                                {"throws int", "failed"},
                                                {"fail macro", "failed"},
                                                {"fail check", "failed"},
                                                {"should fail but passes", "failed"},
                                                {"sections", "failed"},
                                                {"generators", "failed"},
                                                {"dynamic sections", "failed"}}));
    EXPECT_THAT(story.broken, IsEmpty());
    EXPECT_THAT(story.unlisted, IsEmpty());
    EXPECT_THAT(story.completed, ElementsAre(false));
    EXPECT_THAT(
        story.of("sections").subcases,
        ElementsAre("first", "first/inner A", "first/inner B", "second, with comma", "spaced"));
    EXPECT_GE(*story.of("slow").result.duration, std::chrono::milliseconds(30));
  }
}

class Catch2DyingV2 : public ::testing::TestWithParam<Ending> {};

TEST_P(Catch2DyingV2, TheTestStaysOpenAndTheRunIncomplete) {
  ReportLaunch launch = captured_v2(GetParam().file, 5, 0);
  launch.termination = GetParam().termination;
  Story story = play_report(*make_catch2(), launch);
  EXPECT_EQ(story.word("A one"), "passed");
  EXPECT_EQ(story.word("A two"), "failed");
  EXPECT_EQ(story.word("B dies"), "running");
  EXPECT_EQ(story.word("C three"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(Catch2Report, Catch2DyingV2,
                         ::testing::Values(Ending{"crash.abort.xml", model::Signalled{6, false}},
                                           Ending{"crash.segv.xml", model::Signalled{11, false}},
                                           Ending{"crash.kill.xml", model::Signalled{9, false}},
                                           Ending{"crash.exit0.xml", model::Signalled{11, false}},
                                           Ending{"crash._exit0.xml", model::Exited{0}}));

TEST(Catch2Report, ASecondRunnerOf21310IsNeverGreen) {
  Story story = play_report(*make_catch2(), captured_v2("crash.fork.xml", 5, 0));
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Catch2Report, AClosedStandardOutputIsNoMatter) {
  Story story = play_report(*make_catch2(), captured_v3("crash.closeout.xml"));
  EXPECT_EQ(enabled_not_passed(story), (Words{{"A two", "failed"}, {"C four", "failed"}}));
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST(Catch2Report, EveryCutLeavesNoFalseEnd) {
  const ReportLaunch whole = captured_v3("crash.closeout.xml");
  for (std::size_t size = 0; size < whole.report.size(); size += 3) {
    ReportLaunch launch = whole;
    launch.report.resize(size);
    Story story = play_report(*make_catch2(), launch);
    EXPECT_THAT(story.broken, IsEmpty()) << size;
    if (size + 20 < whole.report.size()) {
      EXPECT_THAT(story.completed, IsEmpty()) << size;
    }
  }
}

// --- what no honest program sends

const std::vector<std::string> abc = {"a", "b", "c"};

Story played(const std::string& body, const std::vector<std::string>& names = abc) {
  ReportLaunch launch;
  launch.listing = listing_named(names, "3.7.1");
  launch.report = v3_document(body);
  launch.files["verdicts.txt"] = verdicts_of(launch.report);
  return play_report(*make_catch2(), launch);
}

TEST(Catch2Hostile, TheHonestTwin) {
  Story story = played(v3_test("a", 1) + v3_test("b", 2) + v3_test("c", 3) + v3_totals(3, 0));
  EXPECT_THAT(enabled_not_passed(story), IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(Catch2Hostile, ADoubledTestIsContradictedAndItsForkerNamed) {
  Story story = played(v3_test("a", 1) + v3_test("b", 2) + v3_test("c", 3) + v3_test("b", 2) +
                       v3_test("c", 3) + v3_totals(5, 0));
  EXPECT_EQ(story.word("a"), "!passed");
  EXPECT_EQ(story.word("b"), "!passed");
  EXPECT_EQ(story.word("c"), "passed");
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("a second time")));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Catch2Hostile, ATestThatNobodyAskedForIsSaid) {
  Story story = played(v3_test("a", 1) + v3_test("ghost", 9) + v3_test("b", 2) + v3_test("c", 3) +
                       v3_totals(4, 0));
  EXPECT_THAT(story.unlisted, ElementsAre("ghost"));
  EXPECT_THAT(enabled_not_passed(story), IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(Catch2Hostile, AnotherPlaceIsAnotherTest) {
  Story story = played(v3_test("a", 7) + v3_totals(1, 0));
  EXPECT_THAT(story.unlisted, ElementsAre("a"));
  EXPECT_EQ(story.word("a"), "owed");
}

TEST(Catch2Hostile, TotalsThatDoNotAddUp) {
  EXPECT_THAT(played(v3_test("a", 1) + v3_totals(2, 0)).broken,
              ElementsAre(HasSubstr("totals are not")));
  EXPECT_THAT(played(v3_test("a", 1, false) + v3_totals(1, 0)).broken,
              ElementsAre(HasSubstr("totals are not")));
  EXPECT_THAT(played(v3_test("a", 1)).broken, ElementsAre(HasSubstr("without the totals")));
  EXPECT_THAT(played(v3_test("a", 1) + v3_totals(1, 0) + v3_totals(1, 0)).broken,
              ElementsAre(HasSubstr("totals of the run")));
}

TEST(Catch2Hostile, ATestInsideATest) {
  Story story = played("<TestCase name=\"a\" filename=\"f.cpp\" line=\"1\">" + v3_test("b", 2) +
                       "<OverallResult success=\"true\"/></TestCase>" + v3_totals(2, 0));
  EXPECT_EQ(story.word("a"), "running");
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("'a' was running")));
}

TEST(Catch2Hostile, ATestWithoutAResultOrWithTwo) {
  const std::string open = "<TestCase name=\"a\" filename=\"f.cpp\" line=\"1\">";
  EXPECT_EQ(played(open + "</TestCase>" + v3_totals(1, 0)).word("a"), "running");
  const std::string good = "<OverallResult success=\"true\"/>";
  EXPECT_EQ(played(open + good + good + "</TestCase>" + v3_totals(1, 0)).word("a"), "running");
  EXPECT_EQ(played(open + "<OverallResult success=\"yes\"/></TestCase>").word("a"), "running");
}

TEST(Catch2Hostile, NothingAfterAFatalConditionCounts) {
  const std::string fatal =
      "<TestCase name=\"a\" filename=\"f.cpp\" line=\"1\"><FatalErrorCondition/>"
      "<OverallResult success=\"true\"/></TestCase>";
  Story story = played(fatal + v3_test("b", 2) + v3_totals(2, 0));
  EXPECT_EQ(story.word("a"), "running");
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Catch2Hostile, TextAfterTheEndBreaksIt) {
  ReportLaunch launch;
  launch.listing = listing_named({"a"}, "3.7.1");
  launch.report = v3_document(v3_test("a", 1) + v3_totals(1, 0)) + "<more/>";
  Story story = play_report(*make_catch2(), launch);
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Catch2Hostile, AWholeForgedReportLacksTheSecondOne) {
  ReportLaunch launch;
  launch.listing = listing_named({"a", "b"}, "3.7.1");
  launch.report = v3_document(v3_test("a", 1) + v3_test("b", 2, false) + v3_totals(1, 1));
  const std::string honest = ":test-result: PASS a\n:test-result: FAIL b\n";
  launch.files["verdicts.txt"] = honest;
  EXPECT_THAT(play_report(*make_catch2(), launch).completed, ElementsAre(false));
  for (const std::string& verdicts :
       {std::string(), honest.substr(0, 21), honest + ":test-result: SKIP c\n",
        std::string(":test-result: PASS a\n:test-result: PASS b\n")}) {
    launch.files["verdicts.txt"] = verdicts;
    Story story = play_report(*make_catch2(), launch);
    EXPECT_EQ(story.word("a"), "!passed") << verdicts;
    EXPECT_EQ(story.word("b"), "failed") << verdicts;
    EXPECT_THAT(story.broken, SizeIs(1)) << verdicts;
    EXPECT_THAT(story.completed, IsEmpty()) << verdicts;
  }
  launch.files.clear();
  EXPECT_EQ(play_report(*make_catch2(), launch).completed.size(), 0U);
}

TEST(Catch2Hostile, NoTestsIsNoResult) {
  Story story = played(v3_totals(0, 0));
  EXPECT_EQ(story.word("a"), "owed");
  EXPECT_THAT(story.completed, ElementsAre(true));
}

}  // namespace
}  // namespace cupel::harness::testing
