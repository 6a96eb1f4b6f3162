// SPDX-License-Identifier: Apache-2.0
// Gated linear attention of one head with a scalar gate (Yang et al., arXiv:2312.06635; Dao & Gu,
// arXiv:2405.21060): with log decays g <= 0 and a state S of key_dim x value_dim,
//   S_t = exp(g_t) S_{t-1} + k_t v_t^T,   o_t = S_t^T q_t.
// Step by step, or in chunks: within a chunk as masked products of its tokens, between chunks
// through the state.
#pragma once

#include <cstddef>

#include "reference/support/precision.h"

namespace reference {

struct GatedShape {
  std::size_t steps = 0;
  std::size_t key_dim = 0;
  std::size_t value_dim = 0;
};

struct GatedInputs {
  const float* query = nullptr;      ///< [step][key_dim]
  const float* key = nullptr;        ///< [step][key_dim]
  const float* value = nullptr;      ///< [step][value_dim]
  const float* log_decay = nullptr;  ///< [step], at most 0
};

/// One step after the other. `state` is [key_dim][value_dim], read and left as the last step's.
void gated_recurrence(const GatedShape& shape, const GatedInputs& inputs, float* state, float* out);

/// The same in chunks of `chunk` steps; log decays must be finite here. With tf32 every product
/// rounds its inputs.
void gated_chunked(const GatedShape& shape, const GatedInputs& inputs, std::size_t chunk,
                   float* state, float* out, Precision precision);

}  // namespace reference
