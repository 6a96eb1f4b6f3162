// Tests around a fatal one; the way of dying is taken from DIE.
#include <gtest/gtest.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
TEST(A, One) { std::puts("hello from A.One"); RecordProperty("k", "v"); }
TEST(A, Two) { EXPECT_EQ(1, 2) << "two fails"; }
TEST(B, Dies) {
  const char* d = std::getenv("DIE"); if (!d) d = "";
  std::printf("partial before death");
  if (!std::strcmp(d, "abort")) std::abort();
  if (!std::strcmp(d, "segv")) raise(SIGSEGV);
  if (!std::strcmp(d, "hang")) for (;;) pause();
  if (!std::strcmp(d, "exit0")) std::exit(0);
  if (!std::strcmp(d, "_exit0")) _exit(0);
  if (!std::strcmp(d, "exit3")) std::exit(3);
  if (!std::strcmp(d, "terminate")) std::terminate();
  if (!std::strcmp(d, "fork")) { if (fork() == 0) return; }   // the child goes on as a second runner
  if (!std::strcmp(d, "closeout")) { std::fflush(stdout); close(1); }
}
TEST(C, Three) {}
TEST(C, Four) { EXPECT_TRUE(false) << "four fails"; }
// SPDX-License-Identifier: Apache-2.0
