// SPDX-License-Identifier: Apache-2.0
// What a real program wrote, test by test.
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

using Words = std::map<std::string, std::string>;

BoostLaunch captured(const std::string& name, bool report = true) {
  BoostLaunch launch;
  launch.listing = boost_listing(boost_data("tests.dot"));
  launch.log = boost_data(name + ".log");
  if (report) launch.report = boost_data(name + ".xml");
  return launch;
}

const Words always_skipped = {
    {"skips/off", "owed"},  // disabled: never asked for
    {"skips/elsewhere", "skipped: precondition failed: not on this box"},
    {"skips/needs_off", "skipped: dependency test case \"skips/off\" is disabled"},
};

Words with(Words words) {
  words.insert(always_skipped.begin(), always_skipped.end());
  return words;
}

TEST(BoostCaptured, Listing) {
  const model::Listing listing = boost_listing(boost_data("tests.dot"));
  std::map<std::string, model::TestCase> tests;
  for (const auto& test : listing.tests) tests[test.name] = test;
  EXPECT_THAT(tests, SizeIs(38));
  EXPECT_TRUE(tests.at("skips/off").disabled);
  EXPECT_EQ(tests.at("plain/inner/deep").location, (model::Location{"subject.cc", 73}));
  EXPECT_TRUE(tests.contains("plain/inner/grid/_3"));
  EXPECT_TRUE(tests.contains("odd names/new\nline"));
  EXPECT_TRUE(tests.contains("odd names/x\"];"));
  EXPECT_TRUE(tests.contains("odd names/bad\\xFF"));
  EXPECT_TRUE(tests.contains("odd names/bar|x"));
  const auto place = [&](const std::string& name) {
    std::size_t at = 0;
    while (listing.tests.at(at).name != name) ++at;
    return at;
  };
  EXPECT_LT(place("chain/base"), place("chain/last")) << "what depends runs later";
  EXPECT_EQ(tests.at("chain/last").native, std::to_string(place("chain/base")) + " chain/last");
}

class BoostCapturedChunks : public ::testing::TestWithParam<std::size_t> {};
TEST_P(BoostCapturedChunks, GiveAnOutcomeForEveryTest) {
  BoostLaunch launch = captured("plain");
  launch.chunk = GetParam();
  Story story = play(launch);
  EXPECT_EQ(not_passed(story), with({}));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
  EXPECT_THAT(story.outside, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(true));
  EXPECT_EQ(story.channel, "log+report");
}
INSTANTIATE_TEST_SUITE_P(Sizes, BoostCapturedChunks, ::testing::Values(1, 2, 7, 64, 4096, 1 << 20));

TEST(BoostCaptured, Details) {
  Story story = play(captured("plain"));
  EXPECT_THAT(story.of("plain/as_expected").result.properties,
              ElementsAre(Pair("expected_failure",
                               "1 of 1 expected failures: check 1 == 2 has failed [1 != 2]")));
  EXPECT_TRUE(story.of("plain/first").result.duration);
  for (const model::TestCase& test : story.listing.tests) {
    const bool runs = !always_skipped.contains(test.name);
    EXPECT_EQ(story.of(test.name).started, runs ? 1 : 0) << test.name;
    EXPECT_LE(story.of(test.name).finished, 1) << test.name;
  }
}

TEST(BoostCaptured, Red) {
  BoostLaunch launch = captured("red");
  launch.termination = model::Exited{201};
  Story story = play(launch);
  EXPECT_EQ(not_passed(story),
            with({{"bad/fails", "failed"},
                  {"bad/needs", "failed"},
                  {"bad/throws", "failed"},
                  {"bad/forges", "failed"},
                  {"chain/base", "failed"},
                  {"chain/last", "skipped: dependency test case \"chain/base\" has failed"}}));
  EXPECT_EQ(story.message("bad/fails"), "one is not two\nnor three");
  EXPECT_EQ(story.message("bad/fails", 1), "and more");
  EXPECT_EQ(story.of("bad/fails").result.failures[0].location.file, "subject.cc");
  EXPECT_GT(story.of("bad/fails").result.failures[0].location.line, 0);
  EXPECT_THAT(story.message("bad/throws"), HasSubstr("std::runtime_error: boom"));
  EXPECT_EQ(story.of("bad/throws").result.failures[0].location, model::Location{});
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.outside, IsEmpty());
}

TEST(BoostCaptured, ACrashSettlesNothingAndNamesTheCulprit) {
  BoostLaunch launch = captured("abort", false);
  launch.termination = model::Signalled{6, false};
  Story story = play(launch);
  EXPECT_EQ(story.word("plain/first"), "unsettled");
  EXPECT_EQ(story.word("middle/before"), "unsettled");
  EXPECT_EQ(story.word("middle/dies"), "running");
  EXPECT_EQ(story.word("middle/after"), "owed");
  EXPECT_THAT(story.completed, IsEmpty());
}

TEST(BoostCaptured, SetUpOfASuiteFails) {
  Story story = play(captured("suite_setup"));
  EXPECT_EQ(not_passed(story), with({{"luck/one", "failed"}, {"luck/two", "failed"}}));
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_THAT(story.outside[0].where, HasSubstr("suite luck"));
  EXPECT_THAT(story.outside[0].failure.message, HasSubstr("no luck"));
}

TEST(BoostCaptured, SetUpOfTheWholeFails) {
  Story story = play(captured("whole_setup"));
  EXPECT_EQ(story.word("plain/first"), "failed");
  EXPECT_EQ(story.word("odd names/lead"), "failed");
  EXPECT_EQ(not_passed(story).size(), story.listing.tests.size());
  ASSERT_THAT(story.outside, SizeIs(1));
  EXPECT_THAT(story.outside[0].failure.message, HasSubstr("the whole has no set-up"));
}

TEST(BoostCaptured, AForkedCopyWritesASecondReport) {
  Story story = play(captured("fork"));
  EXPECT_THAT(story.broken, ElementsAre("something was written behind its end"));
  EXPECT_THAT(story.completed, IsEmpty());
  EXPECT_EQ(story.word("plain/first"), "unsettled");
}

}  // namespace
}  // namespace cupel::harness::testing
