#include <gtest/gtest.h>
#include <cstdio>
#include <cstdlib>
TEST(XDeathTest, Dies) { EXPECT_DEATH({ std::fprintf(stderr, "bye\n"); std::abort(); }, "bye"); }
TEST(XDeathTest, Survives) { EXPECT_DEATH({ }, "bye"); }
TEST(APlain, First) {}
TEST(XDeathTest, Exit) { EXPECT_EXIT(std::exit(7), ::testing::ExitedWithCode(7), ""); }
// SPDX-License-Identifier: Apache-2.0
