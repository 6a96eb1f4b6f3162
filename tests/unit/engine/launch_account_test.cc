// SPDX-License-Identifier: Apache-2.0
#include "engine/launch_account.h"

#include <gtest/gtest.h>

namespace cupel::engine {
namespace {

using model::Reported;

const std::vector<std::size_t> covered = {4, 7};
const std::vector<std::size_t> extra = {9};

model::CaseResult result(Reported reported) {
  model::CaseResult made;
  made.reported = reported;
  return made;
}

TEST(LaunchAccount, FollowsATestFromStartToEnd) {
  LaunchAccount account(covered, extra);
  EXPECT_FALSE(account.any_started());
  account.apply(model::CaseStarted{4});
  EXPECT_EQ(account.in_flight(), 4U);
  account.apply(model::CaseFinished{4, result(Reported::passed)});
  EXPECT_FALSE(account.in_flight());
  EXPECT_FALSE(account.all_finished());
  account.apply(model::CaseStarted{7});
  account.apply(model::CaseFinished{7, result(Reported::failed)});
  EXPECT_TRUE(account.all_finished()) << "the extra test is nobody's debt";
  EXPECT_EQ(account.slot(7)->result.reported, Reported::failed);
}

TEST(LaunchAccount, ASecondEndIsAContradictionAndTheWorseCounts) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseStarted{4});
  account.apply(model::CaseFinished{4, result(Reported::failed)});
  account.apply(model::CaseFinished{4, result(Reported::passed)});
  account.apply(model::CaseFinished{7, result(Reported::passed)});
  account.apply(model::CaseFinished{7, result(Reported::failed)});
  for (const std::size_t index : covered) {
    EXPECT_EQ(account.slot(index)->result.reported, Reported::failed);
    EXPECT_NE(account.slot(index)->contradiction, "");
  }
}

TEST(LaunchAccount, ASecondStartIsAContradiction) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseStarted{4});
  account.apply(model::CaseStarted{4});
  EXPECT_NE(account.slot(4)->contradiction, "");
}

TEST(LaunchAccount, TheClosingReportSettlesButNeverImproves) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseFinished{4, result(Reported::unsettled)});
  account.apply(model::CaseFinished{7, result(Reported::failed)});
  account.apply(model::CaseAmended{4, result(Reported::skipped)});
  account.apply(model::CaseAmended{7, result(Reported::passed)});
  EXPECT_EQ(account.slot(4)->result.reported, Reported::skipped);
  EXPECT_EQ(account.slot(7)->result.reported, Reported::failed);
}

TEST(LaunchAccount, TheClosingReportCanMakeAPassAFailure) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseFinished{4, result(Reported::passed)});
  account.apply(model::CaseAmended{4, result(Reported::failed)});
  EXPECT_EQ(account.slot(4)->result.reported, Reported::failed);
}

TEST(LaunchAccount, ProgressCountsFirstTimesOnly) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseStarted{4});
  const std::size_t once = account.progress();
  account.apply(model::CaseStarted{4});
  account.apply(model::CaseContradicted{4, "again"});
  EXPECT_EQ(account.progress(), once);
  account.apply(model::CaseFinished{4, result(Reported::passed)});
  EXPECT_EQ(account.progress(), once + 1);
}

TEST(LaunchAccount, TheClientNamesThePoisoner) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseStarted{4});
  EXPECT_FALSE(account.poisoner());
  account.apply(model::CaseWorsened{std::nullopt, true, "illegal address"});
  EXPECT_EQ(account.poisoner(), 4U);
  EXPECT_TRUE(account.slot(4)->context_dead);
}

TEST(LaunchAccount, TestsOfOthersAreNotItsBusiness) {
  LaunchAccount account(covered, extra);
  account.apply(model::CaseStarted{1});
  account.apply(model::CaseFinished{1, result(Reported::passed)});
  EXPECT_EQ(account.slot(1), nullptr);
  EXPECT_EQ(account.progress(), 0U);
}

TEST(Worse, OrdersFailedUnsettledSkippedPassed) {
  const Reported order[] = {Reported::passed, Reported::skipped, Reported::unsettled,
                            Reported::failed};
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      EXPECT_EQ(worse(order[a], order[b]), order[std::max(a, b)]);
    }
  }
}

}  // namespace
}  // namespace cupel::engine
