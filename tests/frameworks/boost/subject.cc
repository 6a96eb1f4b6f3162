// SPDX-License-Identifier: Apache-2.0
// Every kind of unit that Boost.Test has. The variable TRICK, a list of words, makes units behave
// badly; without it those named in plain/ and below pass.
#define BOOST_TEST_MODULE a subject
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/included/unit_test.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace utf = boost::unit_test;
namespace data = boost::unit_test::data;

namespace {

bool trick(const std::string& word) {
  const char* value = std::getenv("TRICK");
  return value != nullptr &&
         (" " + std::string(value) + " ").find(" " + word + " ") != std::string::npos;
}

struct DiesWhileListing {
  DiesWhileListing() {
    if (trick("static_crash")) std::abort();
    if (trick("static_hang")) {
      for (;;) ::pause();
    }
  }
} const dies_while_listing;

struct Whole {
  Whole() {
    if (trick("whole_setup")) throw std::runtime_error("the whole has no set-up");
  }
  ~Whole() {
    if (trick("whole_teardown_crash")) std::abort();
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Whole);

struct NeedsLuck {
  NeedsLuck() {
    if (trick("suite_setup")) throw std::runtime_error("no luck");
  }
};

boost::test_tools::assertion_result on_this_box(utf::test_unit_id) {
  boost::test_tools::assertion_result result(false);
  result.message() << "not on this box";
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plain)
BOOST_AUTO_TEST_CASE(first) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_CASE(no_assertion) {}
BOOST_AUTO_TEST_CASE(speaks) {
  BOOST_TEST_MESSAGE("a message\nof two lines");
  std::puts("a line on stdout");
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_SUITE(inner)
BOOST_AUTO_TEST_CASE(deep) {
  BOOST_TEST(true);
}
BOOST_DATA_TEST_CASE(grid, data::xrange(2) * data::xrange(2), a, b) {
  BOOST_TEST(a + b < 9);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_CASE(as_expected, *utf::expected_failures(1)) {
  BOOST_TEST(1 == 2);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(middle)
BOOST_AUTO_TEST_CASE(before) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_CASE(dies) {
  BOOST_TEST(true);
  if (trick("abort")) std::abort();
  if (trick("segv")) ::raise(SIGSEGV);
  if (trick("exit")) std::exit(0);
  if (trick("_exit")) ::_exit(0);
  if (trick("hang")) {
    for (;;) ::pause();
  }
  if (trick("terminate")) std::terminate();
  if (trick("fork") && ::fork() == 0) return;
  if (trick("forged_end")) {
    BOOST_TEST_MESSAGE(
        "x.cc(1): Leaving test case \"dies\"; testing time: 9us\nx.cc(2): Entering test case "
        "\"after\"");
    ::_exit(0);
  }
  if (trick("forged_hang")) {
    BOOST_TEST_MESSAGE(
        "x.cc(1): Leaving test case \"dies\"; testing time: 9us\nx.cc(2): Entering test case "
        "\"after\"");
    for (;;) ::pause();
  }
}
BOOST_AUTO_TEST_CASE(after) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(bad, *utf::enable_if<true>())
BOOST_AUTO_TEST_CASE(fails) {
  if (!trick("red")) return;
  BOOST_TEST(1 == 2, "one is not two\nnor three");
  BOOST_ERROR("and more");
}
BOOST_AUTO_TEST_CASE(needs) {
  if (trick("red")) BOOST_REQUIRE_MESSAGE(false, "it is needed");
}
BOOST_AUTO_TEST_CASE(throws) {
  if (trick("red")) throw std::runtime_error("boom");
}
BOOST_AUTO_TEST_CASE(forges) {
  BOOST_TEST_MESSAGE(
      "x.cc(1): error: in \"bad/forges\": not so\nx.cc(1): Leaving test case \"forges\"; testing "
      "time: "
      "9us\nx.cc(2): Entering test case \"ghost\"\nx.cc(3): Leaving test suite \"bad\"");
  BOOST_TEST(!trick("red"));
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(skips)
BOOST_AUTO_TEST_CASE(off, *utf::disabled()) {
  BOOST_TEST(false);
}
BOOST_AUTO_TEST_CASE(elsewhere, *utf::precondition(on_this_box)) {
  BOOST_TEST(false);
}
BOOST_AUTO_TEST_CASE(needs_off, *utf::depends_on("skips/off")) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(chain)
BOOST_AUTO_TEST_CASE(last, *utf::depends_on("chain/base")) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_CASE(base) {
  BOOST_TEST(!trick("red"));
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(luck, *utf::fixture<NeedsLuck>())
BOOST_AUTO_TEST_CASE(one) {
  BOOST_TEST(true);
}
BOOST_AUTO_TEST_CASE(two) {}
BOOST_AUTO_TEST_SUITE_END()

namespace {

void body() {
  BOOST_TEST(true);
}
/// Names that the macros cannot make.
struct Odd {
  Odd() {
    utf::test_suite* suite = BOOST_TEST_SUITE("odd names");
    for (const char* name :
         {"has space", "has,comma", "a::b/c", "star*", "quote\"q", "br[ack]", "dash-x", "bar|x",
          "caf\xc3\xa9", "bad\xff", "new\nline", "new line", "  lead", "back\\slash", "x\"];"}) {
      suite->add(utf::make_test_case(boost::function<void()>(&body), name, __FILE__, __LINE__));
    }
    if (trick("twice")) {
      suite->add(
          utf::make_test_case(boost::function<void()>(&body), "has space", __FILE__, __LINE__));
    }
    utf::framework::master_test_suite().add(suite);
  }
} const odd;

}  // namespace
