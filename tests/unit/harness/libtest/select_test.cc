// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "libtest_case.h"

namespace cupel::harness::testing::libtest {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

RunPlan plan_of(const model::Listing& listing, const std::vector<std::size_t>& chosen,
                const TargetView& view = target()) {
  return make_libtest()->run_request(view, listing, chosen);
}

/// What stands after the log's path.
std::vector<std::string> selection(const RunPlan& plan) {
  const auto argv = words(plan.request);
  const auto log = std::find(argv.begin(), argv.end(), "{log}");
  return {log + 1, argv.end()};
}

TEST(LibtestSelect, NamesExactly) {
  const model::Listing listing = named({"a", "a::b", "ab", "b"});
  const RunPlan plan = plan_of(listing, {2, 0});
  EXPECT_THAT(selection(plan), ElementsAre("--exact", "a", "ab"));
  EXPECT_THAT(plan.covered, ElementsAre(0, 2)) << "in the order in which they run";
  EXPECT_THAT(plan.extra, IsEmpty());
  EXPECT_THAT(words(plan.request), Contains("--test-threads=1"));
  EXPECT_THAT(plan.request.env_remove, Contains("RUST_TEST_*"));
}

TEST(LibtestSelect, EverythingNeedsNoNames) {
  model::Listing listing = named({"a", "b", "c"});
  listing.tests[1].disabled = true;
  const RunPlan plan = plan_of(listing, {0, 1, 2});
  EXPECT_THAT(selection(plan), IsEmpty());
  EXPECT_THAT(plan.covered, ElementsAre(0, 2)) << "an ignored test does not run";
}

TEST(LibtestSelect, TwinsAndTheTargetsOwnNamesRunBesides) {
  const model::Listing listing = named({"a", "a", "b", "own"});
  TargetView view = target();
  view.command.emplace_back("own");
  EXPECT_THAT(plan_of(listing, {0}, view).extra, ElementsAre(1, 3));
  EXPECT_THAT(plan_of(listing, {2}).extra, IsEmpty());
}

TEST(LibtestSelect, ALongListTakesSeveralLaunches) {
  std::vector<std::string> names;
  for (int i = 0; i < 30000; ++i)
    names.push_back("module::" + std::string(60, 'x') + std::to_string(i));
  const model::Listing listing = named(names);
  const std::vector<std::size_t> all = enabled_tests(listing);
  std::size_t done = 1;  // not everything, which needs no names
  int launches = 0;
  while (done < all.size()) {
    const std::vector<std::size_t> owed(all.begin() + static_cast<std::ptrdiff_t>(done), all.end());
    const RunPlan plan = plan_of(listing, owed);
    std::size_t bytes = 0;
    for (const std::string& word : words(plan.request)) bytes += word.size() + 9;
    EXPECT_LT(bytes, std::size_t{1} << 20);
    ASSERT_FALSE(plan.covered.empty());
    EXPECT_EQ(plan.covered.front(), owed.front());
    done += plan.covered.size();
    EXPECT_EQ(plan.covered.back() + 1, done);
    ++launches;
  }
  EXPECT_EQ(launches, 3);
}

TEST(LibtestSelect, FiveThousandFitIntoOne) {
  std::vector<std::string> names;
  for (int i = 0; i < 6000; ++i)
    names.push_back("module::" + std::string(60, 'x') + std::to_string(i));
  const model::Listing listing = named(names);
  std::vector<std::size_t> chosen = enabled_tests(listing);
  chosen.resize(5000);
  EXPECT_EQ(plan_of(listing, chosen).covered.size(), 5000U);
}

TEST(LibtestSelect, AloneIsACommandForAPerson) {
  model::Listing listing = named({"a", "b"});
  listing.tests[1].disabled = true;
  const auto alone = [&](std::size_t test) {
    return make_libtest()->alone_command(target(), listing, test);
  };
  EXPECT_THAT(alone(0), ElementsAre("/bin/prog", "--exact", "a"));
  EXPECT_THAT(alone(1), ElementsAre("/bin/prog", "--exact", "b", "--include-ignored"));
}

TargetView docs() {
  return {"t", {"/usr/bin/cargo", "test", "--doc", "--package", "one"}, "/", {}};
}

TEST(LibtestSelect, DocTestsAreChosenByWordsWithoutBlanks) {
  const model::Listing listing = named({"src/lib.rs - one (line 2)", "src/lib.rs - one (line 12)",
                                        "src/lib.rs - two (line 5)", "src/m.rs - m::two (line 5)"});
  const auto select = [&](const std::vector<std::size_t>& chosen) {
    return plan_of(listing, chosen, docs());
  };
  EXPECT_THAT(selection(select({0, 1, 2, 3})), IsEmpty());
  EXPECT_THAT(selection(select({3})), ElementsAre("src/m.rs"));
  EXPECT_THAT(selection(select({1})), ElementsAre("12)"));
  // Each of its words hits line 12 as well, which is left out.
  const RunPlan plan = select({0});
  EXPECT_THAT(selection(plan), ElementsAre("one", "--skip", "12)"));
  EXPECT_THAT(plan.extra, IsEmpty());
  for (const std::string& word : words(plan.request))
    EXPECT_THAT(word, Not(::testing::HasSubstr(" ")));
  EXPECT_THAT(words(plan.request), Contains("--"));
}

TEST(LibtestSelect, ADocTestThatCannotBeLeftOutRunsBesides) {
  const model::Listing listing = named({"src/lib.rs - f (line 2)", "src/lib.rs - f - f (line 2)"});
  EXPECT_THAT(plan_of(listing, {0}, docs()).extra, ElementsAre(1));
}

}  // namespace
}  // namespace cupel::harness::testing::libtest
