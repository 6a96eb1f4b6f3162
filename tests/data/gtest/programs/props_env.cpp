// Recorded properties with awkward keys, and a global environment that fails or skips (ENVFAIL, ENVSKIP, TDFAIL).
#include <gtest/gtest.h>
#include <cstdlib>
TEST(R, Name) { RecordProperty("name", "x"); }  // a reserved key: fails the test
TEST(R, Failures) { RecordProperty("failures", "x"); RecordProperty("message", "m"); RecordProperty("result", "FAKE"); RecordProperty("timestamp", "t"); }
TEST(R, Bad) { RecordProperty("a b", "x"); RecordProperty("", "x"); }
struct E : ::testing::Environment {
  void SetUp() override {
    if (std::getenv("ENVFAIL")) FAIL() << "env broke";
    if (std::getenv("ENVSKIP")) GTEST_SKIP() << "env skip";
    ::testing::Test::RecordProperty("envprop", 3);
  }
  void TearDown() override { if (std::getenv("TDFAIL")) ADD_FAILURE() << "teardown broke"; }
};
static auto* e = ::testing::AddGlobalTestEnvironment(new E);
// SPDX-License-Identifier: Apache-2.0
