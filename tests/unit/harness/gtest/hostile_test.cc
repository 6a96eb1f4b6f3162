// SPDX-License-Identifier: Apache-2.0
// Programs that try to look better than they are, on the bytes they would send; each beside the
// honest twin that differs in what it does, not in what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "gtest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Launch launch_of(const std::vector<std::string>& names, const std::string& stream) {
  Launch launch;
  launch.listing = named(names);
  launch.stream.emplace_back(0, stream);
  launch.out = console_of(stream);
  return launch;
}

/// A closing report: "passed", "failed" or "skipped" for each name, all begun.
std::string report_of(const std::vector<std::pair<std::string, std::string>>& cases,
                      const std::string& timestamp = "2026-11-30T15:40:18.842") {
  std::string xml = "<?xml version=\"1.0\"?><testsuites><testsuite name=\"S\" skipped=\"0\">";
  for (const auto& [name, word] : cases) {
    xml += "<testcase name=\"" + name + "\" file=\"f.cc\" line=\"1\" status=\"run\" result=\"" +
           (word == "skipped" ? "skipped" : "completed") + "\" time=\"0.25\" timestamp=\"" +
           timestamp + "\">";
    if (word == "failed") xml += "<failure message=\"\"><![CDATA[f.cc:7\nreported]]></failure>";
    if (word == "skipped") xml += "<skipped message=\"\"><![CDATA[f.cc:7\nreported]]></skipped>";
    xml += "</testcase>";
  }
  return xml + "</testsuite></testsuites>";
}

TEST(Hostile, TheHonestTwin) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_EQ(story.word("S.b"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_EQ(story.of("S.a").amended, 0) << "the report adds nothing to a plain pass";
}

TEST(Hostile, ReportWrittenByAForkedCopy) {
  Launch launch = launch_of({"S.a"}, stream_of(suite("S", one("a"))));
  launch.files["report.xml"] = report_of({{"a", "passed"}});
  EXPECT_THAT(play(launch).broken, IsEmpty());
  launch.doubts["report.xml"] = "it was written by process 7";
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_THAT(story.broken, ElementsAre("it was written by process 7"));
}

TEST(Hostile, OwnEndWrittenIntoTheSocketBeforeFailing) {
  Story story = play(launch_of(
      {"S.a", "S.b"},
      stream_of(suite("S", start("a") + end(true) + part("Failed") + end(false) + one("b"), false),
                false)));
  EXPECT_EQ(story.word("S.a"), "!failed");
  EXPECT_EQ(story.message("S.a"), "Failed") << "the failure after the forged end is its own";
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_EQ(story.word("S.b"), "owed") << "nothing counts after the break";
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Hostile, OwnEndWrittenIntoTheSocketAfterFailing) {
  Story story = play(launch_of(
      {"S.a"},
      stream_of(suite("S", start("a") + part("Failed") + end(true) + end(false), false), false)));
  EXPECT_EQ(story.word("S.a"), "!failed");
  EXPECT_THAT(story.broken, SizeIs(1));
}

TEST(Hostile, OwnEndThenExitBeforeTheNextTestOfTheSuite) {
  Launch launch =
      launch_of({"S.a", "S.b"}, stream_of("event=TestCaseStart&name=S\n" + one("a"), true, false));
  launch.files["premature_exit"] = "0";
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "!passed");
  EXPECT_EQ(story.word("S.b"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Hostile, OwnEndThenExitInTheLastTestOfTheSuite) {
  Launch launch =
      launch_of({"S.a", "T.b"}, stream_of("event=TestCaseStart&name=S\n" + one("a"), true, false));
  launch.files["premature_exit"] = "0";
  Story story = play(launch);
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "after S.a");
  // A signal there is the engine's to tell, and no timeout of ours is a lie of the test.
  launch.termination = model::KilledByUs{model::KillReason::deadline, false};
  Story killed = play(launch);
  EXPECT_THAT(killed.outside, IsEmpty());
  EXPECT_EQ(killed.word("S.a"), "passed");
}

TEST(Hostile, WholeEndingWrittenThenExit) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  launch.files["premature_exit"] = "0";
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "!passed");
  EXPECT_EQ(story.word("S.b"), "!passed");
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_EQ(story.channel, "stream") << "the report was not believed";
}

