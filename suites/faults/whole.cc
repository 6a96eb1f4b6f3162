// SPDX-License-Identifier: Apache-2.0
// Misdeeds of the program rather than of a test; FAULT names the one that is done. The tests pass,
// unless the label says otherwise.
#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>

#include "support.h"

namespace {

struct BeforeMain {
  BeforeMain() {
    if (faults::asked("throws_before_main")) throw std::runtime_error("before main");
    if (faults::asked("throws_before_main_of_a_run") && !faults::listing()) {
      throw std::runtime_error("before main of a run");
    }
  }
  ~BeforeMain() noexcept(false) {
    if (faults::asked("throws_in_static_destructor") && !faults::listing()) {
      throw std::runtime_error("in a static destructor");
    }
  }
} before_main;

TEST(Whole, One) {}
TEST(Whole, Two) {
  EXPECT_FALSE(faults::asked("ignores_the_result")) << "a failure that main does not pass on";
}
TEST(Whole, Three) {}

struct Surroundings : ::testing::Environment {
  void SetUp() override {
    if (faults::asked("environment_fails")) FAIL() << "the environment cannot be set up";
    if (faults::asked("environment_skips")) GTEST_SKIP() << "the environment is not there";
  }
  void TearDown() override {
    if (faults::asked("crashes_in_teardown")) *static_cast<volatile int*>(nullptr) = 1;
    if (faults::asked("hangs_in_teardown")) faults::hang();
    if (faults::asked("teardown_fails")) ADD_FAILURE() << "the environment cannot be torn down";
  }
};

void misbehave_while_listing() {
  if (!faults::listing()) return;
  if (faults::asked("list_crashes")) std::abort();
  if (faults::asked("list_hangs")) faults::hang();
  if (faults::asked("list_exits_zero")) std::exit(0);
  if (faults::asked("list_prints_garbage")) {
    faults::write_all(STDOUT_FILENO, std::string("\0{]\xff<Suite.\n  Test\n", 19));
    std::exit(0);
  }
  if (faults::asked("list_is_noisy")) {
    faults::write_all(STDOUT_FILENO, "Noise.\n  Test\nWhole.\n  Four\n");
    faults::write_all(STDERR_FILENO, "warning: \xff\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  misbehave_while_listing();
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::AddGlobalTestEnvironment(new Surroundings);
  const int result = RUN_ALL_TESTS();
  if (faults::listing()) return result;
  if (faults::asked("runs_twice")) return RUN_ALL_TESTS();
  if (faults::asked("ignores_the_result")) return 0;
  if (faults::asked("returns_seven")) return 7;
  if (faults::asked("hangs_after_the_run")) faults::hang();
  return result;
}
