// SPDX-License-Identifier: Apache-2.0
#include "engine/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Conclusion decides(const std::vector<std::size_t>& indices) {
  Conclusion conclusion;
  for (const std::size_t index : indices) {
    conclusion.decided.push_back({index, model::Outcome::passed, {}});
  }
  return conclusion;
}

Conclusion nothing() {
  Conclusion conclusion;
  conclusion.ending = "exited with code 0";
  return conclusion;
}

TEST(Batch, RunsEverythingInOneLaunchAndIsDone) {
  Batch batch({2, 0, 1}, model::Isolation::batch);
  const auto wanted = batch.next();
  ASSERT_TRUE(wanted);
  EXPECT_EQ(wanted->purpose, model::Purpose::run);
  EXPECT_THAT(wanted->chosen, ElementsAre(2, 0, 1));
  EXPECT_THAT(batch.concluded(*wanted, decides({2, 0, 1})), IsEmpty());
  EXPECT_FALSE(batch.next());
}

TEST(Batch, TakesTheRestAfterACrash) {
  Batch batch({0, 1, 2, 3}, model::Isolation::batch);
  EXPECT_THAT(batch.concluded(*batch.next(), decides({0, 1})), IsEmpty());
  const auto wanted = batch.next();
  ASSERT_TRUE(wanted);
  EXPECT_EQ(wanted->purpose, model::Purpose::rest);
  EXPECT_THAT(wanted->chosen, ElementsAre(2, 3));
}

TEST(Batch, TriesOneAloneAfterTwoLaunchesThatDecideNothing) {
  Batch batch({0, 1}, model::Isolation::batch);
  EXPECT_THAT(batch.concluded(*batch.next(), nothing()), IsEmpty());
  EXPECT_EQ(batch.next()->purpose, model::Purpose::rest);
  EXPECT_THAT(batch.concluded(*batch.next(), nothing()), IsEmpty());
  const auto alone = batch.next();
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->purpose, model::Purpose::alone);
  EXPECT_THAT(alone->chosen, ElementsAre(0));
  const auto more = batch.concluded(*alone, nothing());
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more.front().index, 0U);
  EXPECT_EQ(more.front().outcome, model::Outcome::missing);
  EXPECT_THAT(more.front().detail, ::testing::HasSubstr("exited with code 0"));
  EXPECT_THAT(batch.next()->chosen, ElementsAre(1)) << "the next one is still owed";
}

TEST(Batch, GoesBackToWholeBatchesOnceOneAloneWasDecided) {
  Batch batch({0, 1, 2}, model::Isolation::batch);
  for (int i = 0; i < 2; ++i) EXPECT_THAT(batch.concluded(*batch.next(), nothing()), IsEmpty());
  ASSERT_EQ(batch.next()->purpose, model::Purpose::alone);
  EXPECT_THAT(batch.concluded(*batch.next(), decides({0})), IsEmpty());
  EXPECT_EQ(batch.next()->purpose, model::Purpose::rest);
  EXPECT_THAT(batch.next()->chosen, ElementsAre(1, 2));
}

TEST(Batch, GivesUpAfterThreeMissingInARow) {
  Batch batch({0, 1, 2, 3, 4}, model::Isolation::batch);
  for (int i = 0; i < 2; ++i) EXPECT_THAT(batch.concluded(*batch.next(), nothing()), IsEmpty());
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(batch.hopeless());
    EXPECT_EQ(batch.concluded(*batch.next(), nothing()).size(), 1U);
  }
  EXPECT_TRUE(batch.hopeless());
  EXPECT_THAT(batch.give_up(), ElementsAre(3, 4));
  EXPECT_FALSE(batch.next());
}

TEST(Batch, AsksOnceMoreForWhatADeadProcessLeftOpen) {
  Batch batch({0, 1, 2}, model::Isolation::batch);
  Conclusion first = decides({1});
  first.unsettled = {0};
  EXPECT_THAT(batch.concluded(*batch.next(), first), IsEmpty());
  EXPECT_THAT(batch.next()->chosen, ElementsAre(2)) << "what never ran goes first";
  EXPECT_THAT(batch.concluded(*batch.next(), decides({2})), IsEmpty());
  const auto settle = batch.next();
  ASSERT_TRUE(settle);
  EXPECT_EQ(settle->purpose, model::Purpose::settle);
  EXPECT_THAT(settle->chosen, ElementsAre(0));
  EXPECT_THAT(batch.concluded(*settle, decides({0})), IsEmpty());
  EXPECT_FALSE(batch.next());
}

TEST(Batch, WhatNoProcessSettlesFailed) {
  Batch batch({0}, model::Isolation::batch);
  Conclusion open;
  open.unsettled = {0};
  EXPECT_THAT(batch.concluded(*batch.next(), open), IsEmpty());
  const auto more = batch.concluded(*batch.next(), open);
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more.front().outcome, model::Outcome::failed);
  EXPECT_FALSE(batch.next());
}

TEST(Batch, ProcessIsolationLaunchesEachTestOnce) {
  Batch batch({0, 1}, model::Isolation::process);
  EXPECT_THAT(batch.next()->chosen, ElementsAre(0));
  const auto more = batch.concluded(*batch.next(), nothing());
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more.front().outcome, model::Outcome::missing);
  EXPECT_THAT(batch.next()->chosen, ElementsAre(1));
  EXPECT_THAT(batch.concluded(*batch.next(), decides({1})), IsEmpty());
  EXPECT_FALSE(batch.next());
}

}  // namespace
}  // namespace cupel::engine
