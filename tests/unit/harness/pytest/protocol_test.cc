// SPDX-License-Identifier: Apache-2.0
// What the plug-in can say, record by record, and what no honest session says beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pytest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

const std::vector<std::string> two = {"t.py::a", "t.py::b"};
const std::vector<std::string> one = {"t.py::a"};

/// One test with these phases, and the letter that the program itself has for it.
PytestStory story_of(PytestLaunch launch, const std::string& letters, int status = 0,
                     int failed = 0) {
  return play(launch.finish(letters, status, failed));
}

PytestLaunch opened(const std::vector<std::string>& names = one) {
  PytestLaunch launch = launch_of(names);
  return launch.hello();
}

TEST(Pytest, PassedNeedsAllThreePhasesAndAClosingRecord) {
  PytestStory story = story_of(opened(two).test(0).test(1), "pp");
  EXPECT_THAT(story.words, ElementsAre(Pair("t.py::a", "passed"), Pair("t.py::b", "passed")));
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_EQ(story.channel, "stream+closing");
  EXPECT_EQ(story.results["t.py::a"].duration, std::chrono::milliseconds(1500));

  story = story_of(
      opened().begin(0).phase(0, "setup", "passed").phase(0, "teardown", "passed").end(0), "p");
  EXPECT_EQ(story.words["t.py::a"], "failed");
  EXPECT_THAT(story.message("t.py::a"), HasSubstr("no outcome of its call"));
  story = story_of(opened().begin(0).phase(0, "setup", "passed").phase(0, "call", "passed").end(0),
                   "p");
  EXPECT_EQ(story.words["t.py::a"], "failed");
  EXPECT_THAT(story.message("t.py::a"), HasSubstr("no outcome of its tear-down"));
  story = story_of(opened().begin(0).end(0), "p");
  EXPECT_EQ(story.words["t.py::a"], "failed");
}

