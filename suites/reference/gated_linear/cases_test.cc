// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <cupel/fixture.hpp>
#include <cupel/gtest.hpp>

#include "reference/gated_linear/gated_linear.h"
#include "reference/gated_linear/oracle.h"
#include "reference/support/defect.h"
#include "reference/support/precision.h"

namespace reference {
namespace {

/// How strongly the gates forget: -g is uniform between the two.
struct Decay {
  const char* name;
  double least;
  double most;
};
constexpr Decay near_one{"NearOne", 0, 0.002};
constexpr Decay middling{"Middling", 0, 0.5};
constexpr Decay near_zero{"NearZero", 2, 12};

struct Problem {
  GatedShape shape;
  std::vector<float> query, key, value, log_decay;
  Truth truth;

  Problem(const GatedShape& of, const Decay& decay)
      : shape(of),
        query(cupel::Fixture("gated q").normals<float>(of.steps * of.key_dim)),
        key(cupel::Fixture("gated k").normals<float>(of.steps * of.key_dim)),
        value(cupel::Fixture("gated v").normals<float>(of.steps * of.value_dim)),
        log_decay(cupel::Fixture("gated g").uniforms<float>(of.steps, -decay.most, -decay.least)) {
    for (float& k : key) k /= std::sqrt(static_cast<float>(of.key_dim));
    truth = gated_truth(of, inputs());
  }

