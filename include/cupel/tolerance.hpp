// SPDX-License-Identifier: Apache-2.0
// A tolerance is a formula with named inputs, and says in words how it came about. It always has
// two levels: the ceiling, which no correct computation exceeds, so that a breach is proof of an
// error; and the alarm, which a correct computation in the declared formats exceeds with a stated
// small probability, so that a breach is a defect or another precision than declared. The ceiling
// alone is blind: for fp32 sums it no longer sees tf32 inputs from about 1000 terms on.
//
// Notation: u unit roundoff, gamma_n = n u/(1 - n u), S = sum |a||b|, Q = sqrt(sum a^2 b^2).
// Sources: [H02] Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002;
// [HM19] Higham & Mary, SIAM J. Sci. Comput. 41 (2019); [BHH21] Blanchard, Higham & Higham, IMA J.
// Numer. Anal. 41 (2021); [BHLMP20] Blanchard et al., SIAM J. Sci. Comput. 42 (2020).
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>

#include <cupel/pact/bounds.hpp>

namespace cupel {

/// What the error of one element is proportional to.
struct Scale {
  double value = 0;      ///< |c|
  double magnitude = 0;  ///< S
  double quadratic = 0;  ///< Q
};

/// One level: the allowed error of an element.
struct Bound {
  double value = 0;  ///< coefficients of the three scales …
  double magnitude = 0;
  double quadratic = 0;
  double absolute = 0;  ///< … and a constant, in the units of the result
  std::string derivation;

  [[nodiscard]] double at(const Scale& scale) const {
    return term(value, scale.value) + term(magnitude, scale.magnitude) +
           term(quadratic, scale.quadratic) + absolute;
  }

 private:
  // A vacuous (infinite) coefficient of a sum without terms still allows nothing.
  static double term(double coefficient, double scale) {
    return coefficient == 0 || scale == 0 ? 0 : coefficient * scale;
  }
};

/// A limit on the relative Frobenius error of the whole result; limit 0: none is derived.
struct NormBound {
  double limit = 0;
  std::string derivation;
};

struct Tolerance {
  Bound ceiling;
  Bound alarm;
  NormBound normwise;

  /// Both levels in words, as they go into the record.
  [[nodiscard]] std::string basis() const {
    return "alarm: " + alarm.derivation + "; ceiling: " + ceiling.derivation;
  }
};

namespace detail {

/// Three significant digits whatever the locale: "1.90e-03".
inline std::string digits(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 3).ptr;
  return {buffer, end};
}
inline std::string count(std::size_t value) {
  return std::to_string(value);
}

/// "fp32 sums u=2^-24".
inline std::string named(const pact::Format& format, const char* role) {
  return std::string(format.name) + " " + role + " u=2^-" + std::to_string(format.significand_bits);
}

}  // namespace detail

/// Whether the data cancel: mean_zero for independent entries of mean zero, any otherwise.
enum class Data { mean_zero, any };

/// A sum of `length` products, as many times as there are elements.
struct Reduction {
  std::size_t length = 0;
  std::size_t elements = 1;  ///< outputs over which the risk is spread
  /// Format that the operation itself rounds its inputs to; fp64 stands for "it does not". Inputs
  /// that both sides got already rounded are not rounded by the operation.
  pact::Format input = pact::fp64;
  pact::Format accumulator = pact::fp32;
  pact::Format output = pact::fp32;
  std::size_t extra_roundings = 0;  ///< on each element, besides the products and the additions
  Data data = Data::mean_zero;
  double risk = 1e-6;  ///< that a correct computation breaches the alarm anywhere
};

