// SPDX-License-Identifier: Apache-2.0
// Every kind of doctest test; FAULT makes one of them go wrong.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

#include "../misbehave.h"

namespace {

const misbehave::BeforeMain before_main;

/// A whole test in the words of the report.
std::string record_of(const std::string& name) {
  return "    <TestCase name=\"" + name + "\" filename=\"" + __FILE__ +
         "\" line=\"1\">\n      <OverallResultsAsserts successes=\"1\" failures=\"0\" "
         "test_case_success=\"true\"/>\n    </TestCase>\n";
}

TEST_CASE("first passes") {
  CHECK(1 + 1 == 2);
}

TEST_CASE("culprit") {
  SUBCASE("outer") {
    SUBCASE("inner") {
      misbehave::here(record_of("first passes"));
      if (misbehave::is_second_runner()) return;
      CHECK(true);
    }
  }
}

TEST_CASE("after it passes") {
  CHECK(true);
}

TEST_CASE("fails") {
  INFO("an info");
  CHECK(1 == 2);
  CHECK_MESSAGE(std::string("a") == "b", "words");
}

TEST_CASE("throws") {
  throw std::runtime_error("boom");
}
TEST_CASE("gives up") {
  FAIL("gave up");
}
TEST_CASE("warns") {
  WARN(1 == 2);
}

TEST_CASE("subcases") {
  int x = 1;
  SUBCASE("one") {
    x = 2;
  }
  SUBCASE("two, three") {
    CHECK(x == 1);
  }
  CHECK(x > 0);
}

TEST_CASE("may fail" * doctest::may_fail()) {
  CHECK(false);
}
TEST_CASE("should fail" * doctest::should_fail()) {
  CHECK(false);
}
TEST_CASE("should fail and does not" * doctest::should_fail()) {
  CHECK(true);
}
TEST_CASE("fails twice as expected" * doctest::expected_failures(2)) {
  CHECK(false);
  CHECK(false);
}
TEST_CASE("fails once of twice" * doctest::expected_failures(2)) {
  CHECK(false);
}
TEST_CASE("over its time" * doctest::timeout(0.001)) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(true);
}
TEST_CASE("skipped" * doctest::skip()) {
  CHECK(false);
}
TEST_CASE("described" * doctest::description("what it is for")) {
  CHECK(true);
}

TEST_SUITE_BEGIN("a suite");
TEST_CASE("same name") {
  CHECK(true);
}
TEST_SUITE_END();
TEST_SUITE("another suite") {
  TEST_CASE("same name") {
    CHECK(true);
  }
}
TEST_SUITE("skipped suite" * doctest::skip()) {
  TEST_CASE("in it") {
    CHECK(false);
  }
}

}  // namespace
