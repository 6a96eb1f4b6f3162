// SPDX-License-Identifier: Apache-2.0
// What CMake discovers in a GoogleTest program, one test of each kind.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "(unset)" : value;
}

TEST(Basic, Passes) {}
TEST(Basic, Fails) {
  EXPECT_EQ(1, 2) << "on purpose";
}
TEST(Basic, Skips) {
  GTEST_SKIP() << "not here";
}
TEST(Basic, DISABLED_Off) {
  FAIL();
}
TEST(Basic, MayDie) {
  if (variable("SUBJECT_DIES") == "1") std::abort();
}
TEST(Env, IsThatOfCmake) {
  EXPECT_EQ(variable("SUBJECT"), "from cmake");
  EXPECT_EQ(variable("SUBJECT_PATH").substr(0, 6), "/first");
}
TEST(Env, Unset) {
  EXPECT_NE(variable("SUBJECT"), "something else");
}

class Values : public ::testing::TestWithParam<std::string> {};
TEST_P(Values, Run) {
  EXPECT_FALSE(GetParam().empty());
}
INSTANTIATE_TEST_SUITE_P(Some, Values, ::testing::Values("a b", "semi;colon", "x,y", "br[ack"));

}  // namespace
