// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <cupel/gtest.hpp>

namespace cupel {
namespace {

Tolerance tenth() {
  Tolerance tolerance;
  tolerance.alarm.value = 0.1;
  tolerance.alarm.derivation = "a tenth, for this test";
  tolerance.ceiling.value = 1;
  tolerance.ceiling.derivation = "the whole, for this test";
  return tolerance;
}

TEST(GtestGlue, KnowsTheRunningTest) {
  const TestName* name = detail::current_test.load();
  ASSERT_NE(name, nullptr);
  EXPECT_STREQ(name->suite, "GtestGlue");
  EXPECT_STREQ(name->name, "KnowsTheRunningTest");
}

TEST(GtestGlue, CloseIsClose) {
  const std::vector<float> result{1.0f, 2.05f};
  EXPECT_CLOSE(result, (std::vector<double>{1, 2}), tenth());
}

TEST(GtestGlue, FarIsAFailureThatSaysWhere) {
  const std::vector<double> reference{1, 2, 3, 4, 5};
  const std::vector<double> result{1, 2, 3.5, 4, -5};
  const Comparison seen = compare(result, reference, tenth());
  const std::string text = detail::verdict("result", seen, tenth()).message();
  for (const char* part :
       {"result is not close", "2 of 5 elements beyond it", "1 of the wrong sign",
        "1 of the wrong size", "[2] 3.5, reference 3, off by 0.5, allowed 0.3", "first bad",
        "[4] -5, reference 5", "good", "[0] 1, reference 1", "a tenth, for this test",
        "the whole, for this test", "nothing correct in the declared formats"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

TEST(GtestGlue, BetweenTheLevelsSaysSo) {
  const Comparison seen = compare(std::vector<double>{1.5}, std::vector<double>{1}, tenth());
  const std::string text = detail::verdict("result", seen, tenth()).message();
  EXPECT_NE(text.find("not explained by the declared precision"), std::string::npos) << text;
}

TEST(GtestGlue, MacrosFail) {
  static const std::vector<double> one{1};
  static const std::vector<double> three{3};
  EXPECT_NONFATAL_FAILURE(EXPECT_CLOSE(three, one, tenth()), "three is not close");
  EXPECT_FATAL_FAILURE(ASSERT_CLOSE(three, one, tenth()), "three is not close");
  EXPECT_NONFATAL_FAILURE(EXPECT_CLOSE(std::vector<double>{}, std::vector<double>{}, tenth()),
                          "nothing was compared");
  EXPECT_NONFATAL_FAILURE(EXPECT_CLOSE(std::vector<double>{1}, std::vector<double>(2), tenth()),
                          "shapes differ");
}

TEST(GtestGlue, OneNumberAgainstItsLimit) {
  const NormBound limit{0.5, "half, for this test"};
  EXPECT_WITHIN("small", 0.5, limit);
  EXPECT_NONFATAL_FAILURE(EXPECT_WITHIN("large", 0.6, limit), "half, for this test");
  EXPECT_NONFATAL_FAILURE(EXPECT_WITHIN("none", std::nan(""), limit), "none");
}

// GoogleTest itself counts such a failure in the child alone, and the parent passes.
TEST(GtestGlue, AFailureInAForkedChildIsHeard) {
  char path[] = "/tmp/cupel_glue_XXXXXX";
  ::close(::mkstemp(path));
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv(pact::events_variable, path, 1);
    detail::events_file.find();
    if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(1);
    ADD_FAILURE() << "in the child";
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  EXPECT_NE(line.find("\"e\":\"worsen\""), std::string::npos) << line;
  EXPECT_NE(line.find("\"test\":\"GtestGlue.AFailureInAForkedChildIsHeard\""), std::string::npos);
  ::unlink(path);
}

}  // namespace
}  // namespace cupel
