// SPDX-License-Identifier: Apache-2.0
// Every kind of Catch2 test, for v2 and v3 alike; FAULT makes one of them go wrong.
#ifdef FRAMEWORK_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>

#include "../misbehave.h"

namespace {

const misbehave::BeforeMain before_main;

/// A whole test in the words of the report.
std::string record_of(const std::string& name, int line) {
  return "  <TestCase name=\"" + name + "\" filename=\"" + __FILE__ + "\" line=\"" +
         std::to_string(line) +
         "\">\n    <OverallResult success=\"true\" skips=\"0\"/>\n  </TestCase>\n";
}

int line_of_after();

/// What v3 would write of this test, the next one and the end, were it complete.
std::string forged_end() {
  return "</Section></Section><OverallResult success=\"true\" skips=\"0\"/></TestCase>\n" +
         record_of("after it passes", line_of_after()) +
         "<OverallResultsCases successes=\"3\" failures=\"0\" expectedFailures=\"0\" "
         "skips=\"0\"/>\n</Catch2TestRun>\n";
}

TEST_CASE("first passes") {
  CHECK(1 + 1 == 2);
}

TEST_CASE("culprit") {
  SECTION("outer") {
    SECTION("inner") {
      misbehave::here(record_of("first passes", 1), forged_end());
      if (misbehave::is_second_runner()) return;
      CHECK(true);
    }
  }
}

const int line_before = __LINE__;
TEST_CASE("after it passes") {
  CHECK(true);
}

int line_of_after() {
  return line_before + 1;
}

TEST_CASE("fails", "[red]") {
  INFO("an info");
  std::cout << "printed by a failing test\n";
  CHECK(1 == 2);
  CHECK(std::string("a") == "b");
}

TEST_CASE("throws", "[red]") {
  throw std::runtime_error("boom");
}

TEST_CASE("sections") {
  int x = 1;
  SECTION("one") {
    x = 2;
  }
  SECTION("two, three") {
    CHECK(x == 1);
  }
}

TEST_CASE("generator") {
  const int i = GENERATE(1, 2);
  DYNAMIC_SECTION("value " << i) {
    CHECK(i > 0);
  }
}

TEST_CASE("may fail", "[!mayfail]") {
  CHECK(false);
}
TEST_CASE("should fail", "[!shouldfail]") {
  CHECK(false);
}
TEST_CASE("should fail and does not", "[!shouldfail][red]") {
  CHECK(true);
}
TEST_CASE("hidden", "[.]") {
  CHECK(false);
}
TEST_CASE("hidden with a tag", "[.slow]") {
  CHECK(false);
}
TEST_CASE("no assertions") {}
#ifdef FRAMEWORK_CATCH2_V3
TEST_CASE("skips") {
  SKIP("no such device");
}
#endif

}  // namespace
