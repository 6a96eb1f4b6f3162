// SPDX-License-Identifier: Apache-2.0
// What a Catch2 launch is told to run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/catch2/catch2.h"
#include "harness/catch2/patterns.h"
#include "unit/harness/report_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Words = std::vector<std::string>;

const std::vector<std::string> base_v3 = {"-r",
                                          "xml",
                                          "-o",
                                          "{report}",
                                          "-d",
                                          "yes",
                                          "--order",
                                          "decl",
                                          "--allow-running-no-tests",
                                          "-r",
                                          "automake::out={verdicts.txt}"};

/// The arguments that pick tests, for v3.
Words picked(const model::Listing& listing, const std::vector<std::size_t>& chosen) {
  const RunPlan plan = make_catch2()->run_request(plain_target(), listing, chosen);
  Words words = arguments(plan.request);
  EXPECT_TRUE(std::equal(base_v3.begin(), base_v3.end(), words.begin()));
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(base_v3.size()));
  return words;
}

RunPlan plan_v2(const model::Listing& listing, const std::vector<std::size_t>& chosen) {
  return make_catch2()->run_request(plain_target(), listing, chosen);
}

TEST(Catch2Select, NeedsNothingForEverything) {
  EXPECT_THAT(picked(listing_named({"a", "b"}, "3.7.1"), {0, 1}), IsEmpty());
}

TEST(Catch2Select, LeavesHiddenTestsOut) {
  model::Listing listing = listing_named({"a", "b", "c"}, "3.7.1");
  listing.tests[1].disabled = true;
  EXPECT_THAT(picked(listing, {0, 2}), IsEmpty());
  EXPECT_THAT(picked(listing, {0, 1}), ElementsAre("\"a\""));
}

TEST(Catch2Select, NamesOrExcludesWhicheverIsShorter) {
  const model::Listing listing = listing_named({"alpha", "beta", "gamma", "delta"}, "3.7.1");
  EXPECT_THAT(picked(listing, {1}), ElementsAre("\"beta\""));
  EXPECT_THAT(picked(listing, {0, 1, 2}), ElementsAre("\"*\"~\"delta\""));
}

TEST(Catch2Select, ExcludesHiddenTestsByTheirTag) {
  model::Listing listing = listing_named({"alpha", "beta", "gamma", "delta", "eps"}, "3.7.1");
  listing.tests[4].disabled = true;
  EXPECT_THAT(picked(listing, {0, 1, 2}), ElementsAre("\"*\"~[.]~\"delta\""));
}

TEST(Catch2Select, WithArgumentsOfItsOwnTheTagSaysNothing) {
  TargetView target = plain_target();
  target.command.emplace_back("[.slow]");
  model::Listing listing = listing_named({"alpha", "beta", "gamma", "delta", "eps"}, "3.7.1");
  listing.tests[4].disabled = true;
  const std::vector<std::size_t> chosen = {0, 1, 2};
  const RunPlan plan = make_catch2()->run_request(target, listing, chosen);
  EXPECT_THAT(arguments(plan.request).back(), HasSubstr("~\"eps\""));
}

TEST(Catch2Select, EscapesWhatHasAMeaning) {
  const model::Listing listing =
      listing_named({"a, [b] \"c\" \\ * ~d", "other", "third", "fourth"}, "3.7.1");
  EXPECT_THAT(picked(listing, {0}), ElementsAre("\"a\\, \\[b\\] \\\"c\\\" \\\\ \\* \\~d\""));
}

class Catch2ByPlace : public ::testing::TestWithParam<std::string> {};

TEST_P(Catch2ByPlace, WhatNoPatternPicksAloneIsPickedByPlace) {
  const model::Listing listing =
      listing_named({"x", GetParam(), "y", "exclude:that", "Twin", "q\nb", "and star"}, "3.7.1");
  EXPECT_THAT(picked(listing, {1}), ElementsAre("--shard-count", "7", "--shard-index", "1", "*"));
}
INSTANTIATE_TEST_SUITE_P(Catch2Select, Catch2ByPlace,
                         ::testing::Values("exclude:this", "twin ", "q\na", "* star", "*",
                                           "exclude:"));

TEST(Catch2Select, AShardCoversOneTestAndTheRestComesLater) {
  const model::Listing listing = listing_named({"twin", "a", "Twin", "b", "c"}, "3.7.1");
  const std::vector<std::size_t> chosen = {0, 1};
  const auto harness = make_catch2();
  EXPECT_THAT(harness->run_request(plain_target(), listing, chosen).covered, ElementsAre(1));
  const std::vector<std::size_t> rest = {0};
  EXPECT_THAT(harness->run_request(plain_target(), listing, rest).covered, ElementsAre(0));
}

