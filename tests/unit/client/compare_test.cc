// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <cupel/compare.hpp>

namespace cupel {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Tolerance relative(double fraction) {
  Tolerance tolerance = exact("for this test");
  tolerance.alarm.value = fraction;
  tolerance.ceiling.value = 10 * fraction;
  return tolerance;
}

TEST(Compare, MeasuresOfAKnownError) {
  const std::vector<double> reference{3, -4};
  const std::vector<double> result{3, -4.5};
  const Comparison seen = compare(result, reference, relative(0.25));
  EXPECT_TRUE(seen.within_alarm());
  EXPECT_EQ(seen.elements, 2u);
  EXPECT_EQ(seen.max_abs, 0.5);
  EXPECT_EQ(seen.max_rel, 0.125);
  EXPECT_EQ(seen.relative_frobenius, 0.1);
  EXPECT_EQ(seen.normalised_rms(), 0.1);
  EXPECT_EQ(seen.normalised_max, 0.125);
  EXPECT_DOUBLE_EQ(seen.slope_minus_one, 2.0 / 25);
  EXPECT_DOUBLE_EQ(seen.cosine, 27 / (5 * std::sqrt(29.25)));
  EXPECT_EQ(seen.used, 0.5);
  EXPECT_EQ(seen.most_used.index, 1u);
  EXPECT_EQ(seen.most_used.allowed, 1.0);
  EXPECT_EQ(seen.used_ceiling, 0.05);
}

TEST(Compare, UlpsAreThoseOfTheResultsFormat) {
  const std::vector<float> result{1.0f + std::numeric_limits<float>::epsilon()};
  EXPECT_EQ(compare(result, std::vector<double>{1}, relative(1)).max_ulp, 1.0);
  const std::vector<double> wide{1.0 + std::numeric_limits<float>::epsilon()};
  EXPECT_EQ(compare(wide, std::vector<double>{1}, relative(1)).max_ulp, std::ldexp(1.0, 29));
  CompareOptions as_bf16;
  as_bf16.format = &pact::bf16;
  const std::vector<float> coarse{1.0f + 1.0f / 128};
  EXPECT_EQ(compare(coarse, std::vector<double>{1}, relative(1), as_bf16).max_ulp, 1.0);
}

TEST(Compare, NothingComparedIsAFailure) {
  EXPECT_FALSE(compare(std::vector<float>{}, std::vector<double>{}, relative(1)).within_alarm());
  EXPECT_FALSE(compare(std::vector<float>{}, std::vector<double>{}, relative(1)).within_ceiling());
  EXPECT_TRUE(compare(std::vector<float>{0}, std::vector<double>{0}, relative(1)).within_alarm());
}

TEST(Compare, ShapesMustAgree) {
  const std::vector<float> result(6, 1.0f);
  const std::vector<double> truth(6, 1.0);
  const Reference two_by_three(View<double>(truth, Shape{2, 3}));
  EXPECT_TRUE(compare(View<float>(result, Shape{2, 3}), two_by_three, relative(1)).within_alarm());
  const Comparison seen = compare(View<float>(result, Shape{3, 2}), two_by_three, relative(1));
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_FALSE(seen.shape_equal);
  EXPECT_EQ(seen.elements, 0u);
  EXPECT_FALSE(compare(std::vector<float>(5), truth, relative(1)).within_alarm());
}

TEST(Compare, MagnitudesOfAnotherLengthAreAFailure) {
  const std::vector<double> truth{1, 2};
  const std::vector<double> magnitude{1};
  const Reference crooked{View<double>(truth), View<double>(magnitude)};
  EXPECT_FALSE(compare(std::vector<double>{1, 2}, crooked, relative(1)).within_alarm());
}

TEST(Compare, NanEqualsNothing) {
  const Comparison result =
      compare(std::vector<double>{1, nan}, std::vector<double>{1, 2}, relative(1));
  EXPECT_FALSE(result.within_alarm());
  EXPECT_FALSE(result.within_ceiling());
  EXPECT_EQ(result.nan_mismatches, 1u);
  EXPECT_EQ(result.used, inf);
  EXPECT_EQ(result.most_used.index, 1u);
  const std::vector<double> both{nan};
  EXPECT_FALSE(compare(both, both, relative(1)).within_alarm());
  CompareOptions asked;
  asked.nan_equals_nan = true;
  EXPECT_TRUE(compare(both, both, relative(1), asked).within_alarm());
  EXPECT_FALSE(compare(std::vector<double>{1}, both, relative(1), asked).within_alarm());
}

TEST(Compare, InfinitiesOfOneSignAreEqual) {
  const std::vector<double> truth{inf, -inf};
  EXPECT_TRUE(compare(truth, truth, relative(1)).within_alarm());
  const Comparison seen = compare(std::vector<double>{inf, inf}, truth, relative(1));
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_EQ(seen.inf_mismatches, 1u);
  EXPECT_EQ(compare(std::vector<double>{1e308, -inf}, truth, relative(1)).inf_mismatches, 1u);
}

TEST(Compare, ANanToleranceAllowsNothing) {
  EXPECT_FALSE(
      compare(std::vector<double>{1}, std::vector<double>{1}, relative(nan)).within_alarm());
}

TEST(Compare, SignAndMagnitudeAreCountedApart) {
  const std::vector<double> truth{1, 1, 1, 1};
  const Comparison seen = compare(std::vector<double>{-1, 2, 1, -5}, truth, relative(0.1));
  EXPECT_EQ(seen.sign_mismatches, 2u);
  EXPECT_EQ(seen.magnitude_mismatches, 1u);
  EXPECT_EQ(seen.beyond_alarm, 3u);
  ASSERT_EQ(seen.worst.size(), 3u);
  EXPECT_EQ(seen.worst[0].index, 3u);
  EXPECT_EQ(seen.worst[1].index, 0u);
  EXPECT_EQ(seen.worst[2].index, 1u);
  ASSERT_EQ(seen.first.size(), 3u);
  EXPECT_EQ(seen.first[0].index, 0u);
  ASSERT_EQ(seen.good.size(), 1u);
  EXPECT_EQ(seen.good[0].index, 2u);
}

TEST(Compare, WorstThreeOfManyInOrder) {
  const std::vector<double> truth(8, 1.0);
  const Comparison seen =
      compare(std::vector<double>{2, 5, 3, 9, 4, 7, 1, 8}, truth, relative(0.1));
  ASSERT_EQ(seen.worst.size(), 3u);
  EXPECT_EQ(seen.worst[0].index, 3u);
  EXPECT_EQ(seen.worst[1].index, 7u);
  EXPECT_EQ(seen.worst[2].index, 5u);
  EXPECT_EQ(seen.first.size(), 3u);
}

TEST(Compare, TheStricterLevelDecides) {
  Tolerance tolerance = relative(1);
  tolerance.ceiling.value = 0.01;
  const Comparison seen = compare(std::vector<double>{1.1}, std::vector<double>{1}, tolerance);
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_FALSE(seen.within_ceiling());
}

TEST(Compare, MagnitudesScaleWhatIsAllowed) {
  const std::vector<double> truth{0};
  const std::vector<double> magnitude{100};
  Tolerance tolerance = exact("for this test");
  tolerance.alarm.magnitude = tolerance.ceiling.magnitude = 1e-3;
  const Reference reference{View<double>(truth), View<double>(magnitude)};
  EXPECT_TRUE(compare(std::vector<double>{0.09}, reference, tolerance).within_alarm());
  EXPECT_FALSE(compare(std::vector<double>{0.11}, reference, tolerance).within_alarm());
  // Without them the value itself is the scale, and a zero allows nothing.
  EXPECT_FALSE(compare(std::vector<double>{0.09}, truth, tolerance).within_alarm());
}

TEST(Compare, NormLimitIsJudgedToo) {
  Tolerance tolerance = relative(1);
  tolerance.normwise = {0.05, "for this test"};
  EXPECT_FALSE(compare(std::vector<double>{1.1}, std::vector<double>{1}, tolerance).within_alarm());
  EXPECT_TRUE(compare(std::vector<double>{1.04}, std::vector<double>{1}, tolerance).within_alarm());
}

TEST(Compare, ZeroReferenceHasNoRelativeError) {
  const Comparison seen = compare(std::vector<double>{1}, std::vector<double>{0}, relative(1));
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_EQ(seen.relative_frobenius, inf);
  EXPECT_EQ(seen.max_rel, 0);
  EXPECT_EQ(seen.cosine, 0);
}

TEST(Compare, SumsAreCompensated) {
  // 1e8 squared swallows a million squares of 1 in plain double summation of some orders.
  std::vector<double> truth(1 << 20, 1.0);
  truth[0] = 1e9;
  std::vector<double> result = truth;
  for (double& x : result) x *= 1.5;
  EXPECT_DOUBLE_EQ(compare(result, truth, relative(1)).relative_frobenius, 0.5);
  detail::CompensatedSum sum;
  sum.add(1e18);
  for (int i = 0; i < 1000; ++i) sum.add(1);
  sum.add(-1e18);
  EXPECT_EQ(sum.value(), 1000);
}

struct Halves {
  unsigned short bits;
};

TEST(Compare, AnyTypeByAConversion) {
  const std::vector<Halves> result{{2}, {4}};
  const auto half = [](Halves value) { return value.bits / 2.0; };
  EXPECT_TRUE(compare(result, std::vector<double>{1, 2}, exact("halves"), {}, half).within_alarm());
  EXPECT_FALSE(
      compare(result, std::vector<double>{1, 3}, exact("halves"), {}, half).within_alarm());
}

}  // namespace
}  // namespace cupel
