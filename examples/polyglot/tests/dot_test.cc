// SPDX-License-Identifier: Apache-2.0
// Catch2: the dot product against an exact one, over lengths and sections.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include "accurate.h"
#include "reference.h"

TEST_CASE("a dot product of nothing is zero", "[dot]") {
  REQUIRE(accurate_dot(nullptr, nullptr, 0) == 0.0);
}

TEST_CASE("a dot product is within its bound", "[dot]") {
  const auto n = GENERATE(std::size_t{1}, 7, 256, 2047);
  std::vector<double> x = reference::integers(n, 50, 2);
  std::vector<double> y = reference::integers(n, 50, 3);
  SECTION("of random vectors") {}
  SECTION("of vectors that are nearly orthogonal") {
    y.push_back(-static_cast<double>(reference::exact_dot(x, y) >> 60));
    x.push_back(0x1p60);
  }
  double sizes = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sizes += std::fabs(x[i] * y[i]);
  const auto exact = static_cast<double>(reference::exact_dot(x, y));
  const double gamma = reference::gamma(x.size());
  REQUIRE(std::fabs(accurate_dot(x.data(), y.data(), x.size()) - exact) <=
          reference::u * std::fabs(exact) + gamma * gamma * sizes);
}

TEST_CASE("digits below the rounding of a product are kept", "[dot]") {
  // (1 + e)(1 - e) - 1 = -e^2, which the product of doubles has not.
  const double e = 0x1p-30;
  const double x[] = {1 + e, -1};
  const double y[] = {1 - e, 1};
  REQUIRE(accurate_dot(x, y, 2) == -e * e);
}
