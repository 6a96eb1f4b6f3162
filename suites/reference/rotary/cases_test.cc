// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <cupel/fixture.hpp>
#include <cupel/gtest.hpp>

#include "reference/rotary/oracle.h"
#include "reference/rotary/rotary.h"
#include "reference/support/defect.h"

namespace reference {
namespace {

constexpr float untouched = -12345.0F;

/// Tokens at given positions, appended to a cache that is otherwise left alone.
struct Append {
  RotaryShape shape;
  std::vector<std::uint32_t> positions;
  std::vector<std::uint32_t> slots;
  std::vector<float> query, key, value;
  std::vector<float> query_out, key_cache, value_cache;
  std::size_t cache_slots;

  Append(const RotaryShape& of, std::vector<std::uint32_t> at, std::vector<std::uint32_t> into,
         std::size_t slot_count)
      : shape(of), positions(std::move(at)), slots(std::move(into)), cache_slots(slot_count) {
    const std::size_t tokens = positions.size();
    query = cupel::Fixture("rotary q").normals<float>(tokens * of.query_heads * of.head_dim);
    key = cupel::Fixture("rotary k").normals<float>(tokens * of.key_heads * of.head_dim);
    value = cupel::Fixture("rotary v").normals<float>(tokens * of.key_heads * of.head_dim);
    query_out.assign(query.size(), untouched);
    key_cache.assign(slot_count * of.key_heads * of.head_dim, untouched);
    value_cache.assign(key_cache.size(), untouched);
  }

  void run() {
    const RotaryTokens tokens{positions.size(), positions.data(), slots.data(),
                              query.data(),     key.data(),       value.data()};
    Rotary(shape).append(tokens, {query_out.data(), key_cache.data(), value_cache.data()});
  }

