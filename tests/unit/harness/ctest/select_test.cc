// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::size_t place_of(const model::Listing& listing, const std::string& name) {
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (listing.tests[i].name == name) return i;
  }
  throw std::runtime_error("no test " + name);
}

RunPlan plan_of(const model::Listing& listing, const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) chosen.push_back(place_of(listing, name));
  return make_ctest()->run_request(ctest_target(), listing, chosen);
}

std::string choice_of(const RunPlan& plan) {
  return plan.request.write.at(0).content.parts().front().text;
}

TEST(CtestSelect, SaysNumbers) {
  const model::Listing listing = properties_listing();
  const RunPlan plan = plan_of(listing, {"pass@2", "fail", "ünï ✓"});
  EXPECT_EQ(choice_of(plan), "0,0,0,53,2,44\n") << "the last number needs an end";
  EXPECT_THAT(plan.covered, ElementsAre(52, 1, 43));
  EXPECT_THAT(plan.extra, IsEmpty());
  EXPECT_THAT(plan.request.env_remove, Contains("CTEST_*"));
  EXPECT_THAT(plan.request.collect, ElementsAre("junit.xml"));
}

TEST(CtestSelect, FixturesComeAlong) {
  const model::Listing listing = properties_listing();
  const RunPlan plan = plan_of(listing, {"fix_user"});
  EXPECT_EQ(choice_of(plan), "0,0,0,19\n");
  EXPECT_THAT(plan.extra,
              ElementsAre(place_of(listing, "fix_setup"), place_of(listing, "fix_cleanup")));
  const RunPlan both = plan_of(listing, {"fix_user", "fix_setup"});
  EXPECT_THAT(both.extra, ElementsAre(place_of(listing, "fix_cleanup")));
}

TEST(CtestSelect, DisabledTestsAreNotAskedFor) {
  const model::Listing listing = properties_listing();
  const RunPlan plan = plan_of(listing, {"pass", "disabled"});
  EXPECT_EQ(choice_of(plan), "0,0,0,1\n");
  EXPECT_THAT(plan.covered, ElementsAre(0));
}

TEST(CtestSelect, AlongWithThousands) {
  std::vector<std::string> names(5000, "same name");
  const model::Listing listing = numbered(names);
  const RunPlan plan = make_ctest()->run_request(ctest_target(), listing, enabled_tests(listing));
  EXPECT_EQ(plan.covered.size(), 5000U);
  EXPECT_TRUE(choice_of(plan).ends_with(",4999,5000\n"));
}

TEST(CtestSelect, AloneForAPerson) {
  const model::Listing listing = properties_listing();
  EXPECT_THAT(
      make_ctest()->alone_command(ctest_target(), listing, 52),
      ElementsAre("/usr/bin/ctest", "--test-dir", "/build", "-I", "53,53", "--output-on-failure"));
}

TEST(CtestNative, ReadsBackWhatItWrote) {
  for (const ctest::Native& native :
       {ctest::Native{7, {}, "a"}, ctest::Native{12, {3, 40}, " 5+1 odd"},
        ctest::Native{1, {2}, ""}}) {
    const ctest::Native read = ctest::read_native(ctest::write_native(native));
    EXPECT_EQ(read.number, native.number);
    EXPECT_EQ(read.fixtures, native.fixtures);
    EXPECT_EQ(read.name, native.name);
  }
}

}  // namespace
}  // namespace cupel::harness::testing