  [[nodiscard]] GatedInputs inputs() const {
    return {query.data(), key.data(), value.data(), log_decay.data()};
  }
  [[nodiscard]] std::vector<float> chunked(std::size_t chunk, Precision precision) const {
    std::vector<float> state(shape.key_dim * shape.value_dim);
    std::vector<float> out(shape.steps * shape.value_dim, std::nanf(""));
    gated_chunked(shape, inputs(), chunk, state.data(), out.data(), precision);
    return out;
  }
  [[nodiscard]] std::vector<float> recurrent() const {
    std::vector<float> state(shape.key_dim * shape.value_dim);
    std::vector<float> out(shape.steps * shape.value_dim, std::nanf(""));
    gated_recurrence(shape, inputs(), state.data(), out.data());
    return out;
  }
  [[nodiscard]] cupel::Tolerance tolerance(std::size_t chunk, Precision precision) const {
    cupel::GatedRecurrence inputs;
    inputs.key_dim = shape.key_dim;
    inputs.steps = shape.steps;
    inputs.chunk = chunk;
    inputs.elements = truth.value.size();
    inputs.logs_accumulated = false;
    inputs.input = input_format(precision);
    for (std::size_t first = 0; first < shape.steps; first += chunk) {
      double sum = 0;
      for (std::size_t t = first; t < std::min(first + chunk, shape.steps); ++t)
        sum -= log_decay[t];
      inputs.decay_magnitude = std::max(inputs.decay_magnitude, sum);
    }
    return cupel::gated_recurrence(inputs);
  }
  [[nodiscard]] cupel::Comparison compared(std::size_t chunk, Precision ran,
                                           Precision declared) const {
    return cupel::compare(chunked(chunk, ran), truth.reference(), tolerance(chunk, declared));
  }
};

constexpr GatedShape usual{300, 32, 48};

class GatedChunks : public testing::TestWithParam<std::tuple<std::size_t, Decay>> {};

// The parity test proper: declared fp32, so it is red where tf32 is in force.
TEST_P(GatedChunks, MatchFloat64) {
  const auto& [chunk, decay] = GetParam();
  const Problem problem(usual, decay);
  const std::vector<float> out = problem.chunked(chunk, precision_in_force());
  EXPECT_CLOSE(out, problem.truth.reference(), problem.tolerance(chunk, Precision::fp32));
}

TEST_P(GatedChunks, RoundedInputsMatchTheirOwnBound) {
  const auto& [chunk, decay] = GetParam();
  const Problem problem(usual, decay);
  const std::vector<float> out = problem.chunked(chunk, Precision::tf32);
  EXPECT_CLOSE(out, problem.truth.reference(), problem.tolerance(chunk, Precision::tf32));
}

INSTANTIATE_TEST_SUITE_P(SizeAndDecay, GatedChunks,
                         testing::Combine(testing::Values(16U, 32U, 64U, 128U),
                                          testing::Values(near_one, middling, near_zero)),
                         [](const auto& info) {
                           return "Chunk" + std::to_string(std::get<0>(info.param)) +
                                  std::get<1>(info.param).name;
                         });

class GatedSteps : public testing::TestWithParam<Decay> {};

TEST_P(GatedSteps, RecurrenceMatchesFloat64) {
  const Problem problem(usual, GetParam());
  const std::vector<float> out = problem.recurrent();
  EXPECT_CLOSE(out, problem.truth.reference(), problem.tolerance(1, Precision::fp32));
}

// The chunked form against the recurrence, neither of which is exact.
TEST_P(GatedSteps, ChunksMatchTheRecurrence) {
  const Problem problem(usual, GetParam());
  const std::vector<float> steps = problem.recurrent();
  const std::vector<double> expected(steps.begin(), steps.end());
  const cupel::Reference reference(cupel::View<double>(expected),
                                   cupel::View<double>(problem.truth.magnitude),
                                   cupel::View<double>(problem.truth.quadratic));
  const std::size_t chunks[] = {1, 7, 64, 1000};
  const std::vector<std::string> names{"chunk=1", "chunk=7", "chunk=64", "chunk=1000"};
  cupel::subcases(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const cupel::Subcase subcase(names[i]);
    const std::vector<float> out = problem.chunked(chunks[i], precision_in_force());
    EXPECT_CLOSE(out, reference,
                 cupel::between(problem.tolerance(1, Precision::fp32),
                                problem.tolerance(chunks[i], Precision::fp32)))
        << names[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Decays, GatedSteps, testing::Values(near_one, middling, near_zero),
                         [](const auto& info) { return std::string(info.param.name); });

// Two calls that hand the state on equal one call, to the last bit where the cut is between chunks.
TEST(GatedState, IsCarriedFromCallToCall) {
  const Problem problem(usual, middling);
  std::vector<float> state(32 * 48);
  std::vector<float> out(300 * 48);
  GatedShape part = usual;
  part.steps = 128;
  gated_chunked(part, problem.inputs(), 64, state.data(), out.data(), Precision::fp32);
  part.steps = 300 - 128;
  const GatedInputs rest{problem.query.data() + 128 * 32, problem.key.data() + 128 * 32,
                         problem.value.data() + 128 * 48, problem.log_decay.data() + 128};
  gated_chunked(part, rest, 64, state.data(), out.data() + 128 * 48, Precision::fp32);
  EXPECT_EQ(out, problem.chunked(64, Precision::fp32));
  EXPECT_CLOSE(out, problem.truth.reference(), problem.tolerance(64, Precision::fp32));
}

TEST(GatedState, AGateOfZeroForgetsEverything) {
  Problem problem(usual, middling);
  problem.log_decay[150] = -INFINITY;
  for (const float x : problem.recurrent()) ASSERT_TRUE(std::isfinite(x));
  GatedShape tail = usual;
  tail.steps = 150;
  const GatedInputs from{problem.query.data() + 150 * 32, problem.key.data() + 150 * 32,
                         problem.value.data() + 150 * 48, problem.log_decay.data() + 150};
  std::vector<float> state(32 * 48, 3.0F);
  std::vector<float> out(150 * 48);
  gated_recurrence(tail, from, state.data(), out.data());
  const std::vector<float> whole = problem.recurrent();
  EXPECT_EQ(out, std::vector<float>(whole.begin() + 150 * 48, whole.end()));
}

// Later tokens have no influence on earlier outputs.
TEST(GatedState, IsCausal) {
  const Problem problem(usual, middling);
  Problem changed = problem;
  for (std::size_t i = 200 * 48; i < changed.value.size(); ++i) changed.value[i] = 1e6F;
  std::vector<float> before = problem.chunked(64, Precision::fp32);
  std::vector<float> after = changed.chunked(64, Precision::fp32);
  EXPECT_NE(before, after);
  before.resize(200 * 48);
  after.resize(200 * 48);
  EXPECT_EQ(before, after);
}

// What the comparison notices: each defect is red, its honest twin green.
class GatedNotices : public testing::TestWithParam<Defect> {};

TEST_P(GatedNotices, ASeededDefect) {
  const Problem problem(usual, middling);
  EXPECT_TRUE(problem.compared(64, Precision::fp32, Precision::fp32).within_alarm());
  const SeededDefect defect(GetParam());
  const cupel::Comparison seen = problem.compared(64, Precision::fp32, Precision::fp32);
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_FALSE(seen.within_ceiling());
}
INSTANTIATE_TEST_SUITE_P(Defects, GatedNotices,
                         testing::Values(Defect::mask_off_by_one, Defect::carry_without_decay),
                         [](const auto& info) { return std::string(word(info.param)); });

TEST(GatedNotices, Tf32WhereFp32WasDeclared) {
  const Problem problem(usual, near_one);
  EXPECT_TRUE(problem.compared(64, Precision::fp32, Precision::fp32).within_alarm());
  EXPECT_FALSE(problem.compared(64, Precision::tf32, Precision::fp32).within_alarm());
}

}  // namespace
}  // namespace reference
