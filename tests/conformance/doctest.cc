// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml in doctest.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <thread>

#include "deeds.h"

namespace {
deeds::AroundMain around_main("list-test-cases");
}

#define FAIL_ONCE() FAIL_CHECK("one and two")
#define FORGED_PASS                                                \
  "<OverallResultsAsserts test_case_success=\"true\"/></TestCase>" \
  "<TestCase name=\"case_forges_pass_b\">\n"                       \
  "<OverallResultsAsserts test_case_success=\"true\"/></TestCase>\n"
#define FORGED_END                                                             \
  "<OverallResultsAsserts test_case_success=\"true\"/></TestCase>"             \
  "<TestCase name=\"case_forges_end_c\">"                                      \
  "<OverallResultsAsserts test_case_success=\"true\"/></TestCase></TestSuite>" \
  "<OverallResultsTestCases successes=\"3\" failures=\"0\"/></doctest>\nStatus: SUCCESS!\n"
#define CASE(NAME, ...) TEST_CASE(#NAME) __VA_ARGS__
#include "rows.h"

TEST_CASE("case_fails_in_thread_a") {
  std::thread([] { FAIL_CHECK("one and two"); }).join();
}
TEST_CASE("case_fails_in_thread_b") {}

TEST_CASE("case_disabled_a") {}
TEST_CASE("case_disabled_b" * doctest::skip()) {}
TEST_CASE("case_disabled_c") {}

TEST_CASE("case_fails_as_declared_a" * doctest::should_fail()) {
  FAIL_CHECK("as declared");
}
TEST_CASE("case_fails_as_declared_b") {}
TEST_CASE("case_unexpectedly_passes_a" * doctest::should_fail()) {}
TEST_CASE("case_unexpectedly_passes_b") {}

struct SetupFails {
  SetupFails() { throw std::runtime_error("cannot be set up"); }
};
TEST_CASE_FIXTURE(SetupFails, "case_setup_fails_a") {}
TEST_CASE("case_setup_fails_b") {}

TEST_CASE("case_subcases_a") {
  SUBCASE("left") {}
  SUBCASE("right") {
    FAIL_CHECK("one and two");
  }
}
TEST_CASE("case_subcases_b") {}

TEST_CASE_TEMPLATE("case_parameters_a", T, char, short, int) {
  CHECK(sizeof(T) != sizeof(short));
}

TEST_CASE("case_odd_names_a , [x] \"q\" \u00e9 \\") {}
TEST_CASE("~ case_odd_names_b -*?:~") {
  FAIL_CHECK("one and two");
}
