// SPDX-License-Identifier: Apache-2.0
// Compares a result with a reference in float64 and says by how much they differ, in every measure
// that a tolerance may be about. It judges by a Tolerance (tolerance.hpp), never by a bare number.
//
// An element is used up to |error| / allowed, where allowed comes from its own magnitudes; the
// largest used fraction decides. The largest relative error decides nothing: over many elements it
// has no mean (it is half-Cauchy), and is reported only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#include <cupel/pact/bounds.hpp>
#include <cupel/tolerance.hpp>

namespace cupel {

/// Extents of an array, outermost first, at most eight of them.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<std::size_t> extents) {
    for (const std::size_t extent : extents) {
      if (rank_ < extents_.size()) extents_[rank_++] = extent;
    }
  }
  [[nodiscard]] std::size_t elements() const {
    std::size_t count = 1;
    for (std::size_t i = 0; i < rank_; ++i) count *= extents_[i];
    return count;
  }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t operator[](std::size_t axis) const { return extents_[axis]; }
  friend bool operator==(const Shape& a, const Shape& b) {
    return a.rank_ == b.rank_ && a.extents_ == b.extents_;
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  std::array<std::size_t, 8> extents_{};
  std::size_t rank_ = 0;
};

/// Contiguous host memory with a shape; row-major where there is more than one axis.
template <typename T>
class View {
 public:
  View() = default;
  View(const T* data, std::size_t size) : data_(data), shape_{size} {}
  View(const T* data, const Shape& shape) : data_(data), shape_(shape) {}
  View(const std::vector<T>& values) : View(values.data(), values.size()) {}  // NOLINT: a vector is
  View(const std::vector<T>& values, const Shape& shape) : View(values.data(), shape) {}  // a view

  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return data_ == nullptr ? 0 : shape_.elements(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  const T* data_ = nullptr;
  Shape shape_{0};
};
template <typename T>
View(const std::vector<T>&) -> View<T>;
template <typename T>
View(const std::vector<T>&, const Shape&) -> View<T>;

/// The truth in float64, and for each element what its error is proportional to. For a sum of
/// products a b: magnitude is sum |a||b|, quadratic is sqrt(sum a^2 b^2). Where one is empty the
/// next coarser stands in for it: magnitude for quadratic, |value| for magnitude. Where one is
/// given it must have as many elements as `value`.
struct Reference {
  View<double> value;
  View<double> magnitude{};
  View<double> quadratic{};

  Reference(View<double> truth, View<double> sums = {}, View<double> squares = {})  // NOLINT
      : value(truth), magnitude(sums), quadratic(squares) {}
  Reference(const std::vector<double>& truth) : value(truth) {}  // NOLINT

  [[nodiscard]] Scale scale(std::size_t i) const {
    const double size = std::fabs(value[i]);
    const double sum = magnitude.empty() ? size : magnitude[i];
    return Scale{size, sum, quadratic.empty() ? sum : quadratic[i]};
  }
  [[nodiscard]] bool consistent() const {
    return (magnitude.empty() || magnitude.size() == value.size()) &&
           (quadratic.empty() || quadratic.size() == value.size());
  }
};

struct CompareOptions {
  bool nan_equals_nan = false;           ///< two NaNs at one index then count as equal
  const pact::Format* format = nullptr;  ///< of the result, for ulp; default from its type
};

struct Mismatch {
  std::size_t index = 0;
  double result = 0;
  double reference = 0;
  double error = 0;    ///< |result - reference|; NaN where one of the two is no number
  double allowed = 0;  ///< by the stricter of the two levels; for short sums that is the ceiling
  double ceiling = 0;  ///< by the guaranteed level
};

/// What a comparison saw. Norms and maxima are over the elements that are finite on both sides; all
/// others are counted, and any mismatch among them is beyond every tolerance.
struct Comparison {
  bool shape_equal = false;
  std::size_t elements = 0;  ///< compared, finite or not

