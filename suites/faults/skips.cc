// SPDX-License-Identifier: Apache-2.0
// Skips, disabled tests, and set-up that fails.
#include <gtest/gtest.h>

#include "support.h"

namespace {

TEST(Skips, Before) {}
TEST(Skips, Skips) {
  if (faults::bad()) GTEST_SKIP() << "no device here";
}
TEST(Skips, SkipsWithoutReason) {
  if (faults::bad()) GTEST_SKIP();
}
TEST(Skips, FailsThenSkips) {
  EXPECT_TRUE(faults::honest()) << "a failure";
  if (faults::bad()) GTEST_SKIP() << "and then a skip";
}
TEST(Skips, SkipsThenFails) {
  auto skip = [] { GTEST_SKIP() << "a skip"; };
  if (faults::bad()) skip();
  EXPECT_TRUE(faults::honest()) << "and then a failure";
}
TEST(Skips, DISABLED_Fails) {
  FAIL() << "disabled tests do not run";
}
TEST(DISABLED_Skips, Fails) {
  FAIL() << "disabled suites do not run";
}

struct SuiteSkips : ::testing::Test {
  static void SetUpTestSuite() {
    if (faults::bad()) GTEST_SKIP() << "the suite is not for this machine";
  }
};
TEST_F(SuiteSkips, Passes) {}
TEST_F(SuiteSkips, Fails) {
  EXPECT_TRUE(faults::honest()) << "fails although its suite skips";
}

struct SuiteFails : ::testing::Test {
  static void SetUpTestSuite() {
    if (faults::bad()) FAIL() << "the suite cannot be set up";
  }
};
TEST_F(SuiteFails, One) {}
TEST_F(SuiteFails, Two) {}

struct SuiteTearsDownBadly : ::testing::Test {
  static void TearDownTestSuite() {
    if (faults::bad()) ADD_FAILURE() << "the suite cannot be torn down";
  }
};
TEST_F(SuiteTearsDownBadly, One) {}

struct TestSetUp : ::testing::Test {
  void SetUp() override {
    if (faults::bad()) GTEST_SKIP() << "set-up skips";
  }
};
TEST_F(TestSetUp, One) {
  EXPECT_TRUE(faults::honest());
}
TEST(Skips, After) {}

}  // namespace