TEST(Pytest, FailuresHaveMessageAndPlace) {
  PytestStory story = story_of(
      opened().test(0, "failed", R"("why": "AssertionError: x", "file": "t.py", "line": 7)"), "f",
      1, 1);
  EXPECT_EQ(story.words["t.py::a"], "failed");
  EXPECT_EQ(story.message("t.py::a"), "AssertionError: x");
  EXPECT_EQ(story.results["t.py::a"].failures[0].location, (model::Location{"t.py", 7}));
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST(Pytest, EveryPhaseThatFailedCounts) {
  PytestStory story =
      story_of(opened()
                   .begin(0)
                   .phase(0, "setup", "passed")
                   .phase(0, "call", "failed", R"("why": "one")")
                   .phase(0, "teardown", "failed", R"("why": "two")")
                   .end(0, R"("output": "said", "props": [["k", "1"], ["k", "2"]])"),
               "f", 1, 1);
  EXPECT_EQ(story.message("t.py::a", 0), "one");
  EXPECT_EQ(story.message("t.py::a", 1), "in teardown: two");
  EXPECT_EQ(story.results["t.py::a"].output, "said");
  EXPECT_THAT(story.results["t.py::a"].properties, ElementsAre(Pair("k", "1"), Pair("k", "2")));
}

TEST(Pytest, SkipsHaveTheirReason) {
  PytestStory story = story_of(opened().test(0, "skipped", R"("skip": "not here")"), "s");
  EXPECT_EQ(story.words["t.py::a"], "skipped: not here");
  story = story_of(opened().begin(0).phase(0, "setup", "skipped", R"("skip": "no")").end(0), "s");
  EXPECT_EQ(story.words["t.py::a"], "skipped: no");
}

TEST(Pytest, FailedAsDeclaredIsPassed) {
  PytestStory story =
      story_of(opened().test(0, "skipped", R"("xfail": "reason: known", "skip": "")"), "s");
  EXPECT_EQ(story.words["t.py::a"], "passed");
  EXPECT_THAT(story.results["t.py::a"].properties, ElementsAre(Pair("expected_failure", "known")));
  story = story_of(opened().test(0, "passed", R"("xfail": "known")"), "p");
  EXPECT_EQ(story.words["t.py::a"], "passed");
  EXPECT_THAT(story.results["t.py::a"].properties, ElementsAre(Pair("unexpected_pass", "known")));
  story = story_of(opened().test(0, "failed", R"("why": "[XPASS(strict)] known")"), "f", 1, 1);
  EXPECT_EQ(story.words["t.py::a"], "failed");
  story = story_of(opened()
                       .begin(0)
                       .phase(0, "setup", "skipped", R"("xfail": "reason: [NOTRUN] do not")")
                       .phase(0, "teardown", "passed")
                       .end(0),
                   "s");
  EXPECT_EQ(story.words["t.py::a"], "skipped: [NOTRUN] do not");
}

TEST(Pytest, AFailureThatAPlugInRanAgainStays) {
  PytestStory story = story_of(opened()
                                   .begin(0)
                                   .phase(0, "setup", "passed")
                                   .phase(0, "call", "rerun", R"("why": "first try")")
                                   .phase(0, "call", "passed")
                                   .phase(0, "teardown", "passed")
                                   .end(0),
                               "f");
  EXPECT_EQ(story.words["t.py::a"], "!failed");
  EXPECT_THAT(story.message("t.py::a"), HasSubstr("first try"));
}

TEST(Pytest, SubtestsAreSubcasesAndOneThatFailsFailsTheTest) {
  PytestLaunch launch = opened();
  launch.begin(0).phase(0, "setup", "passed");
  const auto part = [&](const std::string& name, const std::string& rest) {
    launch.say("part", R"("n": 0, "when": "call", "name": ")" + name + R"(", "outcome": )" + rest);
  };
  part("(i=0)", R"("passed")");
  part("(i=1)", R"("failed", "why": "bad")");
  part("(i=2)", R"("skipped")");
  launch.phase(0, "call", "passed").phase(0, "teardown", "passed").end(0);
  PytestStory story = play(launch.finish("f", 1, 1));
  EXPECT_THAT(story.parts, ElementsAre("t.py::a (i=0)", "t.py::a (i=1)", "t.py::a (i=2) not run"));
  EXPECT_EQ(story.words["t.py::a"], "failed");
  EXPECT_EQ(story.message("t.py::a"), "in subtest (i=1): bad");
}

TEST(Pytest, AProcessThatDiesLeavesItsTestRunning) {
  PytestLaunch launch = opened(two).test(0).begin(1).phase(1, "setup", "passed");
  launch.termination = model::Signalled{11, false};
  PytestStory story = play(launch);
  EXPECT_THAT(story.words, ElementsAre(Pair("t.py::a", "passed"), Pair("t.py::b", "running")));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_EQ(story.channel, "stream");
  launch.termination = model::Exited{0};
  EXPECT_THAT(play(launch).completed, IsEmpty());
}

TEST(Pytest, CollectionErrorsAreNamed) {
  PytestLaunch launch = opened().say(
      "collect", R"("id": "bad.py", "why": "ImportError: x", "file": "bad.py", "line": 1)");
  PytestStory story = story_of(launch.test(0), "p", 1, 1);
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].kind, model::ProblemKind::collect_error);
  EXPECT_EQ(story.outside[0].failure.message,
            "bad.py cannot be collected: ImportError: x (bad.py:1)");
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(Pytest, AListThatChangedIsSaid) {
  PytestStory story = story_of(opened(two)
                                   .say("absent", R"("n": [1])")
                                   .say("collected", R"("ids": ["t.py::a", "t.py::new"])")
                                   .test(0),
                               "p");
  ASSERT_THAT(story.outside, SizeIs(2));
  EXPECT_EQ(story.outside[0].kind, model::ProblemKind::collect_error);
  EXPECT_THAT(story.outside[0].failure.message, HasSubstr("t.py::b"));
  EXPECT_EQ(story.outside[1].kind, model::ProblemKind::unlisted_test);
  EXPECT_THAT(story.outside[1].failure.message, HasSubstr("t.py::new"));
  EXPECT_EQ(story.words["t.py::b"], "owed");
}

