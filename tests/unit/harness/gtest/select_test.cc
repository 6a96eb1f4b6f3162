// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/select.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gtest_case.h"
#include "harness/gtest/name_index.h"

namespace cupel::harness::testing {
namespace {

using gtest::Filter;
using gtest::make_filter;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

Filter filter(const model::Listing& listing, const std::vector<std::size_t>& chosen) {
  return make_filter(listing, chosen);
}

TEST(Select, PlainNamesAreTheirOwnPatterns) {
  const model::Listing listing = named({"S.a", "S.b", "P/S.c/0"});
  EXPECT_EQ(filter(listing, {0, 2}).text, "S.a:P/S.c/0");
  EXPECT_EQ(filter(listing, {2, 0}).text, "S.a:P/S.c/0") << "order is the program's anyway";
  EXPECT_THAT(filter(listing, {0, 2}).extra, IsEmpty());
  EXPECT_FALSE(filter(listing, {0, 2}).everything);
}

TEST(Select, EverythingNeedsNoFilter) {
  model::Listing listing = named({"S.a", "S.DISABLED_b", "S.c-d"});
  listing.tests[1].disabled = true;
  EXPECT_TRUE(filter(listing, {0, 2}).everything);
  EXPECT_TRUE(filter(listing, {0, 1, 2}).everything);
  EXPECT_FALSE(filter(listing, {0}).everything);
}

TEST(Select, DisabledTestsAreNeverCovered) {
  model::Listing listing = named({"S.a", "S.DISABLED_b", "S.c"});
  listing.tests[1].disabled = true;
  const RunPlan plan = gtest::run_request(target(), listing, std::vector<std::size_t>{0, 1});
  EXPECT_THAT(plan.covered, ElementsAre(0));
  EXPECT_THAT(plan.extra, IsEmpty());
}

TEST(Select, SpecialBytesBecomeOneByteWildcards) {
  const model::Listing listing =
      named({"S.a:b", "S.c-d", "S.e*", "S.f\ng", "S.h?", "S.-neg", "S.other"});
  EXPECT_EQ(filter(listing, {0, 1, 2, 3, 4, 5}).text, "S.a?b:S.c?d:S.e?:S.f?g:S.h?:S.?neg");
}

TEST(Select, WhatAWildcardHitsIsTakenOut) {
  const model::Listing listing = named({"A:B.t", "A B.t", "A.B.t", "A-B.t", "other.t"});
  // ':' against the rest: all can be named in the negative part, '-' literally.
  const Filter colon = filter(listing, {0});
  EXPECT_EQ(colon.text, "A?B.t-A B.t:A-B.t:A.B.t");
  EXPECT_THAT(colon.extra, IsEmpty());
  // '-' against ':': no negative pattern for the one spares the other.
  const Filter dash = filter(listing, {3});
  EXPECT_EQ(dash.text, "A?B.t-A B.t:A.B.t");
  EXPECT_THAT(dash.extra, ElementsAre(0));
}

TEST(Select, DisabledTestsMayBeHit) {
  model::Listing listing = named({"A:B.t", "A B.t", "other.t"});
  listing.tests[1].disabled = true;
  EXPECT_EQ(filter(listing, {0}).text, "A?B.t");
}

TEST(Select, TwinsRunTogether) {
  const model::Listing listing = named({"S.a", "S.b", "S.a"});
  const Filter first = filter(listing, {0});
  EXPECT_EQ(first.text, "S.a");
  EXPECT_THAT(first.extra, ElementsAre(2));
  EXPECT_THAT(filter(listing, {0, 2}).extra, IsEmpty());
}

TEST(Select, ShortFiltersStayOnTheCommandLine) {
  const model::Listing listing = named({"S.a", "S.b"});
  const RunPlan plan = gtest::run_request(target(), listing, std::vector<std::size_t>{1});
  std::vector<std::string> argv;
  for (const model::Template& word : plan.request.argv) {
    argv.push_back(
        word.fill({{"stream", "127.0.0.1:9"}}, {{"report.xml", "/d/r"}, {"flags.txt", "/d/f"}}));
  }
  EXPECT_THAT(argv, Contains("--gtest_filter=S.b"));
  EXPECT_THAT(argv, Contains("--gtest_output=xml:/d/r"));
  EXPECT_THAT(argv, Contains("--gtest_stream_result_to=127.0.0.1:9"));
  EXPECT_THAT(argv, Contains("--gtest_repeat=1"));
  EXPECT_THAT(argv, Not(Contains("--gtest_fail_fast=0")))
      << "versions before 1.11 would print help";
  EXPECT_THAT(plan.request.write, IsEmpty());
  EXPECT_EQ(
      plan.request.env_set.at("TEST_PREMATURE_EXIT_FILE").fill({}, {{"premature_exit", "/d/p"}}),
      "/d/p");
  EXPECT_THAT(plan.request.collect, ElementsAre("premature_exit"));
  EXPECT_THAT(plan.request.attested, ElementsAre("report.xml"));
}

TEST(Select, LongFiltersGoIntoAFileOfOneLine) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("Suite.name_" + std::to_string(i));
  const model::Listing listing = named(names);
  std::vector<std::size_t> chosen = all_of(listing);
  chosen.pop_back();
  const RunPlan plan = gtest::run_request(target(), listing, chosen);
  ASSERT_THAT(plan.request.write, SizeIs(1));
  const std::string content = plan.request.write[0].content.fill({}, {});
  EXPECT_TRUE(content.starts_with("--gtest_filter=Suite.name_0:Suite.name_1:"));
  EXPECT_TRUE(content.ends_with(":Suite.name_998\n"));
  EXPECT_EQ(std::count(content.begin(), content.end(), '\n'), 1);
  for (const model::Template& word : plan.request.argv) {
    EXPECT_FALSE(word.fill({{"stream", "x"}}, {{"report.xml", "y"}, {"flags.txt", "z"}})
                     .starts_with("--gtest_filter"));
  }
}

TEST(Select, AloneIsWhatAPersonTypes) {
  model::Listing listing = named({"S.a", "S.DISABLED_b", "S.DISABLED_c"});
  listing.tests[1].disabled = listing.tests[2].disabled = true;
  EXPECT_THAT(gtest::alone_command(target(), named({"S.a", "S.b"}), 1),
              ElementsAre("/bin/prog", "--own", "--gtest_filter=S.b"));
  EXPECT_THAT(gtest::alone_command(target(), listing, 0), ElementsAre("/bin/prog", "--own"));
  EXPECT_THAT(gtest::alone_command(target(), listing, 1),
              ElementsAre("/bin/prog", "--own", "--gtest_filter=S.DISABLED_b",
                          "--gtest_also_run_disabled_tests"));
}

TEST(NameIndex, HitsWhatTheFilterHits) {
  const model::Listing listing = named({"", "a", "ab", "abc", "abd", "b", "a?c", "\xff", "abc"});
  const gtest::NameIndex names(listing);
  const auto hits = [&](std::string_view pattern) {
    std::vector<std::size_t> found = names.hits(pattern);
    std::sort(found.begin(), found.end());
    return found;
  };
  EXPECT_THAT(hits("abc"), ElementsAre(3, 8));
  EXPECT_THAT(hits("ab?"), ElementsAre(3, 4, 8));
  EXPECT_THAT(hits("a?c"), ElementsAre(3, 6, 8));
  EXPECT_THAT(hits("?"), ElementsAre(1, 5, 7));
  EXPECT_THAT(hits("??"), ElementsAre(2));
  EXPECT_THAT(hits("????"), IsEmpty());
  EXPECT_THAT(hits(""), ElementsAre(0));
}

TEST(GtestShuffle, TheLastFlagsOfALaunchMixByASeedThatGoogleTestTakes) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{99998}, std::uint64_t{99999}}) {
    model::LaunchRequest request;
    request.argv = {"p", "--gtest_shuffle=0"};
    gtest::shuffle(request, seed);
    ASSERT_EQ(request.argv.size(), 4U);
    EXPECT_EQ(request.argv[2].parts().front().text, "--gtest_shuffle=1");
    EXPECT_EQ(request.argv[3].parts().front().text,
              "--gtest_random_seed=" + std::to_string(seed == 99998 ? 99999 : 1));
  }
}

}  // namespace
}  // namespace cupel::harness::testing
