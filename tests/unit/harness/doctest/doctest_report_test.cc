// SPDX-License-Identifier: Apache-2.0
// What real doctest programs streamed, and what no honest one does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

using Words = std::map<std::string, std::string>;

class DoctestBasic : public ::testing::TestWithParam<std::size_t> {};

TEST_P(DoctestBasic, Of249EveryTestHasAnOutcome) {
  ReportLaunch launch = captured_doctest("basic.run.xml");
  launch.chunk = GetParam();
  launch.termination = model::Exited{1};
  Story story = play_report(*make_doctest(), launch);
  EXPECT_EQ(enabled_not_passed(story), (Words{{"fail twice", "failed"},
                                              {"fatal", "failed"},
                                              {"throws", "failed"},
                                              {"throws int", "failed"},
                                              {"fail macro", "failed"},
                                              {"fail check", "failed"},
                                              {"should fail but passes", "failed"},
                                              {"expected failures wrong", "failed"},
                                              {"slow over limit", "failed"},
                                              {"subcases", "failed"}}));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(false));
}
INSTANTIATE_TEST_SUITE_P(Chunks, DoctestBasic, ::testing::Values(1, 2, 7, 64, 4096, 1 << 20));

TEST(DoctestReport, BasicDetailsOf249) {
  Story story = play_report(*make_doctest(), captured_doctest("basic.run.xml"));
  for (const model::TestCase& test : story.listing.tests) {
    EXPECT_EQ(story.of(test.name).started, test.disabled ? 0 : 1) << test.name;
    EXPECT_EQ(story.of(test.name).finished, test.disabled ? 0 : 1) << test.name;
  }
  EXPECT_EQ(story.message("fail twice"), "CHECK( 1 == 2 )\nvalues: 1 == 2\nlogged:\n  info text");
  EXPECT_THAT(story.message("fail twice", 1), HasSubstr("line one\nline two"));
  EXPECT_EQ(story.of("fail twice").result.failures[0].location,
            (model::Location{"doctest/basic.cpp", 10}));
  EXPECT_EQ(story.message("throws"), "unexpected exception: boom");
  EXPECT_EQ(story.of("throws").result.failures[0].location,
            (model::Location{"doctest/basic.cpp", 12}));
  EXPECT_EQ(story.message("fail macro"), "gave up");
  EXPECT_EQ(story.message("should fail but passes"),
            "it is decorated should_fail() and did not fail");
  EXPECT_THAT(story.message("expected failures wrong", 1), HasSubstr("expected_failures(2)"));
  EXPECT_THAT(story.message("slow over limit"), HasSubstr("timeout(0.01)"));
  EXPECT_THAT(story.of("may fail").result.properties,
              ElementsAre(Pair("expected_failure", HasSubstr("CHECK( false )"))));
  EXPECT_THAT(story.of("may fail").result.failures, IsEmpty());
  EXPECT_THAT(story.of("expected failures").result.properties, SizeIs(1));
  EXPECT_THAT(story.of("warns").result.properties, IsEmpty()) << "a warning is no failure";
  EXPECT_THAT(story.of("described").result.properties,
              ElementsAre(Pair("description", "a description")));
  EXPECT_THAT(story.of("subcases").subcases,
              ElementsAre("first", "first/inner A", "first/inner B", "second, with comma"));
  EXPECT_GE(*story.of("slow").result.duration, std::chrono::milliseconds(30));
  EXPECT_EQ(story.word("same name@2"), "passed");
  EXPECT_EQ(story.word("new\nline"), "passed");
  EXPECT_EQ(story.word("(no name)"), "passed");
}

TEST(DoctestReport, NoisyTestsOf249) {
  Story story = play_report(*make_doctest(), captured_doctest("noisy.run.xml"));
  EXPECT_EQ(enabled_not_passed(story),
            (Words{{"fake xml", "failed"}, {"bad utf8 failure", "failed"}}));
  EXPECT_THAT(story.unlisted, IsEmpty());
}

struct Ending {
  const char* file;
  model::Termination termination;
};
class DoctestDying : public ::testing::TestWithParam<Ending> {};

