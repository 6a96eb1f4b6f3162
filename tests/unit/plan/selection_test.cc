// SPDX-License-Identifier: Apache-2.0
#include "plan/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cupel::plan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;

model::Listing listing_of(const std::vector<std::string>& names) {
  model::Listing listing;
  for (const std::string& name : names) listing.tests.push_back({name, name, {}, false, {}});
  return listing;
}

std::vector<std::string> chosen(const Selection& selection, const model::Listing& listing) {
  std::vector<std::string> names;
  for (const std::size_t index : select_tests(selection, "t", listing)) {
    names.push_back(listing.tests[index].name);
  }
  return names;
}

const model::Listing four = listing_of({"Rope.A", "Rope.B", "Gemm.A", "Gemm.B"});

TEST(Selection, WithoutWordsEverythingIsWanted) {
  EXPECT_TRUE(Selection{}.everything());
  EXPECT_TRUE(wants_target({}, "t"));
  EXPECT_THAT(chosen({}, four), SizeIs(4));
  EXPECT_THAT(narrowing({}), IsEmpty());
}

TEST(Selection, APositionalNamesATargetOrOneOfItsTests) {
  EXPECT_THAT(chosen({{"t"}, {}}, four), SizeIs(4));
  EXPECT_THAT(chosen({{"t:Rope.B"}, {}}, four), ElementsAre("Rope.B"));
  EXPECT_THAT(chosen({{"t:Gemm.B", "t:Rope.A"}, {}}, four), ElementsAre("Rope.A", "Gemm.B"))
      << "in the order of the listing";
  EXPECT_THAT(chosen({{"u"}, {}}, four), IsEmpty());
  EXPECT_THAT(chosen({{"t:Rope.*"}, {}}, four), IsEmpty()) << "positionals are no patterns";
}

TEST(Selection, OnlyTheTargetsThatAreNamedAreWanted) {
  EXPECT_TRUE(wants_target({{"t:Rope.A"}, {}}, "t"));
  EXPECT_FALSE(wants_target({{"t:Rope.A"}, {}}, "u"));
  EXPECT_TRUE(wants_target({{}, {"t:*"}}, "u")) << "a filter leaves no target unlisted";
}

TEST(Selection, TheNameOfATargetMeansThoseItContains) {
  const Selection whole{{"ws"}, {}};
  EXPECT_TRUE(wants_target(whole, "ws/one/lib"));
  EXPECT_FALSE(wants_target(whole, "wsx/one"));
  const Selection part{{"ws/one"}, {}};
  EXPECT_TRUE(wants_target(part, "ws")) << "it has to be listed to find the part";
  EXPECT_TRUE(wants_target(part, "ws/one/lib"));
  EXPECT_FALSE(wants_target(part, "ws/two"));
  EXPECT_FALSE(wants_target(part, "w"));
  EXPECT_THAT(select_tests(whole, "ws/one/lib", four), SizeIs(4));
  EXPECT_THAT(select_tests({{"ws/one/lib:Rope.A"}, {}}, "ws/one/lib", four), SizeIs(1));
  EXPECT_THAT(select_tests({{"ws:Rope.A"}, {}}, "ws/one/lib", four), IsEmpty());
}

TEST(Selection, TellsWhichNamedTargetNobodyIs) {
  const std::vector<std::string> names = {"t", "ws/one/lib"};
  EXPECT_THAT(unknown_targets({{"t", "ws", "ws/one", "ws/one/lib:A", "t:B"}, {}}, names),
              IsEmpty());
  EXPECT_THAT(unknown_targets({{"ws/on", "ws/one:A"}, {}}, names), ElementsAre("ws/on", "ws/one"));
}

TEST(Selection, FiltersAreOrEdAndThoseWithAMarkRemove) {
  EXPECT_THAT(chosen({{}, {"t:Rope.*"}}, four), ElementsAre("Rope.A", "Rope.B"));
  EXPECT_THAT(chosen({{}, {"*Rope.A", "*Gemm.A"}}, four), ElementsAre("Rope.A", "Gemm.A"));
  EXPECT_THAT(chosen({{}, {"!*.A"}}, four), ElementsAre("Rope.B", "Gemm.B"));
  EXPECT_THAT(chosen({{}, {"t:Rope.*", "!*.A"}}, four), ElementsAre("Rope.B"));
  EXPECT_THAT(chosen({{}, {"!*.A", "t:Rope.*"}}, four), ElementsAre("Rope.B"))
      << "whatever the order";
}

TEST(Selection, PositionalsAndFiltersBothMustLetATestThrough) {
  EXPECT_THAT(chosen({{"t:Rope.A", "t:Gemm.A"}, {"*Rope*"}}, four), ElementsAre("Rope.A"));
  EXPECT_THAT(chosen({{"t:Rope.A"}, {"*Gemm*"}}, four), IsEmpty());
  EXPECT_THAT(chosen({{"t"}, {"!*Gemm*"}}, four), ElementsAre("Rope.A", "Rope.B"));
}

TEST(Selection, AnExactIdComesBeforeThePatternItWouldBe) {
  const model::Listing odd = listing_of({"f(*)", "f(int*)", "g?", "gh"});
  EXPECT_THAT(chosen({{}, {"t:f(*)"}}, odd), ElementsAre("f(*)"));
  EXPECT_THAT(chosen({{}, {"!t:g?"}}, odd), ElementsAre("f(*)", "f(int*)", "gh"));
  EXPECT_THAT(chosen({{}, {"t:f(i*)"}}, odd), ElementsAre("f(int*)"));
  EXPECT_THAT(chosen({{}, {"t:f(\\*)"}}, odd), ElementsAre("f(*)"));
}