TEST(Pytest, ASessionThatEndsEarlySaysWhy) {
  PytestStory story =
      story_of(opened(two).test(0).say("stop", R"("why": "Interrupted: should stop")"), "p", 2);
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].failure.message, "Interrupted: should stop");
  story = story_of(opened(two).begin(0).say("stop", R"("why": "Exit: here")"), "", 5);
  EXPECT_THAT(story.outside, IsEmpty()) << "the test in which it ended tells";
  EXPECT_EQ(story.words["t.py::a"], "running");
  story = story_of(opened().say("internal", R"("why": "INTERNALERROR> x")"), "", 3);
  EXPECT_THAT(story.outside, SizeIs(1));
}

TEST(Pytest, ChosenTestsArePlacesInTheOrderAsked) {
  PytestLaunch launch = launch_of({"t.py::a", "t.py::b", "t.py::c"});
  launch.chosen = {2, 0};
  launch.hello().test(0).test(1, "failed");
  PytestStory story = play(launch.finish("pf", 1, 1));
  EXPECT_THAT(story.words, ElementsAre(Pair("t.py::a", "failed"), Pair("t.py::c", "passed")));
}

// --- Sessions that say more, or something else, than an honest one.

TEST(PytestHostile, ATestThatEndsTwiceIsContradicted) {
  EXPECT_EQ(story_of(opened().test(0).end(0), "p").words["t.py::a"], "!passed");
  EXPECT_EQ(story_of(opened().test(0).test(0), "p").words["t.py::a"], "!passed");
  EXPECT_EQ(story_of(opened(two).test(0).begin(1).phase(0, "call", "passed"), "p").words["t.py::a"],
            "!passed");
  EXPECT_EQ(story_of(opened(two).begin(0).test(1), "p").words["t.py::a"], "!running");
  EXPECT_EQ(story_of(opened()
                         .begin(0)
                         .phase(0, "setup", "passed")
                         .phase(0, "call", "passed")
                         .phase(0, "call", "passed")
                         .phase(0, "teardown", "passed")
                         .end(0),
                     "p")
                .words["t.py::a"],
            "!passed");
}

TEST(PytestHostile, RecordsThatAreNotThePlugInsBreakTheStream) {
  const std::vector<std::string> lines = {
      "hello",
      R"({"e": "end", "n": 0})",
      R"({"e": "end", "k": "abc", "s": 9, "n": 0})",
      R"({"e": "end", "k": "xyz", "s": 2, "n": 0})",
      R"({"e": "nonsense", "k": "abc", "s": 2})",
      R"({"e": "end", "k": "abc", "s": 2, "n": 99})",
      R"({"e": "begin", "k": "abc", "s": 2, "n": 0, "id": "other"})",
      R"({"e": "hello", "k": "abc", "s": 2, "v": 1})",
  };
  for (const std::string& line : lines) {
    const PytestStory story = play(opened().begin(0).raw(line + "\n"));
    EXPECT_THAT(story.broken, SizeIs(1)) << line;
    EXPECT_THAT(story.completed, IsEmpty());
  }
  EXPECT_THAT(play(opened().begin(0).raw(std::string(5 << 20, 'x'))).broken, SizeIs(1));
  EXPECT_THAT(play(launch_of(one).begin(0)).broken, SizeIs(1)) << "without hello";
}