TEST(Hostile, SecondConnectionWithEvents) {
  Launch launch =
      launch_of({"S.a", "S.b"},
                stream_of("event=TestCaseStart&name=S\n" + one("a") + start("b"), true, false));
  launch.stream.emplace_back(
      1, "gtest_streaming_protocol_version=1.0\nevent=TestEnd&passed=1&elapsed_time=0ms\n");
  launch.stream.emplace_back(0, end(false));
  Story story = play(launch);
  EXPECT_THAT(story.broken, ElementsAre("events came over a second connection"));
  EXPECT_EQ(story.word("S.b"), "running");
}

TEST(Hostile, FailureThatSaysSkipped) {
  // Alone in its suite: the suite's own word settles it.
  Story alone = play(
      launch_of({"S.a"}, stream_of(suite("S", one("a", false, part("Skipped")), false), false)));
  EXPECT_EQ(alone.word("S.a"), "failed");
  Story skip = play(
      launch_of({"S.a"}, stream_of(suite("S", one("a", false, part("Skipped%0Ano gpu")), true))));
  EXPECT_EQ(skip.word("S.a"), "skipped: no gpu");
  // Beside another failure: the report does, and without one nothing.
  const std::string body =
      suite("S", one("a", false, part("Skipped")) + one("b", false, part("Failed")), false);
  Launch both = launch_of({"S.a", "S.b"}, stream_of(body, false));
  EXPECT_EQ(play(both).word("S.a"), "unsettled");
  both.files["report.xml"] = report_of({{"a", "failed"}, {"b", "failed"}});
  EXPECT_EQ(play(both).word("S.a"), "failed");
  both.files["report.xml"] = report_of({{"a", "skipped"}, {"b", "failed"}});
  EXPECT_EQ(play(both).word("S.a"), "skipped: reported");
}

TEST(Hostile, ReportAgainstStream) {
  const std::string passing = stream_of(suite("S", one("a")));
  const std::string failing = stream_of(suite("S", one("a", false, part("Failed")), false), false);
  const std::string mute =
      stream_of(suite("S", one("a", false) + one("b", false, part("Failed")), false), false);
  const auto word = [](const std::string& stream, const std::string& reported) {
    Launch launch = launch_of({"S.a", "S.b"}, stream);
    launch.chosen = {0};
    launch.files["report.xml"] = report_of({{"a", reported}});
    return play(launch).word("S.a");
  };
  EXPECT_EQ(word(passing, "passed"), "passed");
  EXPECT_EQ(word(passing, "failed"), "!failed");
  EXPECT_EQ(word(passing, "skipped"), "!passed");
  EXPECT_EQ(word(failing, "passed"), "!failed");
  EXPECT_EQ(word(failing, "failed"), "failed");
  EXPECT_EQ(word(failing, "skipped"), "!failed");
  EXPECT_EQ(word(mute, "passed"), "!failed");
}

TEST(Hostile, ReportThatLacksATest) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  launch.files["report.xml"] = report_of({{"a", "passed"}});
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_EQ(story.word("S.b"), "!passed");
}

TEST(Hostile, ReportOfATestThatNeverBegan) {
  Launch launch = launch_of({"S.a"}, stream_of(suite("S", one("a"))));
  for (const char* epoch : {"1970-01-01T00:00:00.000", "1969-12-31T19:00:00"}) {
    launch.files["report.xml"] = report_of({{"a", "passed"}}, epoch);
    EXPECT_EQ(play(launch).word("S.a"), "!passed") << epoch;
  }
}

TEST(Hostile, ForgedReportBeforeAnIrregularEnd) {
  Launch launch =
      launch_of({"S.a", "S.b"},
                stream_of("event=TestCaseStart&name=S\n" + one("a") + start("b"), true, false));
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
  Story story = play(launch);
  EXPECT_EQ(story.word("S.b"), "running");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(Hostile, UnreadableReportLeavesTheStream) {
  Launch launch =
      launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b", false), false), false));
  launch.files["report.xml"] = "<testsuites><testsu";
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_EQ(story.word("S.b"), "failed");
  EXPECT_EQ(story.channel, "stream");
}

TEST(Hostile, ExplicitSuccessIsNoFailure) {
  Story story =
      play(launch_of({"S.a"}, stream_of(suite("S", one("a", true, part("Succeeded%0Afine"))))));
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_THAT(
      play(launch_of({"S.a"}, stream_of(suite("S", one("a", true, part("other")))))).word("S.a"),
      "!failed");
}

TEST(Hostile, FailureThatSaysSucceededInASetUp) {
  Story story =
      play(launch_of({"S.a"}, stream_of(suite("S", part("Succeeded") + one("a"), false), false)));
  EXPECT_EQ(story.word("S.a"), "passed");
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "suite S");
  Story honest =
      play(launch_of({"S.a"}, stream_of(suite("S", part("Succeeded") + one("a"), true), true)));
  EXPECT_THAT(honest.outside, IsEmpty());
}

