// SPDX-License-Identifier: Apache-2.0
// Rounding-error theory of floating-point formats, as far as client and tool both need it: the
// formats, the two families of bounds (guaranteed and probabilistic), the statistical model of
// rounded inputs, and the readings of the precision canary. Each constant exists once, here.
//
// Notation: u is the unit roundoff for rounding to nearest; gamma_n = n u / (1 - n u).
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace cupel::pact {

/// 2^exponent, exact within the range of double.
constexpr double power_of_two(int exponent) {
  double value = 1;
  const double factor = exponent < 0 ? 0.5 : 2.0;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i) value *= factor;
  return value;
}

/// A binary floating-point format. Source: IEEE 754-2019; for tf32 and bf16 the vendors' format
/// descriptions; for e4m3 and e5m2 the OCP 8-bit floating point specification.
struct Format {
  const char* name;
  int significand_bits;  ///< p, the hidden bit included
  int min_exponent;      ///< the smallest normal number is 2^min_exponent
  double max;            ///< the largest finite number

  /// u = 2^-p. With truncation instead of rounding to nearest use twice this.
  [[nodiscard]] constexpr double unit_roundoff() const { return power_of_two(-significand_bits); }
  [[nodiscard]] constexpr double min_normal() const { return power_of_two(min_exponent); }
  [[nodiscard]] constexpr double min_subnormal() const {
    return power_of_two(min_exponent - significand_bits + 1);
  }
};

inline constexpr Format fp64{"fp64", 53, -1022, std::numeric_limits<double>::max()};
inline constexpr Format fp32{"fp32", 24, -126, std::numeric_limits<float>::max()};
/// An input format of matrix units; sums are kept in fp32.
inline constexpr Format tf32{"tf32", 11, -126, power_of_two(128) - power_of_two(117)};
inline constexpr Format fp16{"fp16", 11, -14, 65504.0};
inline constexpr Format bf16{"bf16", 8, -126, power_of_two(128) - power_of_two(120)};
inline constexpr Format e4m3{"e4m3", 4, -6, 448.0};
inline constexpr Format e5m2{"e5m2", 3, -14, 57344.0};

/// Distance from |x| to the next larger number of the format; the subnormal spacing near zero.
inline double ulp(double x, const Format& format) {
  const double magnitude = std::fabs(x);
  if (!(magnitude >= format.min_normal())) return format.min_subnormal();
  return std::ldexp(1.0, std::ilogb(magnitude) - format.significand_bits + 1);
}

/// gamma_n: n roundings in any order are worth at most this relative error of the magnitude sum
/// (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., lemma 3.1 and section 3.1).
/// Infinite where n u >= 1: there the theorem says nothing.
constexpr double gamma(double n, double u) {
  return n * u < 1 ? n * u / (1 - n * u) : std::numeric_limits<double>::infinity();
}

/// lambda of the probabilistic bound: with mean-zero independent roundings, |error| of a sum of n
/// terms is at most lambda sqrt(n) u times the magnitude sum in all of `elements` outputs, except
/// with probability `risk` (Higham & Mary, SIAM J. Sci. Comput. 41, 2019; Ipsen & Zhou,
/// arXiv:1906.10465). Not valid for biased rounding, as truncation inside matrix units.
inline double lambda(double risk, double elements) {
  return std::sqrt(2 * std::log(2 * elements / risk));
}

/// z: all of `elements` standard normal variables are within +-z, except with probability `risk`.
inline double normal_quantile(double risk, double elements) {
  double low = 0;
  double high = 40;  // the two-sided tail there is below 1e-300
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > risk / elements ? low : high) = middle;
  }
  return high;
}

