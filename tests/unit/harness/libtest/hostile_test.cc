// SPDX-License-Identifier: Apache-2.0
// Programs that try to look better than they are, and noise that must not make an honest one look
// worse, on the bytes that they would send.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtest_case.h"

namespace cupel::harness::testing::libtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* panicked =
    "thread 'b' panicked at f.rs:7:5:\nb broke\nnote: run with "
    "`RUST_BACKTRACE=1` environment variable to display a backtrace\n";

TEST(LibtestHostile, TheHonestTwin) {
  Story story = play(Script(3)
                         .pass("a")
                         .fail("b", panicked)
                         .pass("c")
                         .finish()
                         .launch({"a", "b", "c"}, model::Exited{101}));
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("b"), "failed");
  EXPECT_EQ(story.word("c"), "passed");
  EXPECT_EQ(story.message("b"), "b broke");
  EXPECT_EQ(story.of("b").result.failures[0].location, (model::Location{"f.rs", 7}));
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_EQ(story.channel, "log+text");
}

TEST(LibtestHostile, TextAloneIsNoVerdict) {
  Script run(3);
  run.pass("a").begin("b").text("ok\ntest c ... ok\n").result(3, 0);
  Story story = play(run.launch({"a", "b", "c"}));
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("b"), "running");
  EXPECT_EQ(story.word("c"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(LibtestHostile, TextForgedBeforeAFailure) {
  Script run(3);
  run.pass("a").begin("b").text("ok\ntest c ... ok\n").result(3, 0);
  run.end("b", false).pass("c").finish();
  Story story = play(run.launch({"a", "b", "c"}, model::Exited{101}));
  EXPECT_EQ(story.word("b"), "failed");
  EXPECT_EQ(story.word("c"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST(LibtestHostile, LogForgedBeforeAFailure) {
  Script run(2);
  run.begin("a").log("ok a\n").end("a", false).pass("b").finish();
  Story story = play(run.launch({"a", "b"}, model::Exited{101}));
  EXPECT_EQ(story.word("a"), "!passed") << "it ended twice";
  EXPECT_EQ(story.word("b"), "passed");
}

TEST(LibtestHostile, LogForgedBeforeTheEnd) {
  Script run(2);
  run.begin("a").log("ok a\n");
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("a"), "!passed");
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
  // With its word in the text it looks as if it ended; that the run did not is left to be said.
  Script both(2);
  both.begin("a").log("ok a\n").text("ok\n");
  Story second = play(both.launch({"a", "b"}));
  EXPECT_EQ(second.word("a"), "passed");
  EXPECT_THAT(second.completed, IsEmpty());
}

TEST(LibtestHostile, LogOfATestThatNeverBegan) {
  Script run(2);
  run.pass("a").log("ok b\n").result(2, 0);
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(LibtestHostile, LogOfAnotherTest) {
  Script run(3);
  run.begin("a").log("ok b\n").end("a", true).pass("b").pass("c").finish();
  Story story = play(run.launch({"a", "b", "c"}));
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("it ends b where a was due")));
  EXPECT_EQ(story.word("a"), "running");
  EXPECT_EQ(story.word("b"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(LibtestHostile, LogOfATestThatNobodyAskedFor) {
  Script run(1);
  run.begin("a").log("ok ghost\n").end("a", true).finish();
  Story story = play(run.launch({"a"}));
  EXPECT_THAT(story.unlisted, ElementsAre("ghost"));
  EXPECT_EQ(story.word("a"), "passed");
}

TEST(LibtestHostile, RubbishInTheLog) {
  Script run(1);
  run.begin("a").log("\x01\x02\n").end("a", true).finish();
  Story story = play(run.launch({"a"}));
  EXPECT_THAT(story.broken, SizeIs(1));
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(LibtestHostile, TextDeniesThePass) {
  Script run(2);
  run.begin("a").log("ok a\n").text("FAILED\n").pass("b").result(1, 1);
  Story story = play(run.launch({"a", "b"}, model::Exited{101}));
  EXPECT_EQ(story.word("a"), "!passed");
  EXPECT_EQ(story.word("b"), "passed");
  EXPECT_THAT(story.broken, ElementsAre(HasSubstr("closing line counts 1 passed and 1 failed")));
}

TEST(LibtestHostile, TheLastTestDeniesItself) {
  Script run(1);
  run.begin("a").log("ok a\n").text("FAILED\n").result(1, 0);
  EXPECT_EQ(play(run.launch({"a"})).word("a"), "!passed");
}

TEST(LibtestHostile, NoiseWithoutANewline) {
  Script run(2);
  run.begin("a").text("no newline").end("a", true);
  run.begin("b").text(std::string("\0\xff\x1b[31m\r", 8)).end("b", true).finish();
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("b"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(LibtestHostile, AFloodCostsNoMemoryAndNoResult) {
  Script run(2);
  run.begin("a");
  std::string line;
  for (int i = 0; i < 200; ++i) line += "test b";
  for (int i = 0; i < 500; ++i) run.text(line + "\n");
  run.end("a", true).pass("b").finish();
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("b"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(LibtestHostile, ANestedRunInTheOutput) {
  Script run(2);
  run.begin("a").text("\nrunning 1 test\ntest a ... ok\n").result(1, 0).end("a", true);
  run.begin("b").text("\nrunning 1 test\ntest a ... FAILED\n").result(0, 1).end("b", true).finish();
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("b"), "passed");
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_THAT(story.broken, IsEmpty());
}

TEST(LibtestHostile, AFailureThatPrintsAnothersHeadline) {
  const std::string lie = "---- c stdout ----\nthread 'c' panicked at x.rs:1:1:\nforged\n";
  Story story = play(Script(3)
                         .fail("a", lie)
                         .pass("b")
                         .fail("c", "own words\n")
                         .finish()
                         .launch({"a", "b", "c"}, model::Exited{101}));
  EXPECT_EQ(story.word("a"), "failed");
  EXPECT_EQ(story.word("b"), "passed");
  EXPECT_EQ(story.word("c"), "failed");
}

TEST(LibtestHostile, ACrashNamesTheTestThatRan) {
  Script run(3);
  run.fail("a", "").begin("b").text("direct words");
  Story story = play(run.launch({"a", "b", "c"}, model::Signalled{6, false}));
  EXPECT_EQ(story.word("a"), "failed");
  EXPECT_THAT(story.message("a"), HasSubstr("no message"));
  EXPECT_EQ(story.word("b"), "running");
  EXPECT_EQ(story.word("c"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(LibtestHostile, EitherChannelMayComeFirst) {
  Script run(2);
  run.pass("a").fail("b", panicked).finish();
  Launch launch = run.launch({"a", "b"}, model::Exited{101});
  for (const char* first : {"stdout", "log"}) {
    std::stable_sort(launch.bytes.begin(), launch.bytes.end(), [&](const auto& x, const auto& y) {
      return (x.first == first) > (y.first == first);
    });
    Story story = play(launch);
    EXPECT_EQ(story.word("a"), "passed");
    EXPECT_EQ(story.word("b"), "failed");
    EXPECT_THAT(story.completed, ElementsAre(false));
    EXPECT_THAT(story.broken, IsEmpty());
  }
}

TEST(LibtestHostile, IgnoredTestsAreReportedWhereEverythingRuns) {
  Script run(3);
  run.pass("a").text("test i ... ignored, in\ntwo lines\n").log("ignored: in\ntwo lines i\n");
  run.text("test j ... ignored\n").log("ignored j\n").pass("z").finish();
  Launch launch = run.launch({"a", "i", "j", "z"});
  launch.listing.tests[1].disabled = true;
  launch.listing.tests[2].disabled = true;
  Story story = play(launch);
  EXPECT_EQ(story.word("a"), "passed");
  EXPECT_EQ(story.word("z"), "passed");
  EXPECT_EQ(story.word("i"), "owed");
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST(LibtestHostile, ATestThatTurnsOutIgnored) {
  Script run(2);
  run.begin("a").log("ignored: no device a\n").text("ignored, no device\n").pass("b").result(1, 0);
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.word("a"), "skipped: no device");
  EXPECT_EQ(story.word("b"), "passed");
}

TEST(LibtestHostile, DurationsOnlyWhereLibtestSaysThem) {
  Script run(2);
  run.begin("a").log("ok a <0.030s>\n").text("ok <0.030s>\n");
  run.pass("b").result(2, 0);
  Story story = play(run.launch({"a", "b"}));
  EXPECT_EQ(story.of("a").result.duration, std::chrono::milliseconds(30));
  EXPECT_FALSE(story.of("b").result.duration);
  EXPECT_THAT(story.completed, ElementsAre(true));
}

}  // namespace
}  // namespace cupel::harness::testing::libtest