TEST(Hostile, ProgramThatFailedForNoReason) {
  Story story = play(launch_of({"S.a"}, stream_of(suite("S", one("a")), false)));
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "the program");
}

TEST(Hostile, LinesThatGoogleTestDoesNotWrite) {
  for (const std::string line :
       {"junk\n", "event=TestEnd&passed=2&elapsed_time=0ms\n", "event=TestEnd&passed=1\n",
        "event=TestPartResult&file=f\n", "event=\n", "event=TestIterationStart&iteration=1\n",
        "event=TestProgramStart\n", "event=TestCaseStart&name=S\n", "event=TestStart&name=a\n",
        "\n"}) {
    Story story = play(
        launch_of({"S.a", "S.b"}, stream_of(suite("S", start("a") + line + end(true) + one("b")))));
    EXPECT_THAT(story.broken, SizeIs(1)) << line;
    EXPECT_EQ(story.word("S.a").front(), '!') << line;
    EXPECT_NE(story.word("S.a"), "passed") << line;
    EXPECT_EQ(story.word("S.b"), "owed") << line;
    EXPECT_THAT(story.completed, IsEmpty()) << line;
  }
}

TEST(Hostile, SecondRunnerInterleaved) {
  // The child's events first up to the middle of the next test, then the parent's.
  const std::string child = one("a") + start("b");
  const std::string parent = end(true) + one("b", false, part("Failed"));
  Story story =
      play(launch_of({"S.a", "S.b", "S.c"},
                     stream_of("event=TestCaseStart&name=S\n" + child + parent, true, false)));
  EXPECT_EQ(story.word("S.b").front(), '!');
  EXPECT_EQ(story.word("S.a").front(), '!') << "the test that forked";
  EXPECT_THAT(story.broken, SizeIs(1));
}

TEST(Hostile, UnlistedTest) {
  Launch launch = launch_of(
      {"S.a"}, stream_of(suite("S", one("ghost", false, part("Failed")) + one("a"), false), false));
  launch.files["report.xml"] = report_of({{"ghost", "failed"}, {"a", "passed"}});
  Story story = play(launch);
  EXPECT_THAT(story.unlisted, ElementsAre("S.ghost"));
  EXPECT_EQ(story.word("S.a"), "passed");
}

TEST(Hostile, TestThatWasNotAskedForIsUnlisted) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  launch.chosen = {1};
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
  Story story = play(launch);
  EXPECT_THAT(story.unlisted, ElementsAre("S.a"));
  EXPECT_EQ(story.word("S.b"), "passed");
}

TEST(Hostile, HugeLineIsBounded) {
  const std::string huge(3'000'000, 'x');
  Launch launch = launch_of(
      {"S.a", "S.b"}, stream_of(suite("S", one("a", false, part(huge)) + one("b"), false), false));
  launch.chunk = 4096;
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "failed");
  EXPECT_LT(story.message("S.a").size(), 300'000U);
  EXPECT_THAT(story.message("S.a"), HasSubstr("more bytes]"));
  EXPECT_EQ(story.word("S.b"), "passed");
}

TEST(Hostile, BytesOfAnyKindInMessages) {
  const std::string message = std::string("a\0b", 3) + "%zz%0%C3%A9%ff%";
  Story story =
      play(launch_of({"S.a"}, stream_of(suite("S", one("a", false, part(message)), false), false)));
  EXPECT_EQ(story.message("S.a"), std::string("a\0b", 3) + "%zz%0\xc3\xa9\\xFF%");
}

