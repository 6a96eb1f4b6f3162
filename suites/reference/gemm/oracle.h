// SPDX-License-Identifier: Apache-2.0
// The product in float64, term by term, with sum |a||b| and sqrt(sum a^2 b^2) of each element.
#pragma once

#include <cmath>
#include <vector>

#include "reference/gemm/gemm.h"
#include "reference/support/truth.h"

namespace reference {

inline Truth gemm_truth(const GemmShape& shape, const std::vector<float>& a,
                        const std::vector<float>& b) {
  Truth truth(shape.rows * shape.columns);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    double* value = truth.value.data() + i * shape.columns;
    double* magnitude = truth.magnitude.data() + i * shape.columns;
    double* quadratic = truth.quadratic.data() + i * shape.columns;
    for (std::size_t k = 0; k < shape.length; ++k) {
      const double left = a[i * shape.length + k];
      for (std::size_t j = 0; j < shape.columns; ++j) {
        const double product = left * b[k * shape.columns + j];
        value[j] += product;
        magnitude[j] += std::fabs(product);
        quadratic[j] += product * product;
      }
    }
    for (std::size_t j = 0; j < shape.columns; ++j) quadratic[j] = std::sqrt(quadratic[j]);
  }
  return truth;
}

}  // namespace reference
