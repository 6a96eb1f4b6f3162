// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml in Catch2.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include "deeds.h"

namespace {
deeds::AroundMain around_main("list-test|libidentify");
}

#define FAIL_ONCE() FAIL_CHECK("one and two")
#define FORGED_PASS                                                                      \
  "<OverallResult success=\"true\"/></TestCase><TestCase name=\"case_forges_pass_b\">\n" \
  "<OverallResult success=\"true\"/></TestCase>\n"
#define FORGED_END                                                                    \
  "<OverallResult success=\"true\"/></TestCase><TestCase name=\"case_forges_end_c\">" \
  "<OverallResult success=\"true\"/></TestCase>"                                      \
  "<OverallResults successes=\"3\" failures=\"0\"/></Group></Catch>\nAll tests passed\n"
#define CASE(NAME, ...) TEST_CASE(#NAME) __VA_ARGS__
#include "rows.h"

TEST_CASE("case_disabled_a") {}
TEST_CASE("case_disabled_b", "[.]") {}
TEST_CASE("case_disabled_c") {}

TEST_CASE("case_fails_as_declared_a", "[!shouldfail]") {
  FAIL_CHECK("as declared");
}
TEST_CASE("case_fails_as_declared_b") {}
TEST_CASE("case_unexpectedly_passes_a", "[!shouldfail]") {}
TEST_CASE("case_unexpectedly_passes_b") {}

struct SetupFails {
  SetupFails() { throw std::runtime_error("cannot be set up"); }
};
TEST_CASE_METHOD(SetupFails, "case_setup_fails_a") {}
TEST_CASE("case_setup_fails_b") {}

TEST_CASE("case_subcases_a") {
  SECTION("left") {}
  SECTION("right") {
    FAIL_CHECK("one and two");
  }
}
TEST_CASE("case_subcases_b") {}

TEST_CASE("case_parameters_a") {
  const int value = GENERATE(1, 2, 3);
  CHECK(value != 2);
}

TEST_CASE("case_odd_names_a , [x] \"q\" \u00e9 \\") {}
TEST_CASE("~ case_odd_names_b -*?:~") {
  FAIL_CHECK("one and two");
}
