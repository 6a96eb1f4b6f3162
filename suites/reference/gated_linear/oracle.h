// SPDX-License-Identifier: Apache-2.0
// The recurrence in float64, and beside it those of |q||k||v| and of their squares, which give
// sum w|q||k||v| and sqrt(sum w^2 q^2 k^2 v^2) of each element.
#pragma once

#include <cmath>
#include <vector>

#include "reference/gated_linear/gated_linear.h"
#include "reference/support/truth.h"

namespace reference {

inline Truth gated_truth(const GatedShape& shape, const GatedInputs& inputs) {
  Truth truth(shape.steps * shape.value_dim);
  Truth state(shape.key_dim * shape.value_dim);
  for (std::size_t t = 0; t < shape.steps; ++t) {
    const double decay = std::exp(static_cast<double>(inputs.log_decay[t]));
    for (std::size_t i = 0; i < shape.key_dim; ++i) {
      const double key = inputs.key[t * shape.key_dim + i];
      const double query = inputs.query[t * shape.key_dim + i];
      for (std::size_t j = 0; j < shape.value_dim; ++j) {
        const double product = key * inputs.value[t * shape.value_dim + j];
        const std::size_t s = i * shape.value_dim + j;
        const std::size_t at = t * shape.value_dim + j;
        state.value[s] = decay * state.value[s] + product;
        state.magnitude[s] = decay * state.magnitude[s] + std::fabs(product);
        state.quadratic[s] = decay * decay * state.quadratic[s] + product * product;
        truth.value[at] += query * state.value[s];
        truth.magnitude[at] += std::fabs(query) * state.magnitude[s];
        truth.quadratic[at] += query * query * state.quadratic[s];
      }
    }
  }
  for (double& square : truth.quadratic) square = std::sqrt(square);
  return truth;
}

}  // namespace reference