  double max_abs = 0;             ///< largest |e|
  double max_rel = 0;             ///< largest |e| / |reference|, over nonzero references
  double max_ulp = 0;             ///< largest |e| in ulps of the result's format at the reference
  double max_reference = 0;       ///< largest |reference|
  double relative_frobenius = 0;  ///< |e|_2 / |reference|_2
  double normalised_max = 0;      ///< max |e| / max |reference|
  double cosine = 1;              ///< of the angle between result and reference
  double slope_minus_one = 0;     ///< regression of result on reference: systematic shrinkage
  /// rms(e) / rms(reference): the same number as the relative Frobenius error.
  [[nodiscard]] double normalised_rms() const { return relative_frobenius; }

  std::size_t beyond_alarm = 0;  ///< elements over the alarm level, mismatched non-finite included
  std::size_t beyond_ceiling = 0;        ///< and over the guaranteed one
  std::size_t nan_mismatches = 0;        ///< NaN on one side (or on both, unless asked)
  std::size_t inf_mismatches = 0;        ///< infinite on one side, or with opposite signs
  std::size_t sign_mismatches = 0;       ///< finite, over the alarm level, of opposite signs
  std::size_t magnitude_mismatches = 0;  ///< finite, over the alarm level, of one sign

  double used = 0;  ///< largest |e| / allowed by the alarm level
  double used_ceiling = 0;
  double used_normwise = 0;     ///< relative Frobenius error over its limit; 0 where there is none
  Mismatch most_used;           ///< the element of `used`
  std::vector<Mismatch> good;   ///< the first three within the alarm level
  std::vector<Mismatch> first;  ///< the first three beyond it
  std::vector<Mismatch> worst;  ///< the three most beyond it, worst first

  /// True where something was compared, shapes agree, and nothing is beyond the level.
  [[nodiscard]] bool within_alarm() const {
    return shape_equal && elements > 0 && beyond_alarm == 0 && used_normwise <= 1;
  }
  [[nodiscard]] bool within_ceiling() const {
    return shape_equal && elements > 0 && beyond_ceiling == 0;
  }
};

/// Any type with a conversion to double; for others hand in a function of your own.
struct ToDouble {
  template <typename T>
  double operator()(const T& value) const {
    return static_cast<double>(value);
  }
};

namespace detail {

/// Neumaier's sum: the error does not grow with the number of terms.
class CompensatedSum {
 public:
  void add(double term) {
    const double total = sum_ + term;
    rest_ += std::fabs(sum_) >= std::fabs(term) ? (sum_ - total) + term : (term - total) + sum_;
    sum_ = total;
  }
  [[nodiscard]] double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

inline double fraction(double part, double whole) {
  if (part == 0) return 0;
  return whole > 0 ? part / whole : std::numeric_limits<double>::infinity();
}

class Comparer {
 public:
  Comparer(const Tolerance& tolerance, const CompareOptions& options, const pact::Format& format)
      : tolerance_(tolerance), options_(options), format_(format) {}

  void take(std::size_t index, double result, double reference, const Scale& scale) {
    ++comparison.elements;
    const double ceiling = tolerance_.ceiling.at(scale);
    const double allowed = std::min(tolerance_.alarm.at(scale), ceiling);
    Mismatch element{index, result, reference, std::fabs(result - reference), allowed, ceiling};
    if (std::isfinite(result) && std::isfinite(reference)) {
      finite(element);
    } else {
      not_finite(element);
    }
  }

  Comparison finish() {
    const double reference_norm = std::sqrt(references_.value());
    const double result_norm = std::sqrt(results_.value());
    comparison.relative_frobenius = fraction(std::sqrt(errors_.value()), reference_norm);
    comparison.normalised_max = fraction(comparison.max_abs, comparison.max_reference);
    if (reference_norm > 0) {
      comparison.slope_minus_one = shrinkage_.value() / references_.value();
      comparison.cosine =
          result_norm > 0 ? (1 + comparison.slope_minus_one) * reference_norm / result_norm : 0;
    } else if (result_norm > 0) {
      comparison.cosine = 0;
    }
    if (tolerance_.normwise.limit > 0) {
      comparison.used_normwise = comparison.relative_frobenius / tolerance_.normwise.limit;
    }
    return comparison;
  }

  Comparison comparison;

