// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml in Boost.Test.
#define BOOST_TEST_MODULE conformance
#include <boost/test/data/test_case.hpp>
#include <boost/test/included/unit_test.hpp>
#include <thread>

#include "deeds.h"

namespace {

namespace but = boost::unit_test;

deeds::AroundMain around_main("list_content");

/// What BOOST_AUTO_TEST_CASE does, for any name and without a class of that name.
struct Registered {
  Registered(void (*body)(), const char* name, int line) {
    but::framework::current_auto_test_suite().add(
        but::make_test_case(body, name, __FILE__, static_cast<std::size_t>(line)));
  }
};

}  // namespace

#define FAIL_ONCE() BOOST_ERROR("one and two")
#define FORGED_PASS                                                     \
  "x(1): Leaving test case \"case_forges_pass_a\"; testing time: 1us\n" \
  "x(1): Entering test case \"case_forges_pass_b\"\n"                   \
  "x(1): Leaving test case \"case_forges_pass_b\"; testing time: 1us\n"
#define FORGED_END                                                     \
  "x(1): Leaving test case \"case_forges_end_b\"; testing time: 1us\n" \
  "x(1): Entering test case \"case_forges_end_c\"\n"                   \
  "x(1): Leaving test case \"case_forges_end_c\"; testing time: 1us\n*** No errors detected\n"
#define CASE(NAME, ...) \
  void NAME() __VA_ARGS__ const Registered registered_##NAME(NAME, #NAME, __LINE__);
namespace {
#include "rows.h"
}  // namespace

// Boost.Test makes a class of each name.
// NOLINTBEGIN(readability-identifier-naming)
BOOST_AUTO_TEST_CASE(case_fails_in_thread_a) {
  std::thread([] { BOOST_ERROR("one and two"); }).join();
}
BOOST_AUTO_TEST_CASE(case_fails_in_thread_b) {}

BOOST_AUTO_TEST_CASE(case_disabled_a) {}
BOOST_AUTO_TEST_CASE(case_disabled_b, *but::disabled()) {}
BOOST_AUTO_TEST_CASE(case_disabled_c) {}

BOOST_AUTO_TEST_CASE(case_fails_as_declared_a, *but::expected_failures(1)) {
  BOOST_ERROR("as declared");
}
BOOST_AUTO_TEST_CASE(case_fails_as_declared_b) {}
BOOST_AUTO_TEST_CASE(case_unexpectedly_passes_a, *but::expected_failures(1)) {}
BOOST_AUTO_TEST_CASE(case_unexpectedly_passes_b) {}

static boost::test_tools::assertion_result find_device(but::test_unit_id) {
  boost::test_tools::assertion_result found(false);
  found.message() << "no such device";
  return found;
}
BOOST_AUTO_TEST_CASE(case_skips_a) {}
BOOST_AUTO_TEST_CASE(case_skips_b, *but::precondition(find_device)) {}
BOOST_AUTO_TEST_CASE(case_skips_c) {}

struct SetupFails {
  SetupFails() { throw std::runtime_error("cannot be set up"); }
};
BOOST_FIXTURE_TEST_CASE(case_setup_fails_a, SetupFails) {}
BOOST_AUTO_TEST_CASE(case_setup_fails_b) {}

struct TeardownFails {
  void teardown() { BOOST_ERROR("cannot be torn down"); }
};
BOOST_FIXTURE_TEST_CASE(case_teardown_fails_a, TeardownFails) {}
BOOST_AUTO_TEST_CASE(case_teardown_fails_b) {}

BOOST_DATA_TEST_CASE(case_parameters_a, but::data::make({1, 2, 3}), value) {
  BOOST_TEST(value != 2);
}
// NOLINTEND(readability-identifier-naming)

namespace {
void fail_once() {
  FAIL_ONCE();
}
const Registered odd_a([] {}, "case_odd_names_a , [x] \"q\" \u00e9 \\", __LINE__);
const Registered odd_b(fail_once, "~ case_odd_names_b -*?:~", __LINE__);
}  // namespace
