// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "boost_case.h"
#include "harness/boost/run_filters.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

model::Listing seven() {
  return of_paths({"a", "b", "c", "s/x", "s/y", "s/t/one", "s/t/two"});
}
std::vector<std::string> filters(const model::Listing& listing, std::vector<std::size_t> chosen) {
  return boost::make_filters(listing, chosen).words;
}

TEST(BoostSelect, EverythingNeedsNoFilter) {
  EXPECT_THAT(filters(seven(), {0, 1, 2, 3, 4, 5, 6}), IsEmpty());
}

TEST(BoostSelect, SiblingsShareAFilter) {
  EXPECT_THAT(filters(seven(), {0, 2}), ElementsAre("a,c"));
  EXPECT_THAT(filters(seven(), {0, 3}), ElementsAre("a", "s/x"));
  EXPECT_THAT(filters(seven(), {5}), ElementsAre("s/t/one"));
}

TEST(BoostSelect, AWholeSuiteIsSaidByItsName) {
  EXPECT_THAT(filters(seven(), {5, 6}), ElementsAre("s/t"));
  EXPECT_THAT(filters(seven(), {3, 5, 6}), ElementsAre("s/x,t"));
  model::Listing listing = seven();
  listing.tests[6].disabled = true;
  EXPECT_THAT(filters(listing, {5}), ElementsAre("s/t/one")) << "the suite would enable the other";
}

TEST(BoostSelect, WhatIsLeftOutIsSaidWhereThatIsShorter) {
  EXPECT_THAT(filters(seven(), {0, 1, 2, 3, 4, 5}), ElementsAre("!s/t/two"));
  EXPECT_THAT(filters(seven(), {0, 1, 2, 3, 4}), ElementsAre("!s/t"));
  EXPECT_THAT(filters(seven(), {1, 2, 3, 4, 6}), ElementsAre("!a", "!s/t/one"));
  model::Listing listing = seven();
  listing.tests[6].disabled = true;
  EXPECT_THAT(filters(listing, {0, 1, 2, 3, 4}), ElementsAre("!s/t"));
}

TEST(BoostSelect, DependenciesAreExtra) {
  model::Listing listing = seven();
  listing.tests[3].native = "0-1,4 s/x";
  listing.tests[1].disabled = true;
  const auto one = boost::make_filters(listing, std::vector<std::size_t>{3});
  EXPECT_THAT(one.words, ElementsAre("s/x", "!b")) << "b stays disabled";
  EXPECT_THAT(one.extra, ElementsAre(0, 4));
  const auto most = boost::make_filters(listing, std::vector<std::size_t>{2, 3, 5});
  EXPECT_THAT(most.words, ElementsAre("!s/t/two"));
  EXPECT_THAT(most.extra, ElementsAre(0, 4));
}

TEST(BoostSelect, NamesThatNoFilterCanSayRunByDefault) {
  model::Listing listing = seven();
  listing.tests[0].native = "! a,1";
  listing.tests[1].native = "! b/1";
  const auto chosen = boost::make_filters(listing, std::vector<std::size_t>{0});
  EXPECT_THAT(chosen.words, ElementsAre("!c,s"));
  EXPECT_THAT(chosen.extra, ElementsAre(1)) << "it cannot be left out";
  EXPECT_THAT(filters(listing, {2}), ElementsAre("c"));
}

TEST(BoostSelect, LongListsAreCutIntoArguments) {
  std::vector<std::string> paths;
  for (int i = 0; i < 6000; ++i) {
    paths.push_back("a longish test case name with spaces and number " + std::to_string(i));
  }
  const model::Listing listing = of_paths(paths);
  std::vector<std::size_t> half;
  for (std::size_t i = 0; i < 3000; ++i) half.push_back(i);
  const auto words = filters(listing, half);
  EXPECT_THAT(words, SizeIs(2));
  for (const std::string& word : words) EXPECT_LT(word.size(), 131'000U);
}

TEST(BoostSelect, WhatDoesNotFitIsLeftForLater) {
  std::vector<std::string> paths;
  for (int i = 0; i < 100; ++i) paths.push_back(std::string(40'000, 'x') + std::to_string(i));
  const model::Listing listing = of_paths(paths);
  std::vector<std::size_t> half;
  for (std::size_t i = 0; i < 50; ++i) half.push_back(i);
  const RunPlan plan = make_boost()->run_request(boost_target(), listing, half);
  EXPECT_LT(plan.covered.size(), 31U);
  EXPECT_GT(plan.covered.size(), 10U);
}

std::vector<std::string> words_of(const RunPlan& plan) {
  std::vector<std::string> words;
  for (const auto& word : plan.request.argv) words.push_back(word.parts().front().text);
  return words;
}

TEST(BoostSelect, OptionsStandBeforeTheWordsOfTheProgram) {
  const std::vector<std::size_t> one = {0};
  const auto harness = make_boost();
  const auto plain = words_of(harness->run_request(boost_target(), seven(), one));
  EXPECT_EQ(plain[1], "--own");
  EXPECT_EQ(plain.back(), "--run_test=a");
  const auto more =
      words_of(harness->run_request(boost_target({"--", "--run_test=b"}), seven(), one));
  ASSERT_GT(more.size(), 3U);
  EXPECT_EQ(more[more.size() - 3], "--run_test=a");
  EXPECT_EQ(more[more.size() - 2], "--");
  EXPECT_THAT(
      harness->alone_command(boost_target({"--", "w"}), seven(), 3),
      ElementsAre("/bin/prog", "--own", "--catch_system_errors=no", "--run_test=s/x", "--", "w"));
}

TEST(BoostSelect, ShuffleNeverAsksTheClock) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    RunPlan plan = make_boost()->run_request(boost_target({"--", "w"}), seven(),
                                             std::vector<std::size_t>{0, 1});
    make_boost()->shuffle(plan.request, seed);
    std::string random;
    for (const std::string& word : words_of(plan)) {
      if (word.starts_with("--random=")) random = word;
      if (word == "--") {
        EXPECT_FALSE(random.empty());
      }
    }
    EXPECT_FALSE(random.empty());
    EXPECT_NE(random, "--random=0");
    EXPECT_NE(random, "--random=1");
  }
}

TEST(BoostNative, ReadsBackWhatItWrote) {
  for (const boost::Native& native :
       {boost::Native{false, {}, "a"}, boost::Native{true, {{1, 1}, {3, 9}}, " 1-2 x"}}) {
    const boost::Native read = boost::read_native(boost::write_native(native));
    EXPECT_EQ(read.inexpressible, native.inexpressible);
    EXPECT_EQ(read.needed.size(), native.needed.size());
    EXPECT_EQ(read.path, native.path);
  }
}

}  // namespace
}  // namespace cupel::harness::testing
