// SPDX-License-Identifier: Apache-2.0
// What the kernels share to be vectorised: vectors of eight floats and the loops over them.
#pragma once

#include <cstddef>
#include <cstring>

#include "reference/support/clones_x86.h"

namespace reference {

constexpr std::size_t lanes = 8;
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));

REFERENCE_INLINE Lanes load(const float* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
REFERENCE_INLINE void store(float* to, const Lanes& value) {
  std::memcpy(to, &value, sizeof value);
}

/// sum a[i] b[i]: eight partial sums over whole vectors, then a tree, then the rest in order.
REFERENCE_INLINE float dot(const float* a, const float* b, std::size_t count) {
  Lanes sums = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) sums += load(a + i) * load(b + i);
  float total =
      ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
  for (; i < count; ++i) total += a[i] * b[i];
  return total;
}

/// y += x * factor
REFERENCE_INLINE void add_scaled(float* y, const float* x, float factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] += x[i] * factor;
}

/// y *= factor
REFERENCE_INLINE void scale(float* y, float factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] *= factor;
}

}  // namespace reference
