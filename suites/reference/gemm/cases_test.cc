// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include <cupel/fixture.hpp>
#include <cupel/gtest.hpp>

#include "reference/gemm/gemm.h"
#include "reference/gemm/oracle.h"
#include "reference/support/defect.h"
#include "reference/support/precision.h"

namespace reference {

// GoogleTest finds it by this name.
// NOLINTNEXTLINE(readability-identifier-naming,misc-use-internal-linkage)
void PrintTo(const GemmShape& shape, std::ostream* out) {
  *out << shape.rows << "x" << shape.columns << "x" << shape.length;
}

namespace {

struct Problem {
  GemmShape shape;
  std::vector<float> a;
  std::vector<float> b;
  Truth truth;

  explicit Problem(const GemmShape& of)
      : shape(of),
        a(cupel::Fixture("gemm a").normals<float>(of.rows * of.length)),
        b(cupel::Fixture("gemm b").normals<float>(of.length * of.columns)),
        truth(gemm_truth(of, a, b)) {}
  Problem(const GemmShape& of, std::vector<float> left, std::vector<float> right)
      : shape(of), a(std::move(left)), b(std::move(right)), truth(gemm_truth(of, a, b)) {}

  [[nodiscard]] std::vector<float> product(Precision precision) const {
    std::vector<float> c(shape.rows * shape.columns, std::nanf(""));
    gemm(shape, a.data(), b.data(), c.data(), precision);
    return c;
  }
  [[nodiscard]] cupel::Reduction reduction(Precision precision) const {
    cupel::Reduction reduction;
    reduction.length = shape.length;
    reduction.elements = shape.rows * shape.columns;
    reduction.input = input_format(precision);
    return reduction;
  }
  [[nodiscard]] cupel::Comparison compared(Precision ran, Precision declared) const {
    return cupel::compare(product(ran), truth.reference(), cupel::gemm(reduction(declared)));
  }
};

class Gemm : public testing::TestWithParam<GemmShape> {};

// The parity test proper: declared fp32, so it is red where tf32 is in force.
TEST_P(Gemm, MatchesFloat64) {
  const Problem problem(GetParam());
  const std::vector<float> c = problem.product(precision_in_force());
  EXPECT_CLOSE(c, problem.truth.reference(), cupel::gemm(problem.reduction(Precision::fp32)));
}

TEST_P(Gemm, RoundedInputsMatchTheirOwnBound) {
  const Problem problem(GetParam());
  const std::vector<float> c = problem.product(Precision::tf32);
  EXPECT_CLOSE(c, problem.truth.reference(), cupel::gemm(problem.reduction(Precision::tf32)));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Gemm,
                         testing::Values(GemmShape{1, 1, 1}, GemmShape{1, 16, 7},
                                         GemmShape{6, 16, 256}, GemmShape{7, 17, 257},
                                         GemmShape{5, 3, 1000}, GemmShape{97, 513, 64},
                                         GemmShape{128, 128, 512}, GemmShape{33, 65, 4096}),
                         testing::PrintToStringParamName());

// Sums of small integers are exact in every order and in tf32 alike: a wrong index has nowhere to
// hide.
TEST(GemmExact, IntegersInEveryPrecision) {
  const GemmShape shape{61, 83, 300};
  const cupel::Fixture fixture("gemm integers");
  std::vector<float> a(shape.rows * shape.length);
  std::vector<float> b(shape.length * shape.columns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(fixture.below(i, 17)) - 8;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = static_cast<float>(fixture.below(a.size() + i, 17)) - 8;
  }
  const Problem problem(shape, a, b);
  const cupel::Tolerance tolerance =
      cupel::exact("integers below 2^5, partial sums below 2^15: every order is exact");
  const std::vector<float> c = problem.product(Precision::fp32);
  const std::vector<float> c_tf32 = problem.product(Precision::tf32);
  EXPECT_CLOSE(c, problem.truth.value, tolerance);
  EXPECT_CLOSE(c_tf32, problem.truth.value, tolerance);
}

TEST(GemmExact, IdentityCopies) {
  const GemmShape shape{40, 40, 40};
  std::vector<float> identity(1600);
  for (std::size_t i = 0; i < 40; ++i) identity[i * 41] = 1;
  const Problem problem(shape, cupel::Fixture("gemm copy").normals<float>(1600), identity);
  const std::vector<float> c = problem.product(Precision::fp32);
  EXPECT_CLOSE(c, problem.truth.value, cupel::exact("a product with the identity rounds nothing"));
}

TEST(GemmExact, PositiveDataNeedTheBoundForAnyData) {
  const GemmShape shape{64, 64, 2048};
  const Problem problem(shape, cupel::Fixture("gemm p").uniforms<float>(64 * 2048, 0, 1),
                        cupel::Fixture("gemm q").uniforms<float>(64 * 2048, 0, 1));
  cupel::Reduction reduction = problem.reduction(Precision::fp32);
  reduction.data = cupel::Data::any;
  const std::vector<float> c = problem.product(Precision::fp32);
  EXPECT_CLOSE(c, problem.truth.reference(), cupel::dot(reduction));
}

TEST(GemmExact, NonFiniteInputsReachTheOutput) {
  const GemmShape shape{7, 17, 30};
  Problem problem(shape);
  problem.a[3] = std::nanf("");
  problem.a[30 + 4] = INFINITY;
  const std::vector<float> c = problem.product(Precision::fp32);
  for (std::size_t j = 0; j < 17; ++j) {
    EXPECT_TRUE(std::isnan(c[j]));
    EXPECT_TRUE(std::isinf(c[17 + j]));
    EXPECT_TRUE(std::isfinite(c[34 + j]));
  }
}

Problem canary() {
  namespace pact = cupel::pact;
  return Problem({pact::canary_rows, pact::canary_columns, pact::canary_length});
}

void expect_reading(const cupel::Comparison& seen, const char* measured) {
  const cupel::pact::CanaryReading& reading =
      cupel::pact::read_canary(seen.relative_frobenius, seen.slope_minus_one);
  EXPECT_STREQ(reading.measured, measured)
      << "relative Frobenius error " << seen.relative_frobenius << ", slope - 1 "
      << seen.slope_minus_one << ": " << reading.meaning;
}

TEST(GemmCanary, PrecisionInForceIsFp32) {
  const Problem problem = canary();
  const cupel::Comparison seen = problem.compared(precision_in_force(), Precision::fp32);
  const cupel::NormBound limit = cupel::gemm(problem.reduction(Precision::fp32)).normwise;
  EXPECT_WITHIN("canary, relative Frobenius", seen.relative_frobenius, limit);
  expect_reading(seen, "fp32");
}

TEST(GemmCanary, TellsTf32FromFp32) {
  const Problem problem = canary();
  const cupel::Comparison fp32 = problem.compared(Precision::fp32, Precision::fp32);
  const cupel::Comparison tf32 = problem.compared(Precision::tf32, Precision::tf32);
  expect_reading(fp32, "fp32");
  expect_reading(tf32, "tf32");
  EXPECT_TRUE(fp32.within_alarm());
  EXPECT_TRUE(tf32.within_alarm());
}

TEST(GemmCanary, MatrixVectorProductsSeeItToo) {
  const Problem problem(GemmShape{1, 4096, 512});
  const cupel::Comparison seen = problem.compared(Precision::tf32, Precision::fp32);
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_TRUE(seen.elements > 0);
}

// What the comparison notices: each defect is red, its honest twin green.
TEST(GemmNotices, Tf32WhereFp32WasDeclared) {
  const Problem problem(GemmShape{128, 128, 512});
  EXPECT_FALSE(problem.compared(Precision::tf32, Precision::fp32).within_alarm());
  EXPECT_TRUE(problem.compared(Precision::fp32, Precision::fp32).within_alarm());
}

TEST(GemmNotices, ALastTermThatIsDropped) {
  const Problem problem(GemmShape{40, 40, 512});
  EXPECT_TRUE(problem.compared(Precision::fp32, Precision::fp32).within_alarm());
  const SeededDefect defect(Defect::last_term_dropped);
  const cupel::Comparison seen = problem.compared(Precision::fp32, Precision::fp32);
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_FALSE(seen.within_ceiling());
}

}  // namespace
}  // namespace reference
