// SPDX-License-Identifier: Apache-2.0
#include "accurate.h"

#include <cmath>

namespace {

/// A running sum and what rounding took from it.
struct Compensated {
  double sum = 0;
  double lost = 0;

  void add(double term) {
    const double next = sum + term;
    const double part = next - sum;
    lost += (sum - (next - part)) + (term - part);
    sum = next;
  }
  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    lost += std::fma(a, b, -product);
  }
  double value() const { return sum + lost; }
};

}  // namespace

double accurate_sum(const double* x, size_t n) {
  Compensated total;
  for (size_t i = 0; i < n; ++i) total.add(x[i]);
  return total.value();
}

double accurate_dot(const double* x, const double* y, size_t n) {
  Compensated total;
  for (size_t i = 0; i < n; ++i) total.add_product(x[i], y[i]);
  return total.value();
}

double accurate_norm(const double* x, size_t n) {
  double largest = 0;
  for (size_t i = 0; i < n; ++i) {
    const double size = std::fabs(x[i]);
    if (!(size <= largest)) largest = size;  // a NaN stays
  }
  if (largest == 0 || !std::isfinite(largest)) return largest;
  // A power of two changes no digit; what underflows then is below u^2 of the largest square.
  const int exponent = std::ilogb(largest);
  Compensated squares;
  for (size_t i = 0; i < n; ++i) {
    const double scaled = std::scalbn(x[i], -exponent);
    squares.add_product(scaled, scaled);
  }
  return std::scalbn(std::sqrt(squares.value()), exponent);
}
