// SPDX-License-Identifier: Apache-2.0
// Sums, dot products and norms of doubles whose error does not grow with the length to first order.
// u = 2^-53; gamma(k) = k u / (1 - k u). Vectors are contiguous; of length 0 the answer is 0.
// Source: T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26
// (2005), Sum2 and Dot2.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sum of x[0..n). |error| <= u |sum| + gamma(n)^2 sum |x_i|, unless a partial sum overflows.
double accurate_sum(const double* x, size_t n);

/// Dot product of x[0..n) and y[0..n). |error| <= u |x.y| + gamma(n)^2 |x|.|y|, unless a product or
/// partial sum overflows or a product underflows.
double accurate_dot(const double* x, const double* y, size_t n);

/// Euclidean norm of x[0..n), also where squares would overflow or underflow.
/// Relative error <= 2 u for n up to 2^25.
double accurate_norm(const double* x, size_t n);

#ifdef __cplusplus
}
#endif