/// The same for the accumulated rounding of one chain over mean-zero data, in units of
/// rounding_rms * u * sqrt(n) * sqrt(sum of squared terms). There the partial sums are themselves a
/// random walk W, the error given the walk is normal with variance the integral of W^2, hence its
/// characteristic function is 1/sqrt(cosh s) (Cameron & Martin 1945, Kac 1949) and its tail falls
/// like exp(-pi t / 2), far slower than a normal one.
inline double walk_quantile(double risk, double elements) {
  return 2 / 3.14159265358979323846 * std::log(2 * elements / risk);
}

/// Rms relative error of rounding to nearest a number with a log-uniform significand, in u:
/// sqrt(E[1/m^2]/3) with E[1/m^2] = 3/(8 ln 2).
inline constexpr double rounding_rms = 0.424660900144;
/// The same for the product of two rounded operands: sqrt(2) times the above.
inline constexpr double product_rms = 0.600561204394;
/// Truncated operands shrink a product by this many u on average: 2/(2 ln 2).
inline constexpr double truncation_shrink = 1.442695040889;
/// Accumulated rounding of one chain of n additions over mean-zero data, in u sqrt(n).
inline constexpr double chain_rms = 0.300280602197;

/// What a product of mean-zero independent matrices loses: the expected relative Frobenius error.
/// `input_u` is 0 where the operation does not round its inputs, `output_u` 0 where the output has
/// the accumulator's format. `chains`: independent partial sums that each output is split into.
/// The part of the inputs does not depend on the reduction length.
inline double expected_relative_frobenius(double input_u, double accumulator_u, double length,
                                          double chains, double output_u) {
  const double input = product_rms * input_u;
  const double additions = chain_rms * chain_rms * length / chains;
  const double products = rounding_rms * rounding_rms;  // each is rounded once before it is added
  const double sum = accumulator_u * std::sqrt(additions + products);
  const double output = rounding_rms * output_u;
  return std::sqrt(input * input + sum * sum + output * output);
}

/// What a precision canary says: A (256x512) times B (512x256), entries N(0,1), against float64.
/// `error` is the relative Frobenius error, `slope` the regression slope of result on reference
/// minus one, which tells truncated inputs from rounded ones.
struct CanaryReading {
  const char* measured;  ///< the public word: fp32, tf32, bf16, unknown
  const char* meaning;
  double error_from;  ///< error_from <= error < error_below
  double error_below;
  double slope_from;  ///< slope_from <= slope <= slope_to
  double slope_to;
};

/// The intervals are the model of this page (fp32 <= 2e-6; tf32 2.93e-4 rounded, 7.69e-4
/// truncated; bf16 2.35e-3, 2.87e-3 with bf16 output) with the spread seen in simulations.
inline constexpr CanaryReading canary_readings[] = {
    {"fp32", "fp32 inputs and sums", 0, 2e-6, -2e-6, 2e-6},
    {"tf32", "tf32 or fp16 inputs, rounded", 2.5e-4, 3.4e-4, -5e-5, 5e-5},
    {"unknown", "fp16 inputs and output", 3.4e-4, 4e-4, -5e-5, 5e-5},
    {"tf32", "tf32 or fp16 inputs, truncated", 6.5e-4, 9e-4, -9e-4, -5e-4},
    {"bf16", "bf16 inputs, rounded", 2.2e-3, 3.1e-3, -4e-4, 4e-4},
    {"bf16", "bf16 inputs, truncated", 5.5e-3, 7e-3, -7e-3, -4.2e-3},
};
inline constexpr CanaryReading canary_unknown{"unknown", "no known mode", 0, 0, 0, 0};
inline constexpr int canary_rows = 256;
inline constexpr int canary_columns = 256;
inline constexpr int canary_length = 512;

/// The reading that covers both numbers, or canary_unknown: what fits no row is not guessed at.
inline const CanaryReading& read_canary(double error, double slope) {
  for (const CanaryReading& row : canary_readings) {
    if (error >= row.error_from && error < row.error_below && slope >= row.slope_from &&
        slope <= row.slope_to) {
      return row;
    }
  }
  return canary_unknown;
}

}  // namespace cupel::pact