TEST(Catch2Select, PrefixesMakeALongListShort) {
  std::vector<std::string> names;
  for (int i = 0; i < 6000; ++i) names.push_back("test, number " + std::to_string(10'000 + i));
  const model::Listing listing = listing_named(names, "3.7.1");
  std::vector<std::size_t> chosen;
  for (std::size_t i = 777; i < names.size(); ++i) chosen.push_back(i);
  const Words words = picked(listing, chosen);
  ASSERT_EQ(words.size(), 1U);
  EXPECT_LT(words[0].size(), 4096U);
}

TEST(Catch2Select, ALongListGoesIntoAFile) {
  std::vector<std::string> names;
  for (int i = 0; i < 900; ++i) names.push_back(std::string(20, 'n') + std::to_string(i));
  const model::Listing listing = listing_named(names, "2.13.10");
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < names.size(); i += 2) chosen.push_back(i);
  const RunPlan plan = plan_v2(listing, chosen);
  EXPECT_THAT(arguments(plan.request), Contains("-f"));
  ASSERT_EQ(plan.request.write.size(), 1U);
  EXPECT_EQ(plan.covered, chosen);
  EXPECT_THAT(plan.extra, IsEmpty());
}

TEST(Catch2Select, ABlockOfAHugeProgramIsAShard) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 8000; ++i) names.push_back(std::to_string(i * 7919 % 8009) + "n");
  const model::Listing listing = listing_named(names, "3.7.1");
  std::vector<std::size_t> chosen;
  for (std::size_t i = 4000; i < names.size(); ++i) chosen.push_back(i);
  const RunPlan plan = make_catch2()->run_request(plain_target(), listing, chosen);
  EXPECT_THAT(arguments(plan.request), Contains("--shard-count"));
  EXPECT_EQ(plan.covered, chosen);
}

TEST(Catch2Select, OfV2NeitherShardsNorNewOptions) {
  const model::Listing listing =
      listing_named({"Twin", "twin ", "a", "exclude:x", "n\nl"}, "2.13.10");
  const std::vector<std::size_t> chosen = {0};
  const RunPlan plan = plan_v2(listing, chosen);
  EXPECT_THAT(arguments(plan.request), Not(Contains("--allow-running-no-tests")));
  EXPECT_EQ(arguments(plan.request).back(), "\"Twin\"");
  EXPECT_THAT(plan.covered, ElementsAre(0));
  EXPECT_THAT(plan.extra, ElementsAre(1)) << "the other is known to run besides";
}

TEST(Catch2Select, OfV2WhatExcludesIsPickedByItsEnd) {
  const model::Listing listing =
      listing_named({"a", "exclude:x", "exclude:yx", "exclude:z"}, "2.13.10");
  const RunPlan plan = plan_v2(listing, {1});
  EXPECT_EQ(arguments(plan.request).back(), "\"*x\"");
  EXPECT_THAT(plan.covered, ElementsAre(1));
  EXPECT_THAT(plan.extra, ElementsAre(2));
}

TEST(Catch2Select, ShufflesWhatIsPickedByNameOnly) {
  const auto harness = make_catch2();
  const model::Listing listing = listing_named({"a", "b", "exclude:c", "exclude:d"}, "3.7.1");
  const std::vector<std::size_t> two = {0, 1};
  RunPlan plan = harness->run_request(plain_target(), listing, two);
  harness->shuffle(plan.request, 6);
  EXPECT_THAT(arguments(plan.request), Contains("rand"));
  EXPECT_THAT(arguments(plan.request), Not(Contains("decl")));
  EXPECT_EQ(arguments(plan.request).back(), "7");
  const std::vector<std::size_t> one = {2};
  RunPlan shard = harness->run_request(plain_target(), listing, one);
  const Words before = arguments(shard.request);
  harness->shuffle(shard.request, 6);
  EXPECT_EQ(arguments(shard.request), before);
}

TEST(Catch2Select, TakesBazelsVariablesAway) {
  const RunPlan plan = plan_v2(listing_named({"a"}, "3.7.1"), {0});
  EXPECT_THAT(plan.request.env_remove, Contains("BAZEL_TEST"));
  EXPECT_THAT(plan.request.env_remove, Contains("TESTBRIDGE_TEST_ONLY"));
}

TEST(Catch2Select, AloneCommandIsForPeople) {
  const auto harness = make_catch2();
  model::Listing listing = listing_named({"a b", "exclude:c", "hidden", "exclude:d"}, "3.7.1");
  listing.tests[2].disabled = true;
  EXPECT_THAT(harness->alone_command(plain_target(), listing, 0),
              ElementsAre("/bin/prog", "\"a b\""));
  EXPECT_THAT(harness->alone_command(plain_target(), listing, 1),
              ElementsAre("/bin/prog", "*", "--shard-count", "4", "--shard-index", "1"));
  EXPECT_THAT(harness->alone_command(plain_target(), listing, 2),
              ElementsAre("/bin/prog", "\"hidden\""));
}

TEST(Catch2Patterns, KnowWhatTheyCannotSay) {
  const catch2::SpecRules rules;
  EXPECT_EQ(rules.expressible("a*b"), 3U);
  EXPECT_EQ(rules.expressible("*a"), 0U);
  EXPECT_EQ(rules.expressible("ab\ncd"), 2U);
  EXPECT_EQ(rules.expressible("a exclude:b"), 9U);
  EXPECT_EQ(rules.expressible("ab\\xFFcd"), 2U);
  EXPECT_EQ(rules.expressible("ab\\xfgcd"), 8U);
  EXPECT_TRUE(rules.is_exact("a*b"));
  EXPECT_FALSE(rules.is_exact("ab*"));
  EXPECT_FALSE(rules.is_exact(""));
  EXPECT_EQ(rules.spell("a\"", true), "\"a\\\"*\"");
}

}  // namespace
}  // namespace cupel::harness::testing