 private:
  void finite(const Mismatch& element) {
    const double error = element.error;
    const double size = std::fabs(element.reference);
    comparison.max_abs = std::max(comparison.max_abs, error);
    comparison.max_reference = std::max(comparison.max_reference, size);
    if (size > 0) comparison.max_rel = std::max(comparison.max_rel, error / size);
    comparison.max_ulp =
        std::max(comparison.max_ulp, error / pact::ulp(element.reference, format_));
    errors_.add(error * error);
    references_.add(size * size);
    results_.add(element.result * element.result);
    shrinkage_.add((element.result - element.reference) * element.reference);
    const double used = fraction(error, element.allowed);
    if (used > comparison.used || comparison.elements == 1) {
      comparison.used = used;
      comparison.most_used = element;
    }
    comparison.used_ceiling = std::max(comparison.used_ceiling, fraction(error, element.ceiling));
    // Written so that a NaN among the allowances is beyond, not within.
    if (!(error <= element.ceiling)) ++comparison.beyond_ceiling;
    if (error <= element.allowed) {
      if (comparison.good.size() < 3) comparison.good.push_back(element);
      return;
    }
    const bool opposite = std::signbit(element.result) != std::signbit(element.reference) &&
                          element.result != 0 && element.reference != 0;
    ++(opposite ? comparison.sign_mismatches : comparison.magnitude_mismatches);
    beyond(element, used);
  }

  void not_finite(Mismatch element) {
    const bool nan_result = std::isnan(element.result);
    const bool nan_reference = std::isnan(element.reference);
    const bool equal = nan_result || nan_reference
                           ? nan_result && nan_reference && options_.nan_equals_nan
                           : element.result == element.reference;
    element.error = equal ? 0 : std::numeric_limits<double>::quiet_NaN();
    if (equal) {
      if (comparison.good.size() < 3) comparison.good.push_back(element);
      return;
    }
    ++(nan_result || nan_reference ? comparison.nan_mismatches : comparison.inf_mismatches);
    ++comparison.beyond_ceiling;
    comparison.most_used = element;
    comparison.used = comparison.used_ceiling = std::numeric_limits<double>::infinity();
    beyond(element, comparison.used);
  }

  void beyond(const Mismatch& element, double used) {
    ++comparison.beyond_alarm;
    if (comparison.first.size() < 3) comparison.first.push_back(element);
    std::size_t place = worst_used_.size();
    while (place > 0 && used > worst_used_[place - 1]) --place;
    if (place >= 3) return;
    const auto at = static_cast<std::ptrdiff_t>(place);
    worst_used_.insert(worst_used_.begin() + at, used);
    comparison.worst.insert(comparison.worst.begin() + at, element);
    if (worst_used_.size() > 3) {
      worst_used_.pop_back();
      comparison.worst.pop_back();
    }
  }

  const Tolerance& tolerance_;
  const CompareOptions& options_;
  const pact::Format& format_;
  CompensatedSum errors_, references_, results_, shrinkage_;
  std::vector<double> worst_used_;
};

template <typename T>
const pact::Format& format_of() {
  return std::is_same<T, double>::value ? pact::fp64 : pact::fp32;
}

}  // namespace detail

/// Compares element by element. Unequal shapes, reference magnitudes of another length and zero
/// elements compare nothing and are within no tolerance. Sums are compensated, in double.
template <typename T, typename Convert = ToDouble>
Comparison compare(const View<T>& result, const Reference& reference, const Tolerance& tolerance,
                   const CompareOptions& options = {}, const Convert& to_double = {}) {
  const pact::Format& format = options.format != nullptr ? *options.format : detail::format_of<T>();
  detail::Comparer comparer(tolerance, options, format);
  comparer.comparison.shape_equal =
      result.shape() == reference.value.shape() && reference.consistent();
  if (!comparer.comparison.shape_equal) return comparer.comparison;
  for (std::size_t i = 0; i < result.size(); ++i) {
    comparer.take(i, to_double(result[i]), reference.value[i], reference.scale(i));
  }
  return comparer.finish();
}

template <typename T, typename Convert = ToDouble>
Comparison compare(const std::vector<T>& result, const Reference& reference,
                   const Tolerance& tolerance, const CompareOptions& options = {},
                   const Convert& to_double = {}) {
  return compare(View<T>(result), reference, tolerance, options, to_double);
}

}  // namespace cupel