TEST_P(DoctestDying, TheTestStaysOpenAndTheRunIncomplete) {
  ReportLaunch launch = captured_doctest(GetParam().file);
  launch.termination = GetParam().termination;
  Story story = play_report(*make_doctest(), launch);
  EXPECT_EQ(story.word("A one"), "passed");
  EXPECT_EQ(story.word("A two"), "failed");
  EXPECT_EQ(story.word("B dies"), "running");
  EXPECT_EQ(story.word("C three"), "owed");
  EXPECT_THAT(story.of("B dies").subcases, ElementsAre("outer", "outer/inner"));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(
    DoctestReport, DoctestDying,
    ::testing::Values(Ending{"crash.abort.xml", model::Signalled{6, false}},
                      Ending{"crash.segv.xml", model::Signalled{11, false}},
                      Ending{"crash.terminate.xml", model::Signalled{6, false}},
                      Ending{"crash.kill.xml", model::Signalled{9, false}},
                      Ending{"crash.exit0.xml", model::Exited{0}},
                      Ending{"crash._exit0.xml", model::Exited{0}},
                      Ending{"crash.hang_sigterm.xml",
                             model::KilledByUs{model::KillReason::test_timeout, false}}));

TEST(DoctestReport, ASecondRunnerIsNeverGreen) {
  Story story = play_report(*make_doctest(), captured_doctest("crash.fork.xml"));
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_EQ(story.word("B dies"), "!passed") << "it is the one that forked";
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(DoctestReport, EveryCutLeavesNoFalseEnd) {
  const ReportLaunch whole = captured_doctest("crash.closeout.xml");
  for (std::size_t size = 0; size < whole.report.size(); size += 3) {
    ReportLaunch launch = whole;
    launch.report.resize(size);
    Story story = play_report(*make_doctest(), launch);
    EXPECT_THAT(story.broken, IsEmpty()) << size;
    if (size + 12 < whole.report.size()) {
      EXPECT_THAT(story.completed, IsEmpty()) << size;
    }
  }
}

// --- what no honest program sends

Story played(const std::string& body, int passed, int failed = 0,
             std::size_t chunk = std::size_t{1} << 20) {
  ReportLaunch launch;
  launch.listing = listing_named({"a", "b", "c"}, "2.4.9");
  launch.report = doctest_document(body, passed, failed);
  launch.chunk = chunk;
  return play_report(*make_doctest(), launch);
}

TEST(DoctestHostile, TheHonestTwin) {
  Story story = played(doctest_test("a", 1) + doctest_test("b", 2) + doctest_test("c", 3), 3);
  EXPECT_THAT(enabled_not_passed(story), IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(DoctestHostile, ADoubledTestIsContradicted) {
  Story story = played(doctest_test("a", 1) + doctest_test("b", 2) + doctest_test("b", 2), 3);
  EXPECT_EQ(story.word("a"), "!passed");
  EXPECT_EQ(story.word("b"), "!passed");
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("a second time")));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(DoctestHostile, ATestThatNobodyAskedForIsSaid) {
  Story story = played(doctest_test("ghost", 9) + doctest_test("a", 1), 2);
  EXPECT_THAT(story.unlisted, ElementsAre("ghost"));
  EXPECT_EQ(story.word("a"), "passed");
}

TEST(DoctestHostile, TotalsThatDoNotAddUp) {
  EXPECT_THAT(played(doctest_test("a", 1), 0).broken, ElementsAre(HasSubstr("totals are not")));
  EXPECT_THAT(played(doctest_test("a", 1, false), 1).broken,
              ElementsAre(HasSubstr("totals are not")));
  EXPECT_THAT(played(doctest_test("a", 1), 3).broken, IsEmpty())
      << "a range counts those before it";
}

TEST(DoctestHostile, ATestWithoutAResultOrWithTwo) {
  const std::string open = "<TestCase name=\"a\" filename=\"f.cpp\" line=\"1\">";
  EXPECT_EQ(played(open + "</TestCase>", 1).word("a"), "running");
  const std::string good = "<OverallResultsAsserts test_case_success=\"true\"/>";
  EXPECT_EQ(played(open + good + good + "</TestCase>", 1).word("a"), "running");
}

TEST(DoctestHostile, NothingAfterACrashCounts) {
  const std::string crash =
      "<TestCase name=\"a\" filename=\"f.cpp\" line=\"1\"><Exception crash=\"true\">x</Exception>"
      "<OverallResultsAsserts test_case_success=\"true\"/></TestCase>";
  Story story = played(crash + doctest_test("b", 2), 2);
  EXPECT_EQ(story.word("a"), "running");
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(DoctestHostile, WhatStandsBehindABrokenRecordIsNotReadWhereverTheBytesWereCut) {
  const std::string crash =
      "<TestCase name=\"c\" filename=\"f.cpp\" line=\"3\"><Exception crash=\"true\">x</Exception>"
      "<OverallResultsAsserts test_case_success=\"true\"/></TestCase>";
  const std::string body = doctest_test("a", 1) + doctest_test("b", 2) + crash;
  // A test after the end of the program; then no XML any more, and a test that ran already.
  const std::string rest = "<TestCase name=\"b\" filename=\"f.cpp\" line=\"2\">";
  for (const std::size_t chunk : {std::size_t{1} << 20, std::size_t{1}}) {
    Story story = played(body + rest + "</x>" + rest, 3, 0, chunk);
    EXPECT_THAT(story.broken, ElementsAre(HasSubstr("after the program had died")));
    EXPECT_EQ(story.word("a"), "passed");
  }
  Story wreck = played(doctest_test("a", 1) + doctest_test("b", 2) + "</x>" + rest, 2);
  EXPECT_EQ(wreck.word("a"), "!passed") << "where it only ceases to be XML, that is read";
}

TEST(DoctestHostile, NoTestsIsNoResult) {
  Story story = played("", 0);
  EXPECT_EQ(story.word("a"), "owed");
}

// --- the listing

std::string detail_of(ListStep step) {
  const auto* fault = std::get_if<ListFault>(&step);
  if (fault == nullptr) return "(a listing)";
  EXPECT_FALSE(fault->hint.empty());
  return fault->detail + " / " + fault->hint;
}

TEST(DoctestListing, Of249) {
  const model::Listing listing = captured_doctest("basic.run.xml").listing;
  EXPECT_EQ(listing.harness_version, "2.4.9");
  EXPECT_EQ(listing.ordering, model::Ordering::fixed);
  EXPECT_THAT(listing.inseparable, IsEmpty());
  std::map<std::string, model::TestCase> tests;
  for (const model::TestCase& test : listing.tests) tests[test.name] = test;
  EXPECT_EQ(tests.size(), listing.tests.size());
  EXPECT_TRUE(tests.at("skipped by decorator").disabled);
  EXPECT_TRUE(tests.at("in skipped suite").disabled);
  EXPECT_FALSE(tests.at("skip false").disabled);
  EXPECT_EQ(tests.at("new\nline").native, "new\nline");
  EXPECT_EQ(tests.at("trailing spaces  ").native, "trailing spaces  ");
  EXPECT_EQ(tests.at("(no name)").native, "");
  EXPECT_EQ(tests.at("pass").location, (model::Location{"doctest/basic.cpp", 9}));
}

TEST(DoctestListing, FaultsSayWhatToDo) {
  const std::string whole = harness_data("doctest/2.4.9/basic.list.xml");
  EXPECT_EQ(detail_of(doctest_listing(whole)), "(a listing)");
  EXPECT_THAT(detail_of(doctest_listing(whole.substr(0, whole.size() / 2))),
              HasSubstr("not doctest's"));
  EXPECT_THAT(detail_of(doctest_listing("<a/>")), HasSubstr("not doctest's"));
  EXPECT_THAT(detail_of(doctest_listing("")), HasSubstr("2.4 or later"));
  EXPECT_THAT(detail_of(doctest_listing("<doctest><TestCase name=\"a\"/></doctest>")),
              HasSubstr("too old"));
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.standard_output = "[==========] Running 3 tests from 1 test suite.\n";
  EXPECT_THAT(detail_of(make_doctest()->read_listing(plain_target(), output)),
              HasSubstr("harness = \"gtest\""));
  output.termination = model::Signalled{11, false};
  output.standard_output.clear();
  EXPECT_THAT(detail_of(make_doctest()->read_listing(plain_target(), output)),
              HasSubstr("SIGSEGV"));
}

}  // namespace
}  // namespace cupel::harness::testing
