// SPDX-License-Identifier: Apache-2.0
// Tests that end the process, or fail, each in one way; all others pass.
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "support.h"

namespace {

// Touches its frame after the call, so that no compiler makes a loop of it; its end is far away.
int overflow(int depth) {
  volatile char frame[4096];
  if (depth == 1 << 30) return 0;
  frame[depth % 4096] = static_cast<char>(depth);
  return overflow(depth + 1) + frame[depth % 4096];
}

TEST(Endings, Before) {}
TEST(Endings, FailedAssertion) {
  EXPECT_EQ(1 + 1, faults::bad() ? 3 : 2) << "one and one";
}
TEST(Endings, Abort) {
  if (faults::bad()) std::abort();
}
TEST(Endings, Segfault) {
  if (faults::bad()) *static_cast<volatile int*>(nullptr) = 1;
}
TEST(Endings, StackOverflow) {
  if (faults::bad()) {
    faults::limit(RLIMIT_STACK, 1 << 20);
    EXPECT_EQ(overflow(0), 0);
  }
}
TEST(Endings, ExitZero) {
  if (faults::bad()) std::exit(0);
}
TEST(Endings, QuickExitZero) {
  if (faults::bad()) _exit(0);
}
TEST(Endings, ExitThree) {
  if (faults::bad()) std::exit(3);
}
TEST(Endings, FailsThenExitsZero) {
  EXPECT_TRUE(faults::honest()) << "failed first";
  if (faults::bad()) std::exit(0);
}
TEST(Endings, Throws) {
  if (faults::bad()) throw std::runtime_error("thrown by the test");
}
TEST(Endings, ThrowsNumber) {
  if (faults::bad()) throw 42;
}
TEST(Endings, ThrowsInThread) {
  std::thread([] {
    if (faults::bad()) throw std::runtime_error("thrown by a thread");
  }).join();
}
TEST(Endings, KillsItself) {
  if (faults::bad()) raise(SIGKILL);
}
TEST(Endings, TerminatesItself) {
  if (faults::bad()) raise(SIGTERM);
}
TEST(Endings, After) {}

}  // namespace
