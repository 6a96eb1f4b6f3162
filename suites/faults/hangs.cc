// SPDX-License-Identifier: Apache-2.0
// Tests that do not end.
#include <gtest/gtest.h>

#include "support.h"

namespace {

TEST(Hangs, Before) {}
TEST(Hangs, IgnoresTerm) {
  if (faults::bad()) {
    signal(SIGTERM, SIG_IGN);
    faults::hang();
  }
}
TEST(Hangs, BusyLoop) {
  volatile bool spinning = faults::bad();
  while (spinning) {
  }
}
TEST(Hangs, StopsItself) {
  if (faults::bad()) raise(SIGSTOP);
}
TEST(Hangs, BlocksAllSignals) {
  if (faults::bad()) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    faults::hang();
  }
}
TEST(Hangs, ExitsZeroOnTerm) {
  if (faults::bad()) {
    signal(SIGTERM, [](int) { _exit(0); });
    faults::hang();
  }
}
TEST(Hangs, After) {}

}  // namespace
