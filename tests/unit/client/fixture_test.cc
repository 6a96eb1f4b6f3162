// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <cupel/fixture.hpp>

namespace cupel {
namespace {

// The generator's published known-answer vectors.
TEST(Fixture, PhiloxKnownAnswers) {
  using detail::philox;
  using detail::PhiloxBlock;
  EXPECT_EQ(philox({0, 0, 0, 0}, 0), (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, ~std::uint64_t{0}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Fixture, DependsOnNameAndIndexAlone) {
  const Fixture one("layer.0.weight");
  const double value = one.normal(17);
  (void)one.normal(3);
  EXPECT_EQ(Fixture("layer.0.weight").normal(17), value);
  EXPECT_NE(Fixture("layer.1.weight").normal(17), value);
  EXPECT_EQ(one.normals<double>(20)[17], value);
}

// Fails on a platform where anything but integers decides.
TEST(Fixture, TheSameNumbersEverywhere) {
  const Fixture fixture("golden");
  EXPECT_EQ(fixture.bits(0), 3398811535U);
  EXPECT_EQ(std::ldexp(fixture.normal(0), 32), -4727539096.0);
  EXPECT_EQ(std::ldexp(fixture.normal(1), 32), -1999076262.0);
}

TEST(Fixture, NormalsHaveTheMomentsAndTailsOfTheNormalDistribution) {
  constexpr int count = 200'000;
  const std::vector<double> draws = Fixture("moments").normals<double>(count);
  double moments[5] = {};
  int beyond_two = 0;
  int below_half = 0;
  for (const double x : draws) {
    for (int power = 1; power <= 4; ++power) moments[power] += std::pow(x, power) / count;
    beyond_two += std::fabs(x) > 2 ? 1 : 0;
    below_half += std::fabs(x) < 0.5 ? 1 : 0;
  }
  // Five standard errors of each.
  const double root = 5 / std::sqrt(count);
  EXPECT_NEAR(moments[1], 0, root);
  EXPECT_NEAR(moments[2], 1, root * std::sqrt(2));
  EXPECT_NEAR(moments[3], 0, root * std::sqrt(15));
  EXPECT_NEAR(moments[4], 3, root * std::sqrt(96));
  EXPECT_NEAR(beyond_two / double{count}, 0.0455003, root * std::sqrt(0.0455 * 0.9545));
  EXPECT_NEAR(below_half / double{count}, 0.3829249, root * std::sqrt(0.383 * 0.617));
}

TEST(Fixture, UniformsFillTheirRange) {
  const std::vector<float> draws = Fixture("range").uniforms<float>(100'000, -1, 3);
  EXPECT_GE(*std::min_element(draws.begin(), draws.end()), -1);
  EXPECT_LT(*std::max_element(draws.begin(), draws.end()), 3.0001F);
  EXPECT_NEAR(std::accumulate(draws.begin(), draws.end(), 0.0) / 1e5, 1, 5 * 4 / std::sqrt(12e5));
}

TEST(Fixture, PermutationsHoldEachNumberOnce) {
  std::vector<std::uint32_t> order = Fixture("pages").permutation(100);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
  EXPECT_TRUE(Fixture("pages").permutation(0).empty());
}

TEST(Fixture, AdversarialFills) {
  const Fixture fixture("adversarial");
  int negative = 0;
  for (const float x : fixture.subnormals<float>(100)) {
    EXPECT_EQ(std::fpclassify(x), FP_SUBNORMAL);
    negative += x < 0 ? 1 : 0;
  }
  EXPECT_GT(negative, 20);
  EXPECT_LT(negative, 80);
  for (const float x : fixture.near_overflow<float>(100)) {
    EXPECT_TRUE(std::isfinite(x));
    EXPECT_TRUE(std::isinf(x * 4));
  }
  const std::vector<float> pairs = fixture.cancelling<float>(100);
  double sum = 0;
  double size = 0;
  for (const float x : pairs) {
    sum += x;
    size += std::fabs(x);
  }
  EXPECT_NE(sum, 0);
  EXPECT_LT(std::fabs(sum), 1e-5 * size);
}

}  // namespace
}  // namespace cupel
