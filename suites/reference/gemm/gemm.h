// SPDX-License-Identifier: Apache-2.0
// C = A B in fp32. A is rows x length, B length x columns, C rows x columns, all row-major and
// dense. Blocked for the caches as in Goto & van de Geijn, ACM Trans. Math. Softw. 34 (2008).
#pragma once

#include <cstddef>

#include "reference/support/precision.h"

namespace reference {

struct GemmShape {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t length = 0;
};

/// With tf32 the inputs are rounded when they are packed, sums stay in fp32. Each element is the
/// sum of one chain for every block of 256 terms, and the blocks are added in order.
void gemm(const GemmShape& shape, const float* a, const float* b, float* c, Precision precision);

}  // namespace reference