namespace detail {

inline double output_roundoff(const Reduction& r) {
  return r.output.significand_bits < r.accumulator.significand_bits ? r.output.unit_roundoff() : 0;
}
inline double input_roundoff(const Reduction& r) {
  return r.input.significand_bits < r.accumulator.significand_bits ? r.input.unit_roundoff() : 0;
}

inline std::string describe(const Reduction& r) {
  std::string text;
  if (input_roundoff(r) > 0) text += named(r.input, "inputs") + ", ";
  text += named(r.accumulator, "sums");
  if (output_roundoff(r) > 0) text += ", " + named(r.output, "output");
  return text + ", n=" + count(r.length);
}

inline std::string confidence(std::size_t elements, double risk) {
  return count(elements) + " elements, risk " + digits(risk);
}

/// |fl(c) - c| <= ((1+u_in)^2 (1+gamma_{n+d}) - 1) S (1+u_out) + u_out |c| + n w, for every order
/// of summation [H02, section 3.1; BHLMP20, theorem 3.2 for rounded inputs]. w: underflow of each
/// product.
inline Bound dot_ceiling(const Reduction& r) {
  const double u_in = input_roundoff(r);
  const double u_out = output_roundoff(r);
  const double n = static_cast<double>(r.length + r.extra_roundings);
  const double sums = pact::gamma(n, r.accumulator.unit_roundoff());
  Bound bound;
  bound.magnitude = (2 * u_in + u_in * u_in + (1 + u_in) * (1 + u_in) * sums) * (1 + u_out);
  bound.value = u_out;
  bound.absolute = n * r.accumulator.min_subnormal();
  bound.derivation = describe(r) + ", every order: " + digits(bound.magnitude) + " of sum|a||b|";
  if (u_out > 0) bound.derivation += " + " + digits(u_out) + " of |c|";
  return bound;
}

/// Rounded inputs: normal with standard deviation product_rms u_in Q. Sums of mean-zero data: a
/// random walk, walk_quantile rounding_rms u sqrt(n) Q; of any data: lambda sqrt(n) u S [HM19].
inline Bound dot_alarm(const Reduction& r) {
  const double u = r.accumulator.unit_roundoff();
  const double elements = static_cast<double>(r.elements);
  const double root = std::sqrt(static_cast<double>(r.length + r.extra_roundings));
  Bound bound;
  bound.quadratic = pact::normal_quantile(r.risk, elements) * pact::product_rms * input_roundoff(r);
  if (r.data == Data::mean_zero) {
    bound.quadratic += pact::walk_quantile(r.risk, elements) * pact::rounding_rms * u * root;
  } else {
    bound.magnitude = pact::lambda(r.risk, elements) * u * root;
  }
  bound.value = output_roundoff(r);
  bound.absolute = root * r.accumulator.min_subnormal();
  bound.derivation = describe(r) + ", " + confidence(r.elements, r.risk) + ": ";
  if (bound.magnitude > 0) bound.derivation += digits(bound.magnitude) + " of sum|a||b| + ";
  bound.derivation += digits(bound.quadratic) + " of sqrt(sum a^2 b^2)";
  if (bound.value > 0) bound.derivation += " + " + digits(bound.value) + " of |c|";
  return bound;
}

}  // namespace detail

/// Dot products. The reference should bring S and Q of each element.
inline Tolerance dot(const Reduction& reduction) {
  Tolerance tolerance;
  tolerance.ceiling = detail::dot_ceiling(reduction);
  tolerance.alarm = detail::dot_alarm(reduction);
  return tolerance;
}

/// Products of matrices: as dot, and over mean-zero data the relative Frobenius error is at most
/// its expectation by the model of rounded inputs and one chain of additions, times 1.1 and an
/// allowance of 6/sqrt(elements) for small results. The part of the inputs does not grow with n.
inline Tolerance gemm(const Reduction& reduction) {
  Tolerance tolerance = dot(reduction);
  if (reduction.data != Data::mean_zero || reduction.elements == 0) return tolerance;
  const double expected = pact::expected_relative_frobenius(
      detail::input_roundoff(reduction), reduction.accumulator.unit_roundoff(),
      static_cast<double>(reduction.length), 1, detail::output_roundoff(reduction));
  const double sampling = 6 / std::sqrt(static_cast<double>(reduction.elements));
  tolerance.normwise.limit = (1.1 + sampling) * expected;
  tolerance.normwise.derivation =
      detail::describe(reduction) + ", expected " + detail::digits(expected) +
      " in the Frobenius norm: " + detail::digits(tolerance.normwise.limit);
  return tolerance;
}