TEST(Selection, TheScopeSaysWhatNarrowedIt) {
  EXPECT_THAT(narrowing({{"t", "u:x"}, {"*a*"}}), ElementsAre("filter *a*", "only t", "only u:x"));
}

TEST(Selection, APositionalOfATargetThatIsNotThereIsAUsageError) {
  Config config;
  config.path = "/x/cupel.toml";
  for (const char* name : {"numerics", "rope"}) {
    config.targets.emplace_back();
    config.targets.back().name = name;
  }
  EXPECT_TRUE(check_positionals({{"numerics", "rope:A"}, {}}, config, {"ctest"}).ok());
  auto refused = check_positionals({{"numeric:A"}, {}}, config, {"ctest"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(refused.error().message, HasSubstr("'numeric'"));
  config.targets.front().harness = "gtest";
  EXPECT_FALSE(check_positionals({{"numerics/part:A"}, {}}, config, {"ctest"}).ok());
  config.targets.front().harness = "ctest";
  EXPECT_TRUE(check_positionals({{"numerics/part:A"}, {}}, config, {"ctest"}).ok());
  EXPECT_THAT(refused.error().hint,
              AllOf(HasSubstr("did you mean 'numerics'?"), HasSubstr("cupel list")));
}

TEST(Selection, APositionalOfATestThatIsNotListedIsFound) {
  EXPECT_THAT(unknown_tests({{"t:Rope.A", "t:Rope.C", "t", "u:X"}, {}}, "t", four),
              ElementsAre("t:Rope.C"));
}

class Batches : public testing::Test {
 protected:
  std::vector<BatchPlan> plan(const model::Listing& listing,
                              std::optional<std::uint64_t> shuffle = {}) const {
    std::vector<std::size_t> all(listing.tests.size());
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = n;
    return plan_batches(config_, model::Precision::production, "t", listing, all, shuffle);
  }
  static std::vector<std::string> names(const model::Listing& listing, const BatchPlan& batch) {
    std::vector<std::string> found;
    for (const std::size_t index : batch.tests) found.push_back(listing.tests[index].name);
    return found;
  }
  Config config_;
};

TEST_F(Batches, OnePolicyOneBatchInTheOrderOfTheListing) {
  const auto batches = plan(four);
  ASSERT_THAT(batches, SizeIs(1));
  EXPECT_EQ(batches.front().precision, model::Precision::production);
  EXPECT_THAT(batches.front().tests, ElementsAre(0, 1, 2, 3));
}

TEST_F(Batches, APolicyGivesItsTestsProcessesOfTheirOwn) {
  config_.policies = {{"t:Rope.*", model::Precision::f32_strict}};
  const auto batches = plan(four);
  ASSERT_THAT(batches, SizeIs(2));
  EXPECT_EQ(batches[0].precision, model::Precision::f32_strict);
  EXPECT_THAT(batches[0].tests, ElementsAre(0, 1));
  EXPECT_EQ(batches[1].precision, model::Precision::production);
  EXPECT_THAT(batches[1].tests, ElementsAre(2, 3));
}

TEST_F(Batches, TheFirstPolicyThatMatchesDecides) {
  config_.policies = {{"t:Rope.A", model::Precision::inherit},
                      {"t:*", model::Precision::f32_strict}};
  const auto batches = plan(four);
  ASSERT_THAT(batches, SizeIs(2));
  EXPECT_EQ(batches[0].precision, model::Precision::inherit);
  EXPECT_THAT(batches[0].tests, ElementsAre(0));
  EXPECT_THAT(batches[1].tests, ElementsAre(1, 2, 3));
}

TEST_F(Batches, APolicyOfTheSamePrecisionSplitsNothing) {
  config_.policies = {{"t:Rope.*", model::Precision::production}};
  EXPECT_THAT(plan(four), SizeIs(1));
}

model::Listing many() {
  std::vector<std::string> names;
  for (int n = 0; n < 50; ++n) names.push_back("Test" + std::to_string(n));
  return listing_of(names);
}

TEST_F(Batches, AShuffleIsTheSameForOneSeedAndAnotherForAnother) {
  const model::Listing listing = many();
  const auto once = plan(listing, 7).front().tests;
  EXPECT_EQ(once, plan(listing, 7).front().tests);
  EXPECT_NE(once, plan(listing, 8).front().tests);
  EXPECT_THAT(once, UnorderedElementsAreArray(plan(listing).front().tests));
  EXPECT_FALSE(std::is_sorted(once.begin(), once.end()));
}

TEST_F(Batches, LeavingATestOutOfAShuffleMovesNoOther) {
  const model::Listing listing = many();
  model::Listing fewer = listing;
  fewer.tests.erase(fewer.tests.begin() + 20);
  auto all = names(listing, plan(listing, 7).front());
  std::erase(all, "Test20");
  EXPECT_EQ(all, names(fewer, plan(fewer, 7).front()));
}

TEST_F(Batches, AnotherOrderInTheListingIsTheSameShuffle) {
  model::Listing listing = many();
  const auto once = names(listing, plan(listing, 7).front());
  std::reverse(listing.tests.begin(), listing.tests.end());
  EXPECT_EQ(names(listing, plan(listing, 7).front()), once);
}

}  // namespace
}  // namespace cupel::plan
