// SPDX-License-Identifier: Apache-2.0
// What the kernels share to be vectorised: one function, compiled for several instruction sets and
// chosen when the program is loaded, and vectors of eight floats.
#pragma once

#include <cstddef>
#include <cstring>

// Sanitizers instrument the resolvers, which run before they are set up.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__OPTIMIZE__)
#define REFERENCE_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define REFERENCE_CLONES
#endif
#define REFERENCE_INLINE inline __attribute__((always_inline))

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
