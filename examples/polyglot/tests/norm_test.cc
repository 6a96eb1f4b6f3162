// SPDX-License-Identifier: Apache-2.0
// doctest: norms, also where their squares cannot be written.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <limits>

#include "accurate.h"
#include "reference.h"

TEST_SUITE("norm") {
  TEST_CASE("of a right triangle, at every scale") {
    double scale = 1;
    SUBCASE("one") {}
    SUBCASE("squares overflow") {
      scale = 0x1p1000;
    }
    SUBCASE("squares underflow") {
      scale = 0x1p-1000;
    }
    const double x[] = {3 * scale, -4 * scale};
    CHECK(accurate_norm(x, 2) == 5 * scale);
  }

  TEST_CASE("is within two roundings of the root of an exact sum") {
    for (const std::size_t n : {1U, 10U, 100000U}) {
      const std::vector<double> x = reference::integers(n, 40, 4);
      // A root in long double has 11 bits more than what is compared.
      const auto exact = std::sqrt(static_cast<long double>(reference::exact_dot(x, x)));
      CAPTURE(n);
      CHECK(std::fabs(accurate_norm(x.data(), n) - exact) <= 2 * reference::u * exact);
    }
  }

  TEST_CASE("of nothing, of zeros, of what is not finite") {
    const double infinity = std::numeric_limits<double>::infinity();
    const double zeros[] = {0, -0.0};
    const double infinite[] = {1, -infinity};
    const double not_a_number[] = {1, std::nan(""), 2};
    CHECK(accurate_norm(nullptr, 0) == 0);
    CHECK(accurate_norm(zeros, 2) == 0);
    CHECK(accurate_norm(infinite, 2) == infinity);
    CHECK(std::isnan(accurate_norm(not_a_number, 3)));
  }
}