TEST(Hostile, NamesOfAnyKind) {
  const std::vector<std::string> names = {"S.a&passed=1", "S.%41",  "S.x\ny",  "S.x",
                                          "S.",           "T\nU.a", "S2.\xff", "S2. b "};
  const std::string stream =
      stream_of(suite("S", one("a&passed=1") + one("%41") + one("x\ny") + one("x") + one("")) +
                    suite("T\nU", one("a")) + suite("S2", one("\xff") + one(" b ")),
                true, false);
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{4096}}) {
    Launch launch = launch_of(names, stream);
    launch.chunk = chunk;
    Story story = play(launch);
    for (const model::TestCase& test : story.listing.tests) {
      EXPECT_EQ(story.word(test.name), "passed") << test.name;
    }
    EXPECT_THAT(story.unlisted, IsEmpty());
    EXPECT_THAT(story.broken, IsEmpty());
  }
}

TEST(Hostile, TwinsFarApart) {
  Launch launch = launch_of({"S.a", "T.b", "S.a"},
                            stream_of(suite("S", one("a")) + suite("T", one("b")) +
                                          suite("S", one("a", false, part("Failed")), false),
                                      false));
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_EQ(story.word("S.a@2"), "failed");
}

TEST(Hostile, SetUpThatFailsKeepsItsTestsFromRunning) {
  const std::string prevented = part("", "f.cc&line=3");
  Launch launch = launch_of(
      {"S.a", "S.b"},
      stream_of(
          suite("S", part("Failed%0Abad") + one("a", false, prevented) + one("b", false, prevented),
                false),
          false));
  launch.termination = model::Exited{1};
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "failed");
  EXPECT_EQ(story.message("S.b"), "Failed\nbad");
  EXPECT_THAT(story.outside, SizeIs(1));
}

TEST(Hostile, SetUpThatSkips) {
  const std::string prevented = part("", "f.cc&line=3");
  Launch launch =
      launch_of({"S.a", "S.b"}, stream_of(suite("S", part("no gpu") + one("a", false, prevented) +
                                                         one("b", false, prevented))));
  launch.files["report.xml"] =
      report_of({{"a", "skipped"}, {"b", "skipped"}}, "1970-01-01T00:00:00");
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "skipped: suite set-up skipped: no gpu");
  EXPECT_EQ(story.word("S.b"), "skipped: suite set-up skipped: no gpu");
  EXPECT_THAT(story.outside, IsEmpty());
  // Without the report only the console tells a skip from a failure of a version before 1.11.
  launch.files.clear();
  EXPECT_THAT(play(launch).outside, SizeIs(1));
  launch.out = "f.cc:7: Skipped\nno gpu\n" + launch.out;
  EXPECT_THAT(play(launch).outside, IsEmpty());
  EXPECT_EQ(play(launch).word("S.a"), "skipped: suite set-up skipped: no gpu");
}

TEST(Hostile, TearDownThatFails) {
  Story story = play(
      launch_of({"S.a"}, stream_of(suite("S", one("a") + part("Failed%0Alate"), false), false)));
  EXPECT_EQ(story.word("S.a"), "passed");
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_EQ(story.outside[0].where, "TearDownTestSuite of S, or between its tests");
}

TEST(Hostile, TestsKeptFromRunningByAnOlderFailure) {
  // As --gtest_fail_fast does it: nothing says why, so nothing is said of them.
  const std::string prevented = part("", "f.cc&line=3");
  Launch launch =
      launch_of({"S.a", "T.b"}, stream_of(suite("S", one("a", false, part("Failed")), false) +
                                              suite("T", one("b", false, prevented)),
                                          false));
  EXPECT_EQ(play(launch).word("T.b"), "unsettled");
  // Without an earlier failure it is a bare skip.
  launch.stream[0].second =
      stream_of(suite("S", one("a")) + suite("T", one("b", false, prevented)));
  launch.out = console_of(launch.stream[0].second);
  EXPECT_EQ(play(launch).word("T.b"), "skipped");
}

TEST(Hostile, FailingEnvironmentOfVersionsThatThenBeginNothing) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(part("Failed%0Aenv"), false));
  launch.termination = model::Exited{1};
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}}, "1970-01-01T00:00:00");
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "failed");
  EXPECT_EQ(story.message("S.b"), "Failed\nenv");
  EXPECT_EQ(story.of("S.a").started, 0);
  EXPECT_THAT(story.outside, SizeIs(1));
}

