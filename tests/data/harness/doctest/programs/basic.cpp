// Every kind of doctest test case and outcome.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
TEST_CASE("pass") { CHECK(1 == 1); }
TEST_CASE("fail twice") { INFO("info text"); CHECK(1 == 2); CHECK_MESSAGE(std::string("a\nb") == "a\nc", "line one\nline two"); }
TEST_CASE("fatal") { REQUIRE(false); }
TEST_CASE("throws") { throw std::runtime_error("boom"); }
TEST_CASE("throws int") { throw 42; }
TEST_CASE("no assertions") {}
TEST_CASE("message only") { MESSAGE("just saying"); }
TEST_CASE("warns") { WARN(1 == 2); }
TEST_CASE("fail macro") { FAIL("gave up"); }
TEST_CASE("fail check") { FAIL_CHECK("noted"); CHECK(true); }
TEST_CASE("skipped by decorator" * doctest::skip()) { CHECK(false); }
TEST_CASE("skip false" * doctest::skip(false)) { CHECK(true); }
TEST_CASE("may fail" * doctest::may_fail()) { CHECK(false); }
TEST_CASE("should fail" * doctest::should_fail()) { CHECK(false); }
TEST_CASE("should fail but passes" * doctest::should_fail()) { CHECK(true); }
TEST_CASE("expected failures" * doctest::expected_failures(2)) { CHECK(false); CHECK(false); }
TEST_CASE("expected failures wrong" * doctest::expected_failures(2)) { CHECK(false); }
TEST_CASE("slow over limit" * doctest::timeout(0.01)) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); CHECK(true); }
TEST_CASE("described" * doctest::description("a description")) { CHECK(true); }
TEST_SUITE_BEGIN("suite one");
TEST_CASE("in suite") { CHECK(true); }
TEST_CASE("same name") { CHECK(true); }
TEST_SUITE_END();
TEST_SUITE("suite two") { TEST_CASE("same name") { CHECK(true); } }
TEST_SUITE("skipped suite" * doctest::skip()) { TEST_CASE("in skipped suite") { CHECK(false); } }
TEST_CASE("subcases") {
  int x = 1;
  SUBCASE("first") { x = 2; SUBCASE("inner A") { CHECK(x == 2); } SUBCASE("inner B") { CHECK(x == 3); } }
  SUBCASE("second, with comma") { CHECK(x == 1); }
}
SCENARIO("a story") { GIVEN("a thing") { WHEN("used") { THEN("it works") { CHECK(true); } } } }
TEST_CASE_TEMPLATE("templated", T, int, std::string, std::vector<std::pair<int, char>>) { CHECK(sizeof(T) > 0); }
struct Fx { int v = 1; };
TEST_CASE_FIXTURE(Fx, "fixture") { CHECK(v == 1); }
TEST_CASE("slow") { std::this_thread::sleep_for(std::chrono::milliseconds(30)); CHECK(true); }
TEST_CASE("name, with comma") { CHECK(true); }
TEST_CASE("name [with] brackets") { CHECK(true); }
TEST_CASE("name \"quoted\"") { CHECK(true); }
TEST_CASE("name * star") { CHECK(true); }
TEST_CASE("name ? question") { CHECK(true); }
TEST_CASE("back\\slash") { CHECK(true); }
TEST_CASE("back\\,slash comma") { CHECK(true); }
TEST_CASE("ends in backslash\\") { CHECK(true); }
TEST_CASE("ns::name/with/slashes") { CHECK(true); }
TEST_CASE("~tilde first") { CHECK(true); }
TEST_CASE("-dash first") { CHECK(true); }
TEST_CASE("  leading spaces") { CHECK(true); }
TEST_CASE("trailing spaces  ") { CHECK(true); }
TEST_CASE("\xc3\xbcn\xc3\xaf" "code \xe2\x9c\x93") { CHECK(true); }
TEST_CASE("new\nline") { CHECK(true); }
TEST_CASE("Case") { CHECK(true); }
TEST_CASE("cASE") { CHECK(true); }
TEST_CASE("pre") { CHECK(true); }
TEST_CASE("prefix of pre") { CHECK(true); }
TEST_CASE("") { CHECK(true); }
// SPDX-License-Identifier: Apache-2.0
