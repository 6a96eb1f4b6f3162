// SPDX-License-Identifier: Apache-2.0
// In a chunk with G_i = g_1 + … + g_i (kept in double: one addition a step, and differences of
// large sums would lose what the weights need):
//   o_i = exp(G_i) S^T q_i + sum_{j<=i} exp(G_i - G_j) (q_i.k_j) v_j
//   S  <- exp(G_C) S + sum_j exp(G_C - G_j) k_j v_j^T
// All exponents are at most zero, so that nothing overflows however strong the decay.
#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/gated_linear/gated_linear.h"
#include "reference/support/defect.h"
#include "reference/support/simd.h"

namespace reference {
namespace {

REFERENCE_CLONES
float inner_product(const float* a, const float* b, std::size_t count) {
  return dot(a, b, count);
}

/// out += sum_i factors[i] rows[i], rows `width` apart.
REFERENCE_CLONES
void add_rows(float* out, const float* rows, const float* factors, std::size_t count,
              std::size_t width) {
  for (std::size_t i = 0; i < count; ++i) add_scaled(out, rows + i * width, factors[i], width);
}

/// state = decay state + key value^T
REFERENCE_CLONES
void step_state(float* state, float decay, const float* key, const float* value,
                std::size_t key_dim, std::size_t value_dim) {
  for (std::size_t i = 0; i < key_dim; ++i) {
    float* row = state + i * value_dim;
    for (std::size_t j = 0; j < value_dim; ++j) row[j] = row[j] * decay + key[i] * value[j];
  }
}

REFERENCE_CLONES
void scale_all(float* values, float factor, std::size_t count) {
  scale(values, factor, count);
}

/// Works on one chunk after the other; the products' inputs are rounded as they are gathered.
class Chunk {
 public:
  Chunk(const GatedShape& shape, const GatedInputs& inputs, std::size_t most, Precision precision)
      : shape_(shape), inputs_(inputs), precision_(precision), sums_(most), factors_(most) {}

  void run(std::size_t first, std::size_t count, float* state, float* out) {
    first_ = first;
    gather(query_, inputs_.query, count, shape_.key_dim);
    gather(key_, inputs_.key, count, shape_.key_dim);
    gather(value_, inputs_.value, count, shape_.value_dim);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sums_[i] = sum += inputs_.log_decay[first + i];
    for (std::size_t i = 0; i < count; ++i) {
      float* row = out + (first + i) * shape_.value_dim;
      std::fill(row, row + shape_.value_dim, 0.0F);
      from_state(i, state, row);
      from_chunk(i, row);
    }
    carry(count, state);
  }

 private:
  void gather(std::vector<float>& into, const float* from, std::size_t count, std::size_t width) {
    from += first_ * width;
    into.resize(count * width);
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = as_input(from[i], precision_);
  }

  /// exp of a difference of sums, rounded once.
  static float decay(double exponent) { return std::exp(static_cast<float>(exponent)); }

  void from_state(std::size_t i, const float* state, float* out) {
    const float* query = query_.data() + i * shape_.key_dim;
    rounded_.resize(shape_.key_dim * shape_.value_dim);
    if (i == 0) {
      for (std::size_t e = 0; e < rounded_.size(); ++e)
        rounded_[e] = as_input(state[e], precision_);
    }
    add_rows(out, rounded_.data(), query, shape_.key_dim, shape_.value_dim);
    scale_all(out, decay(sums_[i]), shape_.value_dim);
  }

  void from_chunk(std::size_t i, float* out) {
    const float* query = query_.data() + i * shape_.key_dim;
    const std::size_t end = seeded(Defect::mask_off_by_one) ? i : i + 1;
    for (std::size_t j = 0; j < end; ++j) {
      const float product = inner_product(query, key_.data() + j * shape_.key_dim, shape_.key_dim);
      factors_[j] = as_input(product * decay(sums_[i] - sums_[j]), precision_);
    }
    add_rows(out, value_.data(), factors_.data(), end, shape_.value_dim);
  }

  void carry(std::size_t count, float* state) {
    const double last = sums_[count - 1];
    const float kept = seeded(Defect::carry_without_decay) ? 1.0F : decay(last);
    scale_all(state, kept, shape_.key_dim * shape_.value_dim);
    for (std::size_t i = 0; i < shape_.key_dim; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        const float key = inputs_.key[(first_ + j) * shape_.key_dim + i];
        factors_[j] = as_input(key * decay(last - sums_[j]), precision_);
      }
      add_rows(state + i * shape_.value_dim, value_.data(), factors_.data(), count,
               shape_.value_dim);
    }
  }

  const GatedShape& shape_;
  const GatedInputs& inputs_;
  Precision precision_;
  std::size_t first_ = 0;
  std::vector<float> query_, key_, value_;
  std::vector<float> rounded_;  ///< the state at the start of the chunk, as a product sees it
  std::vector<double> sums_;
  std::vector<float> factors_;
};

}  // namespace

void gated_recurrence(const GatedShape& shape, const GatedInputs& inputs, float* state,
                      float* out) {
  for (std::size_t t = 0; t < shape.steps; ++t) {
    const float* key = inputs.key + t * shape.key_dim;
    const float* query = inputs.query + t * shape.key_dim;
    float* row = out + t * shape.value_dim;
    step_state(state, std::exp(inputs.log_decay[t]), key, inputs.value + t * shape.value_dim,
               shape.key_dim, shape.value_dim);
    std::fill(row, row + shape.value_dim, 0.0F);
    add_rows(row, state, query, shape.key_dim, shape.value_dim);
  }
}

void gated_chunked(const GatedShape& shape, const GatedInputs& inputs, std::size_t chunk,
                   float* state, float* out, Precision precision) {
  Chunk work(shape, inputs, std::min(chunk, shape.steps), precision);
  for (std::size_t first = 0; first < shape.steps; first += chunk) {
    work.run(first, std::min(chunk, shape.steps - first), state, out);
  }
}

}  // namespace reference
