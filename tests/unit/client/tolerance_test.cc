// SPDX-License-Identifier: Apache-2.0
// Formulas against published constants, and against simulations: a correct computation stays within
// both levels with room, one in a lower precision is beyond the alarm.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <cupel/compare.hpp>
#include <cupel/tolerance.hpp>

namespace cupel {
namespace {

Reduction with_inputs(const pact::Format& input, std::size_t length) {
  Reduction reduction;
  reduction.length = length;
  reduction.input = input;
  return reduction;
}

TEST(Tolerance, CeilingOfRoundedInputsIsTheTable) {
  struct Row {
    pact::Format input;
    std::size_t length;
    double coefficient;
    double spread;
  };
  const Row rows[] = {{pact::tf32, 512, 1.01e-3, 0.005e-3},  {pact::tf32, 4096, 1.22e-3, 0.005e-3},
                      {pact::fp16, 16384, 1.95e-3, 0.01e-3}, {pact::bf16, 512, 7.86e-3, 0.01e-3},
                      {pact::e4m3, 512, 1.29e-1, 0.001},     {pact::e5m2, 512, 2.66e-1, 0.001}};
  for (const Row& row : rows) {
    EXPECT_NEAR(dot(with_inputs(row.input, row.length)).ceiling.magnitude, row.coefficient,
                row.spread)
        << row.input.name;
  }
}

TEST(Tolerance, InputsOfTheAccumulatorsFormatAreNotRounded) {
  EXPECT_EQ(dot(with_inputs(pact::fp32, 64)).ceiling.magnitude,
            dot(with_inputs(pact::fp64, 64)).ceiling.magnitude);
  EXPECT_NEAR(dot(with_inputs(pact::fp64, 64)).ceiling.magnitude, 3.8e-6, 0.05e-6);
}

TEST(Tolerance, ALowOutputFormatCounts) {
  Reduction reduction = with_inputs(pact::fp64, 64);
  EXPECT_EQ(dot(reduction).ceiling.value, 0);
  reduction.output = pact::bf16;
  EXPECT_EQ(dot(reduction).ceiling.value, pact::bf16.unit_roundoff());
  EXPECT_EQ(dot(reduction).alarm.value, pact::bf16.unit_roundoff());
}

TEST(Tolerance, ProbabilisticFormForAnyData) {
  Reduction reduction = with_inputs(pact::fp64, 4096);
  reduction.data = Data::any;
  EXPECT_NEAR(dot(reduction).alarm.magnitude, 2.1e-5, 0.05e-5);
  EXPECT_EQ(gemm(reduction).normwise.limit, 0);
}

TEST(Tolerance, NormwiseLimitIsElevenTenthsOfTheModel) {
  Reduction reduction = with_inputs(pact::tf32, 4096);
  reduction.elements = 1 << 20;
  EXPECT_NEAR(gemm(reduction).normwise.limit, 1.1 * 2.93e-4, 0.03e-4);
}

TEST(Tolerance, DerivationsNameTheirInputs) {
  Reduction reduction = with_inputs(pact::tf32, 4096);
  reduction.elements = 100;
  const Tolerance tolerance = gemm(reduction);
  for (const std::string& text :
       {tolerance.alarm.derivation, tolerance.ceiling.derivation, tolerance.normwise.derivation}) {
    EXPECT_NE(text.find("tf32 inputs u=2^-11"), std::string::npos) << text;
    EXPECT_NE(text.find("fp32 sums u=2^-24"), std::string::npos) << text;
    EXPECT_NE(text.find("n=4096"), std::string::npos) << text;
  }
  EXPECT_NE(tolerance.alarm.derivation.find("risk 1e-06"), std::string::npos);
}

TEST(Tolerance, TwoInexactSidesAddUp) {
  const Tolerance one = dot(with_inputs(pact::fp64, 64));
  const Tolerance both = between(one, one);
  EXPECT_EQ(both.alarm.quadratic, 2 * one.alarm.quadratic);
  EXPECT_EQ(both.ceiling.magnitude, 2 * one.ceiling.magnitude);
}

TEST(Tolerance, RotaryAngleOfTheRecord) {
  // At position 131071: position * u = 7.8e-3 and half an ulp of theta = 3.9e-3.
  EXPECT_NEAR(rotary_angle_error(131071, 0.9999, 1, pact::fp32), 1.17e-2, 0.01e-2);
  EXPECT_EQ(rotary_angle_error(131071, 1, 1, pact::fp32), 0);
  EXPECT_EQ(rotary_angle_error(0, 0.5, 1, pact::fp32), 0);
  EXPECT_LT(rotary_angle_error(1024, 0.5, 1, pact::fp32), 1e-4);
}

TEST(Tolerance, AttentionGrowsWithWhatItNames) {
  Attention small;
  small.head_dim = 64;
  small.keys = 100;
  small.rescales = 3;
  small.logit_magnitude = 4;
  small.logit_quadratic = 1;
  small.logit_spread = 6;
  const Tolerance base = attention(small);
  EXPECT_GT(base.ceiling.magnitude, 0);
  EXPECT_LT(base.ceiling.magnitude, 1e-3);
  for (int changed = 0; changed < 4; ++changed) {
    Attention larger = small;
    if (changed == 0) larger.keys = 1000;
    if (changed == 1) larger.rescales = 30;
    if (changed == 2) larger.logit_magnitude = 40;
    if (changed == 3) larger.input = pact::tf32;
    EXPECT_GT(attention(larger).ceiling.magnitude, base.ceiling.magnitude) << changed;
  }
  small.logit_magnitude = 1e9;
  EXPECT_EQ(attention(small).ceiling.magnitude, std::numeric_limits<double>::infinity());
}

struct Products {
  std::vector<float> result;
  std::vector<double> value, magnitude, quadratic;
  [[nodiscard]] Reference reference() const {
    return {View<double>(value), View<double>(magnitude), View<double>(quadratic)};
  }
};

/// Rounds to 11 significand bits, to nearest.
float narrowed(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0xfff + ((bits >> 13) & 1)) & ~0x1fffu;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

template <typename Draw>
Products chains(std::size_t count, std::size_t length, bool narrow, Draw draw) {
  Products out;
  for (std::size_t i = 0; i < count; ++i) {
    float sum = 0;
    double value = 0, magnitude = 0, quadratic = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const float a = draw();
      const float b = draw();
      sum += narrow ? narrowed(a) * narrowed(b) : a * b;
      const double product = static_cast<double>(a) * b;
      value += product;
      magnitude += std::fabs(product);
      quadratic += product * product;
    }
    out.result.push_back(sum);
    out.value.push_back(value);
    out.magnitude.push_back(magnitude);
    out.quadratic.push_back(std::sqrt(quadratic));
  }
  return out;
}

TEST(Tolerance, HoldsForFp32ChainsAndSeesTf32) {
  for (const std::size_t length : {16u, 512u, 4096u}) {
    std::mt19937 generator(static_cast<std::uint32_t>(length));
    std::normal_distribution<float> normal;
    const auto draw = [&] { return normal(generator); };
    Reduction reduction = with_inputs(pact::fp64, length);
    reduction.elements = 256;
    const Products full = chains(256, length, false, draw);
    const Comparison strict = compare(full.result, full.reference(), gemm(reduction));
    EXPECT_TRUE(strict.within_alarm()) << strict.used << " " << strict.used_normwise;
    EXPECT_GT(strict.used, 0.01) << "the alarm is more than a hundred times too loose";
    const Products narrow = chains(256, length, true, draw);
    EXPECT_FALSE(compare(narrow.result, narrow.reference(), gemm(reduction)).within_alarm());
    reduction.input = pact::tf32;
    const Comparison declared = compare(narrow.result, narrow.reference(), gemm(reduction));
    EXPECT_TRUE(declared.within_alarm()) << declared.used << " " << declared.used_normwise;
    EXPECT_GT(declared.used_normwise, 0.4);
  }
}

TEST(Tolerance, TheCeilingAloneIsBlindToTf32) {
  std::mt19937 generator(7);
  std::normal_distribution<float> normal;
  const Products narrow = chains(64, 4096, true, [&] { return normal(generator); });
  Reduction reduction = with_inputs(pact::fp64, 4096);
  reduction.elements = 64;
  const Comparison seen = compare(narrow.result, narrow.reference(), dot(reduction));
  EXPECT_TRUE(seen.within_ceiling());
  EXPECT_FALSE(seen.within_alarm());
}

TEST(Tolerance, AnyDataHoldsForPositiveChains) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<float> uniform;
  const Products sums = chains(256, 4096, false, [&] { return uniform(generator); });
  Reduction reduction = with_inputs(pact::fp64, 4096);
  reduction.elements = 256;
  reduction.data = Data::any;
  const Comparison seen = compare(sums.result, sums.reference(), dot(reduction));
  EXPECT_TRUE(seen.within_alarm()) << seen.used;
}

}  // namespace
}  // namespace cupel
