// SPDX-License-Identifier: Apache-2.0
// What the C++ tests compare with: integers times a power of two, whose sums are exact in 128 bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace reference {

constexpr double u = 0x1p-53;

inline double gamma(std::size_t k) {
  const double ku = static_cast<double>(k) * u;
  return ku / (1 - ku);
}

/// n integers below 2^bits in size, of both signs, the same for the same n and seed.
inline std::vector<double> integers(std::size_t n, int bits, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> x(n);
  for (double& value : x) {
    const auto size = static_cast<double>(random() >> (64 - bits));
    value = (random() & 1) != 0 ? -size : size;
  }
  return x;
}

/// Sums are exact while they stay below 2^127.
__extension__ typedef __int128 Exact;

inline Exact exact_sum(const std::vector<double>& x) {
  Exact sum = 0;
  for (const double value : x) sum += static_cast<std::int64_t>(value);
  return sum;
}

inline Exact exact_dot(const std::vector<double>& x, const std::vector<double>& y) {
  Exact sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += Exact{static_cast<std::int64_t>(x[i])} * static_cast<std::int64_t>(y[i]);
  }
  return sum;
}

}  // namespace reference
