// SPDX-License-Identifier: Apache-2.0
// What a doctest launch is told to run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

using Words = std::vector<std::string>;

const Words base_arguments = {"--dt-reporters=xml",           "--dt-out={report}",
                              "--dt-order-by=file",           "--dt-duration=true",
                              "--dt-no-skipped-summary=true", "--dt-no-exitcode=false",
                              "--dt-case-sensitive=true"};

RunPlan plan_of(const model::Listing& listing, const std::vector<std::size_t>& chosen,
                const TargetView& target = plain_target()) {
  return make_doctest()->run_request(target, listing, chosen);
}

Words picked(const model::Listing& listing, const std::vector<std::size_t>& chosen,
             const TargetView& target = plain_target()) {
  Words words = arguments(plan_of(listing, chosen, target).request, target.command.size());
  EXPECT_TRUE(std::equal(base_arguments.begin(), base_arguments.end(), words.begin()));
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(base_arguments.size()));
  return words;
}

model::Listing named(const Words& names) {
  return listing_named(names, "2.4.9");
}

TEST(DoctestSelect, NeedsNothingForEverything) {
  EXPECT_THAT(picked(named({"a", "b"}), {0, 1}), IsEmpty());
}

TEST(DoctestSelect, NeighboursAreARange) {
  const model::Listing listing = named({"a", "b", "c", "d"});
  EXPECT_THAT(picked(listing, {1, 2}), ElementsAre("--dt-first=2", "--dt-last=3"));
  EXPECT_THAT(picked(listing, {3}), ElementsAre("--dt-first=4", "--dt-last=4"));
  EXPECT_THAT(plan_of(listing, {2, 1}).covered, ElementsAre(1, 2));
}

TEST(DoctestSelect, SkippedTestsAreNotCounted) {
  model::Listing listing = named({"a", "b", "c", "d", "e"});
  listing.tests[1].disabled = true;
  EXPECT_THAT(picked(listing, {0, 2, 3, 4}), IsEmpty());
  EXPECT_THAT(picked(listing, {0, 2}), ElementsAre("--dt-first=1", "--dt-last=2"));
  EXPECT_THAT(picked(listing, {3}), ElementsAre("--dt-first=3", "--dt-last=3"));
  EXPECT_THAT(plan_of(listing, {0, 1, 2}).covered, ElementsAre(0, 2));
}

TEST(DoctestSelect, SeveralRangesGoByName) {
  const model::Listing listing = named({"alpha", "b,c", "beta", "back\\slash", "gamma", "delta"});
  EXPECT_THAT(picked(listing, {1, 3}), ElementsAre("--dt-test-case=b\\,c,back\\\\slash"));
  EXPECT_THAT(plan_of(listing, {1, 3}).covered, ElementsAre(1, 3));
  EXPECT_THAT(picked(listing, {0, 1, 3, 4, 5}), ElementsAre("--dt-test-case-exclude=beta"));
}

TEST(DoctestSelect, NamesThatNoFilterSaysGoByRange) {
  const model::Listing listing = named({"x*", "x**", "x?", "", "x??"});
  const RunPlan plan = plan_of(listing, {0, 2, 3});
  EXPECT_THAT(picked(listing, {0, 2, 3}), ElementsAre("--dt-first=3", "--dt-last=4"));
  EXPECT_THAT(plan.covered, ElementsAre(2, 3));
}

TEST(DoctestSelect, TwinsGoByRange) {
  const model::Listing listing = named({"twin", "a", "twin", "b", "c"});
  EXPECT_THAT(picked(listing, {0, 3}), ElementsAre("--dt-first=1", "--dt-last=1"));
  EXPECT_THAT(picked(listing, {0, 2}), ElementsAre("--dt-test-case=twin"));
}

TEST(DoctestSelect, WithArgumentsOfItsOwnOnlyRanges) {
  TargetView target = plain_target();
  target.command.emplace_back("-tc=*");
  EXPECT_THAT(picked(named({"a", "b", "c", "d"}), {0, 2, 3}, target),
              ElementsAre("--dt-first=3", "--dt-last=4"));
}

TEST(DoctestSelect, AListTooLongForAnArgumentIsRanges) {
  Words names;
  for (int i = 0; i < 4000; ++i)
    names.push_back(std::to_string(i * 7919 % 4001) + std::string(60, 'n'));
  const model::Listing listing = named(names);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i % 2 == 0 || i > 3000) chosen.push_back(i);
  }
  const RunPlan plan = plan_of(listing, chosen);
  for (const std::string& word : arguments(plan.request)) EXPECT_LT(word.size(), 131'071U);
  EXPECT_FALSE(plan.covered.empty());
}

TEST(DoctestSelect, ShufflesOnlyWhatHasNoPosition) {
  const auto harness = make_doctest();
  const model::Listing listing = named({"a", "b", "c"});
  RunPlan all = plan_of(listing, {0, 1, 2});
  harness->shuffle(all.request, 6);
  EXPECT_THAT(arguments(all.request), Contains("--dt-order-by=rand"));
  EXPECT_THAT(arguments(all.request), Not(Contains("--dt-order-by=file")));
  EXPECT_EQ(arguments(all.request).back(), "--dt-rand-seed=7");
  RunPlan range = plan_of(listing, {0, 1});
  const Words before = arguments(range.request);
  harness->shuffle(range.request, 6);
  EXPECT_EQ(arguments(range.request), before);
}

TEST(DoctestSelect, AloneCommandIsForPeople) {
  const auto harness = make_doctest();
  model::Listing listing = named({"a b", "x*", "twin", "skipped", "twin"});
  listing.tests[3].disabled = true;
  const auto alone = [&](std::size_t test) {
    return harness->alone_command(plain_target(), listing, test);
  };
  EXPECT_THAT(alone(0), ElementsAre("/bin/prog", "--test-case=a b", "--case-sensitive"));
  EXPECT_THAT(alone(1), ElementsAre("/bin/prog", "--first=2", "--last=2"));
  EXPECT_THAT(alone(4), ElementsAre("/bin/prog", "--first=4", "--last=4"));
  EXPECT_THAT(alone(3),
              ElementsAre("/bin/prog", "--no-skip", "--test-case=skipped", "--case-sensitive"));
}

}  // namespace
}  // namespace cupel::harness::testing
