// SPDX-License-Identifier: Apache-2.0
// Tests that leave processes behind. Each child ends by itself after CHILD_SECONDS, so that a run
// without a supervisor leaves nothing for ever.
#include <gtest/gtest.h>

#include "support.h"

namespace {

constexpr unsigned child_seconds = 60;

[[noreturn]] void linger() {
  sleep(child_seconds);
  _exit(0);
}

TEST(Children, Before) {}
TEST(Children, ChildHoldsStdout) {
  if (faults::asked("child_holds_stdout") && fork() == 0) linger();
}
TEST(Children, GrandchildOfOwnSession) {
  if (faults::asked("setsid_grandchild") && fork() == 0) {
    if (fork() == 0) {
      setsid();
      linger();
    }
    _exit(0);
  }
}
TEST(Children, Daemon) {
  if (faults::asked("daemon") && fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    if (chdir("/") != 0) _exit(1);
    for (int fd = 0; fd < 256; ++fd) close(fd);
    linger();
  }
}
// The child returns from the test as if it were the runner: every later test happens twice.
TEST(Children, SecondRunner) {
  if (faults::asked("second_runner")) fork();
}
TEST(Children, RunByBoth) {}
TEST(Children, After) {}

}  // namespace