TEST(Hostile, StreamWithoutASecondWitness) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  EXPECT_EQ(play(launch).word("S.a"), "passed") << "the console agrees";
  EXPECT_THAT(play(launch).completed, ElementsAre(true));
  const std::string out = std::exchange(launch.out, "");
  Story silent = play(launch);
  EXPECT_EQ(silent.word("S.a"), "!passed");
  EXPECT_EQ(silent.word("S.b"), "!passed");
  EXPECT_THAT(silent.completed, IsEmpty());
  launch.out = out.substr(0, out.find("[       OK ] S.b"));
  EXPECT_EQ(play(launch).word("S.b"), "!passed");
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
  EXPECT_EQ(play(launch).word("S.b"), "passed") << "a console that was closed is no contradiction";
}

TEST(Hostile, SecondConnectionMakesTheFirstUnbelievable) {
  Launch launch = launch_of({"S.a", "S.b"}, stream_of(suite("S", one("a") + one("b"))));
  launch.stream.emplace_back(
      1, stream_of(suite("S", one("a") + one("b", false, part("Failed")), false), false));
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "!passed");
  EXPECT_EQ(story.word("S.b"), "!passed");
  EXPECT_THAT(story.broken, SizeIs(1));
}

TEST(Hostile, OwnEndAndTheStartOfAnotherThenExit) {
  const std::string forged = suite("S", one("a")) + "event=TestCaseStart&name=T\n" + start("b");
  Launch launch = launch_of({"S.a", "T.b"}, stream_of(forged, true, false));
  launch.files["premature_exit"] = "0";
  EXPECT_EQ(play(launch).word("S.a"), "passed") << "the honest crash of T.b";
  EXPECT_EQ(play(launch).word("T.b"), "running");
  launch.out = "[ RUN      ] S.a\n";
  EXPECT_EQ(play(launch).word("S.a"), "!passed");
}

TEST(Hostile, ClosedStreamLeavesReportAndConsole) {
  const std::string whole = stream_of(
      suite("S", one("a") + one("b", false, part("Failed")), false) + suite("S", one("c")), false);
  Launch launch = launch_of({"S.a", "S.b", "S.c"}, whole);
  launch.stream[0].second = whole.substr(0, whole.find(part("Failed")));
  launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "failed"}, {"c", "passed"}});
  launch.termination = model::Exited{1};
  Story story = play(launch);
  EXPECT_EQ(story.word("S.a"), "passed");
  EXPECT_EQ(story.word("S.b"), "failed");
  EXPECT_EQ(story.word("S.c"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(false));
  // A console that does not say so makes the report no witness.
  const std::string out = std::exchange(launch.out, "");
  EXPECT_EQ(play(launch).word("S.b"), "running");
  EXPECT_EQ(play(launch).word("S.c"), "owed");
  launch.out = out;
  launch.files["premature_exit"] = "0";
  EXPECT_EQ(play(launch).word("S.c"), "owed");
}

TEST(Hostile, LaterRoundsOnlyMakeWorse) {
  const auto round = [](int n, const std::string& body, bool passed) {
    return "event=TestIterationStart&iteration=" + std::to_string(n) + "\n" +
           suite("S", body, passed) + "event=TestIterationEnd&passed=" + (passed ? "1" : "0") +
           "&elapsed_time=0ms\n";
  };
  const std::string bad = one("b", false, part("Failed"));
  const auto words = [&](const std::string& rounds) {
    Launch launch = launch_of(
        {"S.a", "S.b"}, "event=TestProgramStart\n" + rounds + "event=TestProgramEnd&passed=1\n");
    launch.files["report.xml"] = report_of({{"a", "passed"}, {"b", "passed"}});
    Story story = play(launch);
    return story.word("S.a") + " " + story.word("S.b");
  };
  const std::string good = one("a") + one("b");
  EXPECT_EQ(words(round(0, good, true) + round(1, good, true)), "passed passed");
  EXPECT_EQ(words(round(0, one("a") + bad, false) + round(1, good, true)), "passed !failed");
  EXPECT_EQ(words(round(0, good, true) + round(1, one("a") + bad, false)), "passed !passed");
  EXPECT_EQ(words(round(0, good, true) + "event=TestIterationStart&iteration=1\n" + end(false)),
            "passed !passed")
      << "a second round begun by the last test itself";
}

}  // namespace
}  // namespace cupel::harness::testing