/// Softmax-weighted sums o = sum_j p_j v_j with p = softmax(q.k_j scale), by any order of keys and
/// any split into chunks that are merged with running maxima.
struct Attention {
  std::size_t head_dim = 0;  ///< terms of a logit
  std::size_t keys = 0;      ///< terms of the weighted sum, the most of any row
  std::size_t rescales = 0;  ///< times that the running maximum can rise, the most of any row
  std::size_t elements = 1;
  double logit_magnitude = 0;       ///< largest scale * sum |q||k|
  double logit_quadratic = 0;       ///< largest scale * sqrt(sum q^2 k^2)
  double logit_spread = 0;          ///< largest difference of two logits of a row
  double exp_roundoffs = 4;         ///< error of exp, in u: 4 for two ulp
  pact::Format input = pact::fp64;  ///< that both products round their inputs to; fp64: they do not
  pact::Format accumulator = pact::fp32;
  double risk = 1e-6;
};

namespace detail {

inline Reduction logits(const Attention& a) {
  Reduction r;
  r.length = a.head_dim;
  r.elements = a.elements;
  r.input = a.input;
  r.accumulator = r.output = a.accumulator;
  r.extra_roundings = 2;  // the scale, and its own rounding
  r.risk = a.risk;
  return r;
}

/// Each weight exp(x_j - m) carries the error of its logit, of the subtraction and of exp; a shift
/// by a wrong m cancels [BHH21, section 4]. A rescale adds another subtraction, exp and product to
/// the weights before it; the subtractions add up to the spread. With eta the sum of these,
/// |do| <= ((1+eta)/(1-eta) (1+gamma)/(1-gamma) - 1) sum p|v|, gamma over keys and rescales.
inline Bound attention_ceiling(const Attention& a) {
  const double u = a.accumulator.unit_roundoff();
  const Reduction logit = logits(a);
  const double rescales = static_cast<double>(a.rescales);
  const double exponent = dot_ceiling(logit).magnitude * a.logit_magnitude + 2 * u * a.logit_spread;
  const double u_in = input_roundoff(logit);
  const double eta =
      std::expm1(exponent) + (rescales + 1) * (a.exp_roundoffs + 1) * u + 2 * u_in + u_in * u_in;
  const double sums = pact::gamma(static_cast<double>(a.keys + 2), u);
  Bound bound;
  bound.magnitude = eta < 1 && sums < 1 ? (1 + eta) / (1 - eta) * (1 + sums) / (1 - sums) - 1
                                        : std::numeric_limits<double>::infinity();
  bound.absolute = static_cast<double>(a.keys) * a.accumulator.min_normal();
  bound.derivation = describe(logit) + " for logits up to " + digits(a.logit_magnitude) + ", " +
                     count(a.keys) + " keys, " + count(a.rescales) +
                     " rescales, every order: " + digits(bound.magnitude) + " of sum p|v|";
  return bound;
}

/// Independent errors d_j of the logits move o by sum p_j (v_j - o) d_j, so Q here is
/// sqrt(sum p^2 max(v^2, (v-o)^2)). Rescales act on many weights at once and count with S.
inline Bound attention_alarm(const Attention& a) {
  const double u = a.accumulator.unit_roundoff();
  const double u_in = input_roundoff(logits(a));
  const double elements = static_cast<double>(a.elements);
  const double dim = static_cast<double>(a.head_dim + 2);
  const double keys = static_cast<double>(a.keys + 2);
  const double logit = a.logit_quadratic;
  // Uniform within their bounds, hence a third of the squares.
  const double weight =
      u * u / 3 * (a.logit_spread * a.logit_spread + a.exp_roundoffs * a.exp_roundoffs + 1);
  const double rounded = pact::product_rms * pact::product_rms * u_in * u_in * (logit * logit + 1);
  Bound bound;
  bound.quadratic = pact::normal_quantile(a.risk, elements) * std::sqrt(weight + rounded) +
                    pact::walk_quantile(a.risk, elements) * pact::rounding_rms * u *
                        std::sqrt(logit * logit * dim + keys);
  const double lambda = pact::lambda(a.risk, elements);
  bound.value = lambda * std::sqrt(keys) * u;
  bound.magnitude = 2 * std::sqrt(static_cast<double>(a.rescales)) * (a.exp_roundoffs + 1) * u;
  bound.absolute = keys * a.accumulator.min_normal();
  bound.derivation = describe(logits(a)) + " for logits of rms " + digits(a.logit_quadratic) +
                     ", " + count(a.keys) + " keys, " + count(a.rescales) + " rescales, " +
                     confidence(a.elements, a.risk) + ": " + digits(bound.quadratic) +
                     " of sqrt(sum p^2 v^2) + " + digits(bound.magnitude) + " of sum p|v| + " +
                     digits(bound.value) + " of |o|";
  return bound;
}

}  // namespace detail