TEST(PytestHostile, ASecondConnectionBreaksTheStream) {
  PytestLaunch launch = opened().test(0).finish("p", 0);
  EXPECT_THAT(play(launch).broken, IsEmpty());
  const PytestStory story = play(launch.raw("x", 1));
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("second connection")));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(PytestHostile, TheEndNeedsTheClosingRecordOfTheProgramItself) {
  const PytestLaunch honest = opened(two).test(0).test(1).finish("pp", 0);
  EXPECT_THAT(play(honest).completed, ElementsAre(true));

  PytestLaunch launch = honest;
  launch.files.clear();
  EXPECT_THAT(play(launch).completed, IsEmpty());
  EXPECT_THAT(play(launch).broken, SizeIs(1));
  launch = honest;
  launch.doubts["closing.json"] = "written by a copy";
  EXPECT_THAT(play(launch).broken, ElementsAre("written by a copy"));
  for (const char* closing : {"", "[]", "{}", R"({"status": 1, "failed": 0, "outcomes": "pp"})",
                              R"({"status": 0, "failed": 0, "outcomes": "p"})",
                              R"({"status": 0, "failed": 1, "outcomes": "pp"})"}) {
    launch.files["closing.json"] = closing;
    launch.doubts.clear();
    EXPECT_THAT(play(launch).broken, SizeIs(1)) << closing;
    EXPECT_THAT(play(launch).completed, IsEmpty()) << closing;
  }
  launch.files["closing.json"] = R"({"status": 0, "failed": 0, "outcomes": "pf"})";
  EXPECT_EQ(play(launch).words["t.py::b"], "!passed");
}

TEST(PytestHostile, FailuresThatNobodyShowsAreSaid) {
  EXPECT_THAT(play(opened().test(0).finish("p", 1, 1)).broken,
              ElementsAre(HasSubstr("counts 1 failure that no result shows")));
}

TEST(PytestHostile, NothingComesAfterTheClosingRecord) {
  PytestLaunch launch = opened(two).test(0).finish("p", 0);
  EXPECT_THAT(play(launch.test(1)).broken, SizeIs(1));
  launch = opened().test(0).finish("p", 0).raw("half a line");
  EXPECT_THAT(play(launch).broken, SizeIs(1));
}

TEST(PytestHostile, AnExitCodeThatHidesTheStatusIsSaid) {
  PytestLaunch launch = opened().test(0).finish("p", 2);
  EXPECT_THAT(play(launch).outside, IsEmpty());
  launch.termination = model::Exited{0};
  ASSERT_THAT(play(launch).outside, SizeIs(1));
  EXPECT_THAT(play(launch).outside[0].failure.message, HasSubstr("status 2"));
}

TEST(PytestHostile, ReportsAboutOtherTestsAreUnlisted) {
  const PytestStory story =
      play(opened().test(0).say("stray", R"("id": "x.py::y", "outcome": "passed")").finish("p", 0));
  EXPECT_THAT(story.unlisted, ElementsAre("x.py::y"));
}

TEST(PytestHostile, NamesOfAnyBytesComeBack) {
  PytestLaunch launch = launch_of({"t_\xff.py::a"});
  launch.hello().say("begin", R"("n": 0, "id": {"hex": "745fff2e70793a3a61"})");
  EXPECT_EQ(play(launch).words["t_\\xFF.py::a"], "running");
  EXPECT_THAT(
      play(launch_of({"t_\xff.py::a"}).hello().say("begin", R"("n": 0, "id": {"hex": "74zz"})"))
          .broken,
      SizeIs(1));
}

class PytestChunks : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PytestChunks, DoNotMatter) {
  PytestLaunch launch =
      opened(two).test(0, "failed", R"("why": "x\ny")").test(1).finish("fp", 1, 1);
  launch.chunk = GetParam();
  PytestStory story = play(launch);
  EXPECT_THAT(story.words, ElementsAre(Pair("t.py::a", "failed"), Pair("t.py::b", "passed")));
  EXPECT_EQ(story.message("t.py::a"), "x\ny");
}
INSTANTIATE_TEST_SUITE_P(Sizes, PytestChunks, ::testing::Values(1, 2, 7, 64));

}  // namespace
}  // namespace cupel::harness::testing
