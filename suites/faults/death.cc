// SPDX-License-Identifier: Apache-2.0
// Death tests of both styles: the death of their child is what they want, and no test's crash.
#include <gtest/gtest.h>

#include "support.h"

namespace {

void style(const char* name) {
  ::testing::FLAGS_gtest_death_test_style = name;
}

TEST(DeathTest, FastDies) {
  style("fast");
  EXPECT_DEATH(std::abort(), "");
}
TEST(DeathTest, ThreadsafeDies) {
  style("threadsafe");
  EXPECT_DEATH(std::abort(), "");
}
TEST(DeathTest, FastExits) {
  style("fast");
  EXPECT_EXIT(std::exit(3), ::testing::ExitedWithCode(3), "");
}
TEST(DeathTest, ThreadsafeExits) {
  style("threadsafe");
  EXPECT_EXIT(std::exit(3), ::testing::ExitedWithCode(3), "");
}
TEST(DeathTest, FastDoesNotDie) {
  style("fast");
  if (faults::bad()) {
    EXPECT_DEATH((void)0, "");
  }
}
TEST(DeathTest, ThreadsafeDoesNotDie) {
  style("threadsafe");
  if (faults::bad()) {
    EXPECT_DEATH((void)0, "");
  }
}
TEST(DeathTest, DiesWithWrongWords) {
  style("threadsafe");
  if (faults::bad()) {
    EXPECT_DEATH(std::abort(), "words that nobody says");
  }
}
TEST(After, Passes) {}

}  // namespace