/// Attention of one query each. Reference: magnitude = sum p|v|, quadratic as above.
inline Tolerance attention(const Attention& inputs) {
  Tolerance tolerance;
  tolerance.ceiling = detail::attention_ceiling(inputs);
  tolerance.alarm = detail::attention_alarm(inputs);
  return tolerance;
}

/// Gated linear attention o_t = sum_{s<=t} exp(g_{s+1} + … + g_t) (q_t.k_s) v_s with g <= 0, step
/// by step or in chunks.
struct GatedRecurrence {
  std::size_t key_dim = 0;
  std::size_t steps = 0;  ///< the longest sum over s
  std::size_t chunk = 1;  ///< steps a chunk; 1 is the recurrence itself
  std::size_t elements = 1;
  double decay_magnitude = 0;  ///< largest sum |g| over a chunk
  double exp_roundoffs = 4;    ///< in u
  /// Whether the sums of g are themselves made in the accumulator's format, not in a wider one.
  bool logs_accumulated = true;
  pact::Format input = pact::fp64;  ///< that the products round their inputs to; fp64: they do not
  pact::Format accumulator = pact::fp32;
  Data data = Data::mean_zero;
  double risk = 1e-6;
};

namespace detail {

inline double chunks_of(const GatedRecurrence& g) {
  return std::ceil(static_cast<double>(g.steps) / static_cast<double>(g.chunk == 0 ? 1 : g.chunk));
}

/// Relative error of a decay weight: the exponent, of at most `magnitude`, is rounded once, and is
/// a sum of up to `chunk` logs where those are accumulated; each crossing of a chunk multiplies by
/// one more such exp.
inline double decay_error(const GatedRecurrence& g, double magnitude, double crossings) {
  const double u = g.accumulator.unit_roundoff();
  const double logs =
      u + (g.logs_accumulated ? 2 * pact::gamma(static_cast<double>(g.chunk), u) : 0);
  return (crossings + 1) * (std::expm1(logs * magnitude) + (g.exp_roundoffs + 1) * u);
}

inline Reduction recurrence_sums(const GatedRecurrence& g) {
  Reduction r;
  r.length = g.key_dim + g.steps;
  r.elements = g.elements;
  r.input = g.input;
  r.accumulator = r.output = g.accumulator;
  r.data = g.data;
  r.risk = g.risk;
  return r;
}

}  // namespace detail

/// Every term passes at most key_dim + steps additions and a decay weight; where inputs are
/// rounded, two products see them one after the other, hence twice the input part. S is
/// sum w|q||k||v|, Q is sqrt(sum w^2 q^2 k^2 v^2) over steps and key entries.
/// Sources: [H02, section 3.1] for the sums, [HM19] for their statistical form.
inline Tolerance gated_recurrence(const GatedRecurrence& inputs) {
  const Reduction sums = detail::recurrence_sums(inputs);
  const double u_in = detail::input_roundoff(sums);
  const double chunks = detail::chunks_of(inputs);
  const double guaranteed = detail::decay_error(inputs, inputs.decay_magnitude, chunks);
  // A term whose exponent is beyond 20 weighs less than u/28 of one that has not decayed.
  const double likely =
      detail::decay_error(inputs, std::min(inputs.decay_magnitude, 20.0), std::sqrt(chunks));
  const std::string decay = ", " + detail::count(inputs.steps) + " steps in chunks of " +
                            detail::count(inputs.chunk) + ", decay weights to ";
  Tolerance tolerance;
  tolerance.ceiling = detail::dot_ceiling(sums);
  tolerance.ceiling.magnitude =
      (1 + tolerance.ceiling.magnitude) * (1 + guaranteed) * (1 + u_in) * (1 + u_in) - 1;
  tolerance.ceiling.derivation = detail::describe(sums) + decay + detail::digits(guaranteed) +
                                 ", every order: " + detail::digits(tolerance.ceiling.magnitude) +
                                 " of sum w|q||k||v|";
  tolerance.alarm = detail::dot_alarm(sums);
  tolerance.alarm.quadratic +=
      pact::normal_quantile(inputs.risk, static_cast<double>(inputs.elements)) *
      (likely + pact::product_rms * u_in);
  tolerance.alarm.derivation = detail::describe(sums) + decay + detail::digits(likely) + ", " +
                               detail::confidence(inputs.elements, inputs.risk) + ": " +
                               detail::digits(tolerance.alarm.quadratic) +
                               " of sqrt(sum w^2 q^2 k^2 v^2)";
  return tolerance;
}