  [[nodiscard]] Truth query_truth() const {
    Truth truth(query.size());
    const std::size_t row = shape.query_heads * shape.head_dim;
    for (std::size_t token = 0; token < positions.size(); ++token) {
      rotary_truth(shape, positions[token], shape.query_heads, query.data() + token * row, truth,
                   token * row);
    }
    return truth;
  }
  [[nodiscard]] Truth key_truth() const {
    Truth truth(key_cache.size());
    for (double& element : truth.value) element = untouched;
    const std::size_t row = shape.key_heads * shape.head_dim;
    for (std::size_t token = 0; token < positions.size(); ++token) {
      rotary_truth(shape, positions[token], shape.key_heads, key.data() + token * row, truth,
                   slots[token] * row);
    }
    return truth;
  }
  [[nodiscard]] std::vector<double> value_truth() const {
    std::vector<double> truth(value_cache.size(), untouched);
    const std::size_t row = shape.key_heads * shape.head_dim;
    for (std::size_t i = 0; i < value.size(); ++i) truth[slots[i / row] * row + i % row] = value[i];
    return truth;
  }
  [[nodiscard]] cupel::Tolerance tolerance() const {
    cupel::Rotary inputs;
    inputs.angle_error = rotary_angle_roundoff;
    inputs.sincos_roundoffs = rotary_sincos_roundoffs;
    inputs.elements = query.size() + key_cache.size();
    return cupel::rotary(inputs);
  }
  void expect_all_close() {
    run();
    EXPECT_CLOSE(query_out, query_truth().reference(), tolerance());
    EXPECT_CLOSE(key_cache, key_truth().reference(), tolerance());
    EXPECT_CLOSE(value_cache, value_truth(), cupel::exact("values are copied"));
  }
  [[nodiscard]] bool noticed() {
    run();
    const Truth truth = key_truth();
    return !cupel::compare(key_cache, truth.reference(), tolerance()).within_alarm();
  }
};

RotaryShape shape_of(RotaryLayout layout, std::size_t rotary_dim = 128, double base = 10000) {
  return {4, 2, 128, rotary_dim, base, layout};
}

using At = std::tuple<std::uint32_t, RotaryLayout>;
class RotaryPosition : public testing::TestWithParam<At> {};

TEST_P(RotaryPosition, AccurateToFp32Rounding) {
  const auto& [position, layout] = GetParam();
  Append append(shape_of(layout), {position}, {0}, 1);
  append.expect_all_close();
}

std::string name_of(const testing::TestParamInfo<At>& info) {
  const bool halves = std::get<1>(info.param) == RotaryLayout::halves;
  return (halves ? "Halves" : "Interleaved") + std::to_string(std::get<0>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Every, RotaryPosition,
                         testing::Combine(testing::Values(0U, 1U, 4095U, 32767U, 131069U, 131070U,
                                                          131071U, (1U << 20) - 1, 1U << 24),
                                          testing::Values(RotaryLayout::halves,
                                                          RotaryLayout::interleaved)),
                         name_of);

// One position is a matter of luck: the largest error over a stretch is several times that of its
// last position.
TEST(RotaryAngles, EveryOneOfTheLastThousandBelowTwoToTheTwentieth) {
  const RotaryShape shape = shape_of(RotaryLayout::halves);
  const Rotary rotary(shape);
  std::vector<float> cosine, sine;
  std::vector<double> cosine_truth, sine_truth;
  float c[64], s[64];
  for (std::uint32_t position = (1U << 20) - 1000; position < 1U << 20; ++position) {
    rotary.angles(position, c, s);
    for (std::size_t i = 0; i < 64; ++i) {
      const long double theta = rotary_theta(shape, position, i);
      cosine.push_back(c[i]);
      sine.push_back(s[i]);
      cosine_truth.push_back(static_cast<double>(std::cos(theta)));
      sine_truth.push_back(static_cast<double>(std::sin(theta)));
    }
  }
  cupel::Tolerance tolerance;
  tolerance.ceiling.absolute =
      rotary_angle_roundoff + rotary_sincos_roundoffs * cupel::pact::fp32.unit_roundoff();
  tolerance.ceiling.derivation = "angle and series, each at its bound";
  tolerance.alarm = tolerance.ceiling;
  EXPECT_CLOSE(cosine, cosine_truth, tolerance);
  EXPECT_CLOSE(sine, sine_truth, tolerance);
}

class RotaryBase : public testing::TestWithParam<int> {};

TEST_P(RotaryBase, LongContextFrequencies) {
  Append append(shape_of(RotaryLayout::halves, 128, GetParam()), {131071, 65536}, {1, 0}, 2);
  append.expect_all_close();
}
INSTANTIATE_TEST_SUITE_P(Bases, RotaryBase, testing::Values(100, 500000, 1000000));

class RotaryPartial : public testing::TestWithParam<int> {};

TEST_P(RotaryPartial, TheRestPassesUnchanged) {
  const auto rotary_dim = static_cast<std::size_t>(GetParam());
  for (const RotaryLayout layout : {RotaryLayout::halves, RotaryLayout::interleaved}) {
    Append append(shape_of(layout, rotary_dim), {1000}, {0}, 1);
    append.expect_all_close();
    std::vector<float> passed, source;
    for (std::size_t i = rotary_dim; i < 128; ++i) {
      passed.push_back(append.query_out[i]);
      source.push_back(append.query[i]);
    }
    EXPECT_EQ(passed, source);
    EXPECT_EQ(passed.size(), 128 - rotary_dim);
  }
}
INSTANTIATE_TEST_SUITE_P(Dims, RotaryPartial, testing::Values(2, 32, 64, 126));

TEST(RotaryAppend, TokensGoToTheirSlotsAndNowhereElse) {
  Append append(shape_of(RotaryLayout::halves), {7, 8, 9, 131071, 3}, {4, 0, 9, 6, 2}, 12);
  append.expect_all_close();
}

// A token's position is its place in the sequence, not its place in this call.
TEST(RotaryAppend, OneCallEqualsManyCalls) {
  std::vector<std::uint32_t> positions, slots;
  for (std::uint32_t i = 0; i < 16; ++i) {
    positions.push_back(4000 + i);
    slots.push_back(i);
  }
  Append together(shape_of(RotaryLayout::halves), positions, slots, 16);
  together.run();
  Append apart(shape_of(RotaryLayout::halves), positions, slots, 16);
  const std::size_t row = 2 * 128;
  for (std::size_t i = 0; i < 16; ++i) {
    const RotaryTokens token{1,
                             &apart.positions[i],
                             &apart.slots[i],
                             apart.query.data() + 2 * i * row,
                             apart.key.data() + i * row,
                             apart.value.data() + i * row};
    Rotary(apart.shape)
        .append(token, {apart.query_out.data() + 2 * i * row, apart.key_cache.data(),
                        apart.value_cache.data()});
  }
  EXPECT_EQ(together.key_cache, apart.key_cache);
  EXPECT_EQ(together.query_out, apart.query_out);
  together.expect_all_close();
}

// Rotation by p and by q leaves inner products that depend on p - q alone.
TEST(RotaryAppend, InnerProductsDependOnTheDistance) {
  const RotaryShape shape{1, 1, 64, 64, 10000, RotaryLayout::halves};
  const std::vector<float> x = cupel::Fixture("rotary relative").normals<float>(128);
  const auto product = [&](std::uint32_t p, std::uint32_t q) {
    const std::uint32_t slot = 0;
    std::vector<float> query(64), key(64), value(64);
    const RotaryTokens one{1, &p, &slot, x.data(), x.data() + 64, x.data()};
    const RotaryTokens other{1, &q, &slot, x.data(), x.data() + 64, x.data()};
    std::vector<float> spare(64);
    Rotary(shape).append(one, {query.data(), spare.data(), value.data()});
    Rotary(shape).append(other, {spare.data(), key.data(), value.data()});
    double sum = 0;
    for (std::size_t i = 0; i < 64; ++i) sum += static_cast<double>(query[i]) * key[i];
    return sum;
  };
  std::vector<double> near{product(105, 100), product(5, 0)};
  std::vector<double> far{product(1000005, 1000000), product(131071, 131066)};
  double sums = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    const double query = std::hypot(x[i], x[32 + i]);
    const double key = std::hypot(x[64 + i], x[96 + i]);
    sums += key * (std::fabs(x[i]) + std::fabs(x[32 + i])) +
            query * (std::fabs(x[64 + i]) + std::fabs(x[96 + i]));
    squares += query * query * key * key;
  }
  cupel::Rotary inputs;
  inputs.angle_error = rotary_angle_roundoff;
  inputs.sincos_roundoffs = rotary_sincos_roundoffs;
  cupel::Tolerance tolerance = cupel::rotary(inputs);
  // The errors of a rotated pair act on the other pair of the product; both products have them.
  tolerance.ceiling.absolute = 2 * std::sqrt(2) * tolerance.ceiling.magnitude * sums;
  tolerance.alarm.absolute = 2 * tolerance.alarm.quadratic * std::sqrt(squares);
  tolerance.ceiling.magnitude = tolerance.alarm.quadratic = 0;
  EXPECT_CLOSE(far, near, tolerance);
}

TEST(RotaryAppend, PositionZeroIsTheIdentity) {
  Append append(shape_of(RotaryLayout::interleaved), {0}, {0}, 1);
  append.run();
  EXPECT_EQ(append.query_out, append.query);
  EXPECT_EQ(append.key_cache, append.key);
}

// What the comparison notices: each defect is red, its honest twin green.
class RotaryNotices : public testing::TestWithParam<Defect> {};

TEST_P(RotaryNotices, ASeededDefect) {
  Append honest(shape_of(RotaryLayout::halves), {131071}, {0}, 1);
  EXPECT_FALSE(honest.noticed());
  const SeededDefect defect(GetParam());
  Append broken(shape_of(RotaryLayout::halves), {131071}, {0}, 1);
  EXPECT_TRUE(broken.noticed());
}
INSTANTIATE_TEST_SUITE_P(Defects, RotaryNotices,
                         testing::Values(Defect::angle_in_float, Defect::position_off_by_one,
                                         Defect::sine_negated),
                         [](const auto& info) { return std::string(word(info.param)); });

// The bound of an fp32 angle holds for an fp32 angle, and is what makes such a tolerance wide.
TEST(RotaryNotices, AnglesInFloatStayWithinTheirOwnBound) {
  const SeededDefect defect(Defect::angle_in_float);
  Append append(shape_of(RotaryLayout::halves), {131071}, {0}, 1);
  append.run();
  cupel::Rotary inputs;
  inputs.angle_error =
      cupel::rotary_angle_error(131071, std::pow(10000.0, -1 / 64.0), 1, cupel::pact::fp32);
  inputs.elements = append.key_cache.size();
  EXPECT_CLOSE(append.key_cache, append.key_truth().reference(), cupel::rotary(inputs));
}

}  // namespace
}  // namespace reference
