// SPDX-License-Identifier: Apache-2.0
// 2,000 trivial tests of Boost.Test.
#define BOOST_TEST_MODULE many
#include <boost/test/included/unit_test.hpp>
#include <string>

namespace {

void passes() {
  BOOST_TEST(true);
}

struct Register {
  Register() {
    namespace utf = boost::unit_test;
    for (int i = 0; i < 2000; ++i) {
      utf::framework::master_test_suite().add(
          utf::make_test_case(&passes, "test_" + std::to_string(i), __FILE__, __LINE__));
    }
  }
} const tests;

}  // namespace
