// SPDX-License-Identifier: Apache-2.0
// 2,000 tests; one in the middle dies when FAULT says so.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <deque>
#include <string>

#include "../misbehave.h"

namespace {

constexpr unsigned count = 2000;

void passes() {
  CHECK(true);
}

void culprit() {
  misbehave::here();
  CHECK(true);
}

int register_all() {
  using doctest::detail::regTest;
  using doctest::detail::TestCase;
  static std::deque<std::string> names;  // doctest keeps the pointers
  for (unsigned i = 0; i < count; ++i) {
    names.push_back("a test, with a comma, number " + std::to_string(i * 7919 % count));
    // Of one file doctest sorts by the line.
    regTest(TestCase(i == count / 2 ? culprit : passes, __FILE__, i + 1,
                     doctest_detail_test_suite_ns::getCurrentTestSuite()) *
            names.back().c_str());
  }
  return 0;
}
const int registered = register_all();

}  // namespace
