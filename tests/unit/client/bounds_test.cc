// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <cupel/pact/bounds.hpp>

namespace cupel::pact {
namespace {

TEST(Bounds, FormatsAgreeWithTheLanguage) {
  EXPECT_EQ(2 * fp32.unit_roundoff(), std::numeric_limits<float>::epsilon());
  EXPECT_EQ(fp32.min_normal(), std::numeric_limits<float>::min());
  EXPECT_EQ(fp32.min_subnormal(), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(2 * fp64.unit_roundoff(), std::numeric_limits<double>::epsilon());
  EXPECT_EQ(fp64.min_normal(), std::numeric_limits<double>::min());
}

TEST(Bounds, FormatsWithoutALanguageType) {
  EXPECT_EQ(fp16.min_subnormal(), power_of_two(-24));
  EXPECT_EQ(fp16.max, (2 - 2 * fp16.unit_roundoff()) * power_of_two(15));
  EXPECT_EQ(bf16.max, (2 - 2 * bf16.unit_roundoff()) * power_of_two(127));
  EXPECT_EQ(tf32.max, (2 - 2 * tf32.unit_roundoff()) * power_of_two(127));
  EXPECT_EQ(e5m2.max, (2 - 2 * e5m2.unit_roundoff()) * power_of_two(15));
  // e4m3 gives its all-ones significand of the top binade to NaN.
  EXPECT_EQ(e4m3.max, (2 - 4 * e4m3.unit_roundoff()) * power_of_two(8));
}

TEST(Bounds, Ulp) {
  EXPECT_EQ(ulp(1.0, fp32), power_of_two(-23));
  EXPECT_EQ(ulp(-1.99, fp32), power_of_two(-23));
  EXPECT_EQ(ulp(2.0, fp32), power_of_two(-22));
  EXPECT_EQ(ulp(0.0, fp32), power_of_two(-149));
  EXPECT_EQ(ulp(1e-40, fp32), power_of_two(-149));
}

TEST(Bounds, GammaOfTheTable) {
  const double u = fp32.unit_roundoff();
  EXPECT_NEAR(gamma(64, u), 3.8e-6, 0.05e-6);
  EXPECT_NEAR(gamma(512, u), 3.05e-5, 0.005e-5);
  EXPECT_NEAR(gamma(131072, u), 7.87e-3, 0.01e-3);
  EXPECT_EQ(gamma(256, bf16.unit_roundoff()), std::numeric_limits<double>::infinity());
}

TEST(Bounds, Quantiles) {
  EXPECT_NEAR(lambda(1e-6, 1), 5.39, 0.005);
  EXPECT_NEAR(lambda(1e-6, 1 << 20), 7.53, 0.005);
  EXPECT_NEAR(normal_quantile(0.05, 1), 1.959964, 1e-6);
  EXPECT_NEAR(normal_quantile(1e-6, 1e6), 7.13, 0.01);
  EXPECT_GT(walk_quantile(1e-6, 1e6), normal_quantile(1e-6, 1e6));
}

TEST(Bounds, ExpectedErrorOfModes) {
  const double u = fp32.unit_roundoff();
  EXPECT_NEAR(expected_relative_frobenius(tf32.unit_roundoff(), u, 512, 1, 0), 2.93e-4, 0.01e-4);
  EXPECT_NEAR(expected_relative_frobenius(bf16.unit_roundoff(), u, 512, 1, 0), 2.35e-3, 0.01e-3);
  EXPECT_NEAR(expected_relative_frobenius(bf16.unit_roundoff(), u, 512, 1, bf16.unit_roundoff()),
              2.87e-3, 0.01e-3);
  EXPECT_NEAR(expected_relative_frobenius(0, u, 512, 1, 0), 4.0e-7, 0.1e-7);
}

struct Seen {
  double error;
  double slope;
  const char* measured;
};

// Published measurements and simulations, none of which the intervals were fitted to.
TEST(Bounds, CanaryReadsPublishedMeasurements) {
  const Seen table[] = {
      {5.8e-7, 0, "fp32"},         {2.93e-4, 0, "tf32"},    {2.9e-4, 2e-5, "tf32"},
      {7.70e-4, -7.06e-4, "tf32"}, {2.37e-3, 1e-5, "bf16"}, {2.87e-3, -1e-4, "bf16"},
      {6.1e-3, -5.6e-3, "bf16"},   {3.59e-4, 0, "unknown"}, {2.93e-4, -7e-4, "unknown"},
      {1e-2, 0, "unknown"},        {7.7e-4, 0, "unknown"},  {0.5, -0.5, "unknown"}};
  for (const Seen& seen : table) {
    EXPECT_EQ(std::string(read_canary(seen.error, seen.slope).measured), seen.measured)
        << seen.error << " " << seen.slope;
  }
  EXPECT_EQ(std::string(read_canary(std::numeric_limits<double>::quiet_NaN(), 0).measured),
            "unknown");
}

}  // namespace
}  // namespace cupel::pact
