// Every kind of Catch2 test case and outcome; the same file for v2 (header only) and v3.
#ifdef CATCH_V3
#include <catch2/catch_all.hpp>
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

TEST_CASE("pass", "[fast]") { CHECK(1 == 1); }
TEST_CASE("fail twice", "[fast]") { INFO("info text"); CHECK(1 == 2); CAPTURE(7); CHECK(std::string("a\nb") == "a\nc"); }
TEST_CASE("fatal") { REQUIRE(false); }
TEST_CASE("throws") { throw std::runtime_error("boom"); }
TEST_CASE("throws int") { throw 42; }
TEST_CASE("no assertions") {}
TEST_CASE("warns") { WARN("careful"); SUCCEED("fine"); }
TEST_CASE("fail macro") { FAIL("gave up"); }
TEST_CASE("fail check") { FAIL_CHECK("noted"); CHECK(true); }
TEST_CASE("hidden", "[.]") { CHECK(false); }
TEST_CASE("hidden tagged", "[.integration]") { CHECK(true); }
TEST_CASE("hidden old", "[hide]") { CHECK(true); }
TEST_CASE("may fail", "[!mayfail]") { CHECK(false); }
TEST_CASE("should fail", "[!shouldfail]") { CHECK(false); }
TEST_CASE("should fail but passes", "[!shouldfail]") { CHECK(true); }
TEST_CASE("throws tag", "[!throws]") { CHECK_THROWS([] { throw 1; }()); }
#ifdef CATCH_V3
TEST_CASE("skips") { SKIP("not on this box"); }
TEST_CASE("skips one section") { SECTION("a") { SKIP("a skipped"); } SECTION("b") { CHECK(true); } }
TEST_CASE("fails then skips") { CHECK(false); SKIP("late"); }
#endif
TEST_CASE("sections") {
  int x = 1;
  SECTION("first") { x = 2; SECTION("inner A") { CHECK(x == 2); } SECTION("inner B") { CHECK(x == 3); } }
  SECTION("second, with comma") { CHECK(x == 1); }
  SECTION("  spaced  ") { CHECK(x == 1); }
}
TEST_CASE("generators") { int i = GENERATE(1, 2, 3); CHECK(i != 2); SECTION("in gen") { CHECK(i < 3); } }
TEST_CASE("dynamic sections") { for (int i = 0; i < 3; ++i) DYNAMIC_SECTION("dyn " << i) { CHECK(i != 1); } }
SCENARIO("a story", "[bdd]") { GIVEN("a thing") { WHEN("used") { THEN("it works") { CHECK(true); } } } }
TEMPLATE_TEST_CASE("templated", "[tpl]", int, std::string, (std::pair<int, char>)) { CHECK(sizeof(TestType) > 0); }
TEMPLATE_PRODUCT_TEST_CASE("product", "[tpl]", (std::vector), (int, float)) { CHECK(true); }
struct Fx { int v = 1; };
TEST_CASE_METHOD(Fx, "method fixture", "[fx]") { CHECK(v == 1); }
TEST_CASE("slow") { std::this_thread::sleep_for(std::chrono::milliseconds(30)); CHECK(true); }
namespace other { TEST_CASE("with tags", "[a][b c][d,e]") { CHECK(true); } }
TEST_CASE("name, with comma") { CHECK(true); }
TEST_CASE("name [with] brackets") { CHECK(true); }
TEST_CASE("name \"quoted\"") { CHECK(true); }
TEST_CASE("name * star") { CHECK(true); }
TEST_CASE("* leading star") { CHECK(true); }
TEST_CASE("trailing star *") { CHECK(true); }
TEST_CASE("back\\slash") { CHECK(true); }
TEST_CASE("ends in backslash\\") { CHECK(true); }
TEST_CASE("ns::name/with/slashes") { CHECK(true); }
TEST_CASE("~tilde first") { CHECK(true); }
TEST_CASE("-dash first") { CHECK(true); }
TEST_CASE("# hash first") { CHECK(true); }
TEST_CASE("@at first") { CHECK(true); }
TEST_CASE("  leading spaces") { CHECK(true); }
TEST_CASE("trailing spaces  ") { CHECK(true); }
TEST_CASE("exclude:this") { CHECK(true); }
TEST_CASE("\xc3\xbcn\xc3\xaf" "code \xe2\x9c\x93") { CHECK(true); }
TEST_CASE("new\nline") { CHECK(true); }
TEST_CASE("tab\there") { CHECK(true); }
TEST_CASE("a very long test case name that goes on and on so that the console reporter has to wrap it over more than one line of eighty columns, indented") { CHECK(true); }
TEST_CASE("Case") { CHECK(true); }
TEST_CASE("cASE ") { CHECK(true); }
#ifdef CATCH_V3
TEST_CASE() { CHECK(true); }
TEST_CASE() { CHECK(true); }
#endif
TEST_CASE("same", "[one]") { CHECK(true); }
#ifdef CATCH_V3
TEST_CASE("same", "[two]") { CHECK(true); }
#endif
// SPDX-License-Identifier: Apache-2.0
