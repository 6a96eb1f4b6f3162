// SPDX-License-Identifier: Apache-2.0
// Attention in float64 by the definition, two passes over all keys of a sequence, and what the
// error bounds need: sum p|v|, sqrt(sum p^2 max(v^2, (v-o)^2)) of each element, and the extremes of
// the logits.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <cupel/tolerance.hpp>

#include "reference/paged_attention/paged_attention.h"
#include "reference/support/truth.h"

namespace reference {

struct PagedTruth {
  Truth out;
  cupel::Attention inputs;  ///< formats and risk are left to the caller
};

namespace detail {

struct Row {
  std::vector<double> weight;
  std::vector<const float*> value;
};

/// Logits of one query head over its sequence, then weights that add up to one.
inline Row attention_row(const PagedShape& shape, const PageTable& table, const PagedCache& cache,
                         const float* query, std::size_t sequence, std::size_t key_head,
                         cupel::Attention& inputs) {
  Row row;
  double top = -std::numeric_limits<double>::infinity();
  double bottom = -top;
  std::size_t rises = 0;
  for (std::size_t token = 0; token < table.lengths[sequence]; ++token) {
    const std::size_t page = table.indices[table.row[sequence] + token / shape.page_size];
    const std::size_t slot = page * shape.page_size + token % shape.page_size;
    const std::size_t at = (slot * shape.key_heads + key_head) * shape.head_dim;
    double sum = 0, magnitude = 0, quadratic = 0;
    for (std::size_t i = 0; i < shape.head_dim; ++i) {
      const double product = static_cast<double>(query[i]) * cache.key[at + i];
      sum += product;
      magnitude += std::fabs(product);
      quadratic += product * product;
    }
    const double scale = shape.scale;
    inputs.logit_magnitude = std::max(inputs.logit_magnitude, magnitude * scale);
    inputs.logit_quadratic = std::max(inputs.logit_quadratic, std::sqrt(quadratic) * scale);
    row.weight.push_back(sum * scale);
    row.value.push_back(cache.value + at);
    if (sum * scale > top) ++rises;
    top = std::max(top, sum * scale);
    bottom = std::min(bottom, sum * scale);
  }
  if (row.weight.empty()) return row;
  inputs.logit_spread = std::max(inputs.logit_spread, top - bottom);
  inputs.rescales = std::max(inputs.rescales, rises);
  inputs.keys = std::max(inputs.keys, row.weight.size());
  double total = 0;
  for (double& weight : row.weight) total += weight = std::exp(weight - top);
  for (double& weight : row.weight) weight /= total;
  return row;
}

inline void weighted_sum(const Row& row, std::size_t element, double& value, double& magnitude,
                         double& quadratic) {
  for (std::size_t j = 0; j < row.weight.size(); ++j) {
    value += row.weight[j] * row.value[j][element];
    magnitude += row.weight[j] * std::fabs(row.value[j][element]);
  }
  for (std::size_t j = 0; j < row.weight.size(); ++j) {
    const double v = row.value[j][element];
    const double moved = row.weight[j] * std::max(std::fabs(v), std::fabs(v - value));
    quadratic += moved * moved;
  }
  quadratic = std::sqrt(quadratic);
}

}  // namespace detail

inline PagedTruth paged_truth(const PagedShape& shape, const PageTable& table,
                              const PagedCache& cache, const float* query) {
  const std::size_t rows = shape.sequences * shape.query_heads;
  PagedTruth truth{Truth(rows * shape.head_dim), {}};
  truth.inputs.head_dim = shape.head_dim;
  truth.inputs.elements = rows * shape.head_dim;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t head = r % shape.query_heads;
    const detail::Row row = detail::attention_row(
        shape, table, cache, query + r * shape.head_dim, r / shape.query_heads,
        head / (shape.query_heads / shape.key_heads), truth.inputs);
    for (std::size_t i = 0; i < shape.head_dim; ++i) {
      const std::size_t at = r * shape.head_dim + i;
      detail::weighted_sum(row, i, truth.out.value[at], truth.out.magnitude[at],
                           truth.out.quadratic[at]);
    }
  }
  return truth;
}

}  // namespace reference
