// SPDX-License-Identifier: Apache-2.0
// Ends of the process that look like success.
#include <gtest/gtest.h>

#include "trick.h"

namespace hostile {
namespace {

void exit_zero() {
  std::exit(0);
}
void quick_exit_zero() {
  _exit(0);
}

void exit_zero_on_segfault() {
  signal(SIGSEGV, [](int) { _exit(0); });
  *static_cast<volatile int*>(nullptr) = 1;
}

/// The parent dies inside the test with success; the child, which has not failed, finishes the run.
void let_the_child_finish() {
  if (fork() != 0) _exit(0);
  usleep(100'000);
}

/// The same, but the parent lives until the child has finished.
void let_the_child_finish_and_wait() {
  const pid_t child = fork();
  if (child == 0) return;
  waitpid(child, nullptr, 0);
  _exit(0);
}

/// The parent fails and waits; the child says that all is well on the same channels.
void let_the_child_say_that_all_is_well() {
  const pid_t child = fork();
  if (child != 0) {
    EXPECT_TRUE(false) << "the defect";
    _exit(0);
  }
  usleep(100'000);
}

constexpr Trick rows[] = {
    {"exit_zero_after_failure", When::after_failure, exit_zero},
    {"quick_exit_zero_after_failure", When::after_failure, quick_exit_zero},
    {"quick_exit_zero_in_last", When::in_last, quick_exit_zero},
    {"exit_zero_at_exit", When::before_init, [] { std::atexit(quick_exit_zero); }},
    {"exit_zero_in_destructor", When::in_destructor, quick_exit_zero},
    {"segfault_handler_exits_zero", When::before_failure, exit_zero_on_segfault},
    {"child_finishes", When::before_failure, let_the_child_finish},
    {"child_finishes_for_its_parent", When::before_failure, let_the_child_finish_and_wait},
    {"child_finishes_after_failure", When::before_failure, let_the_child_say_that_all_is_well},
};

}  // namespace

std::span<const Trick> ending_tricks() {
  return rows;
}

}  // namespace hostile
