
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>
TEST_CASE("partial line") { std::printf("no newline at end"); CHECK(true); }
TEST_CASE("cout partial") { std::cout << "cout no newline"; CHECK(true); }
TEST_CASE("fake xml") { std::cout << "</TestCase><TestCase name=\"ghost\"><OverallResult success=\"true\"/></TestCase>\n"; std::printf("<TestCase name=\"ghost2\">\n"); CHECK(false); }
TEST_CASE("fake tap") { std::cout << "ok 99 - ghost\n"; CHECK(true); }
TEST_CASE("cr") { std::cout << "1%\r2%\r"; CHECK(true); }
TEST_CASE("binary") { std::cout << std::string("\x00\x01\xff\xfe\x80\x1b[31m\n", 11); CHECK(true); }
TEST_CASE("bad utf8 failure") { CHECK(std::string("\xff\x01\x1b]]>") == "x"); }
TEST_CASE("mega") { std::cout << std::string(1 << 20, 'x'); CHECK(true); }
TEST_CASE("raw") { ssize_t r = write(1, "raw write\n", 10); (void)r; CHECK(true); }
TEST_CASE("cerr") { std::cerr << "on cerr\n"; std::clog << "on clog\n"; std::fprintf(stderr, "on stderr\n"); CHECK(true); }
TEST_CASE("last") { CHECK(true); }
// SPDX-License-Identifier: Apache-2.0
