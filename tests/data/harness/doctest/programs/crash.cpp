// Test cases around a fatal one; the way of dying is taken from DIE.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <unistd.h>
TEST_CASE("A one") { std::puts("hello from A one"); CHECK(true); }
TEST_CASE("A two") { std::cout << "cout hello\n"; CHECK(1 == 2); }
TEST_CASE("B dies") {
  const char* d = std::getenv("DIE"); if (!d) d = "";
  std::printf("partial before death");
  SUBCASE("outer") { SUBCASE("inner") {
    CHECK(true);
    if (!std::strcmp(d, "abort")) std::abort();
    if (!std::strcmp(d, "segv")) raise(SIGSEGV);
    if (!std::strcmp(d, "kill")) raise(SIGKILL);
    if (!std::strcmp(d, "hang")) for (;;) pause();
    if (!std::strcmp(d, "exit0")) std::exit(0);
    if (!std::strcmp(d, "_exit0")) _exit(0);
    if (!std::strcmp(d, "terminate")) std::terminate();
    if (!std::strcmp(d, "fork")) { if (fork() == 0) return; }
    if (!std::strcmp(d, "closeout")) { std::fflush(stdout); close(1); }
  } }
}
TEST_CASE("C three") { CHECK(true); }
TEST_CASE("C four") { CHECK(false); }
// SPDX-License-Identifier: Apache-2.0