/// Error of a rotary angle theta = position * frequency computed in `format`, in radians: the
/// frequency's own `frequency_roundings` (1 correctly rounded, 2 to 4 by powf or exp2f) grow with
/// the position, and theta is rounded once.
inline double rotary_angle_error(double position, double frequency, double frequency_roundings,
                                 const pact::Format& format) {
  const double theta = std::fabs(position * frequency);
  if (theta == 0) return 0;
  const bool exact = frequency == 1;  // the first pair: nothing is rounded
  return exact ? 0
               : theta * frequency_roundings * format.unit_roundoff() +
                     0.5 * pact::ulp(theta, format);
}

/// A rotation of pairs (x1, x2) by an angle that is known to `angle_error` radians.
struct Rotary {
  double angle_error = 0;
  double sincos_roundoffs = 4;  ///< absolute error of sine and cosine, in u: 4 for two ulp
  std::size_t elements = 1;
  pact::Format format = pact::fp32;
  double risk = 1e-6;
};

/// |d out| <= (angle_error + c u)(|x1| + |x2|) and two roundings [H02, section 3.1]; statistically,
/// errors that are uniform within their bounds, over the two products and the sum. S = |x1| + |x2|,
/// Q = sqrt(x1^2 + x2^2).
inline Tolerance rotary(const Rotary& inputs) {
  const double u = inputs.format.unit_roundoff();
  const double sincos = inputs.angle_error + inputs.sincos_roundoffs * u;
  const std::string what = detail::named(inputs.format, "rotation") + ", angle to " +
                           detail::digits(inputs.angle_error) + " rad, sine and cosine to " +
                           detail::digits(inputs.sincos_roundoffs) + " u";
  Tolerance tolerance;
  const double products = pact::gamma(2, u);
  tolerance.ceiling.magnitude = sincos * (1 + products) + products;
  tolerance.ceiling.absolute = 2 * inputs.format.min_subnormal();
  tolerance.ceiling.derivation =
      what + ": " + detail::digits(tolerance.ceiling.magnitude) + " of |x1|+|x2|";
  const double rounded = 2 * pact::rounding_rms * pact::rounding_rms * u * u;
  tolerance.alarm.quadratic =
      pact::normal_quantile(inputs.risk, static_cast<double>(inputs.elements)) *
      std::sqrt((inputs.angle_error * inputs.angle_error +
                 inputs.sincos_roundoffs * inputs.sincos_roundoffs * u * u) /
                    3 +
                rounded);
  tolerance.alarm.absolute = 2 * inputs.format.min_subnormal();
  tolerance.alarm.derivation = what + ", " + detail::confidence(inputs.elements, inputs.risk) +
                               ": " + detail::digits(tolerance.alarm.quadratic) +
                               " of sqrt(x1^2+x2^2)";
  return tolerance;
}

/// Values that must agree exactly: copies, integers, sums that are exact in every order.
inline Tolerance exact(std::string why) {
  Tolerance tolerance;
  tolerance.ceiling.derivation = why;
  tolerance.alarm.derivation = std::move(why);
  return tolerance;
}

/// Two implementations of which neither is exact: ceilings and alarms add up.
inline Tolerance between(const Tolerance& a, const Tolerance& b) {
  const auto add = [](const Bound& x, const Bound& y) {
    Bound sum;
    sum.value = x.value + y.value;
    sum.magnitude = x.magnitude + y.magnitude;
    sum.quadratic = x.quadratic + y.quadratic;
    sum.absolute = x.absolute + y.absolute;
    sum.derivation = x.derivation == y.derivation
                         ? "twice: " + x.derivation
                         : "(" + x.derivation + ") + (" + y.derivation + ")";
    return sum;
  };
  Tolerance tolerance;
  tolerance.ceiling = add(a.ceiling, b.ceiling);
  tolerance.alarm = add(a.alarm, b.alarm);
  return tolerance;
}

}  // namespace cupel
