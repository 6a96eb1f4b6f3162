// SPDX-License-Identifier: Apache-2.0
// The budget by its definition in whole numbers that cannot overflow or underflow: products of the
// shape in extended precision are only tested for their size.
#pragma once

#include "reference/block_budget/block_budget.h"

namespace reference {

__extension__ using Whole = __int128;

inline Whole bytes_truth(const BlockShape& shape) {
  const long double product =
      2.0L * static_cast<long double>(shape.layers) * static_cast<long double>(shape.key_heads) *
      static_cast<long double>(shape.head_dim) * static_cast<long double>(shape.tokens_a_block) *
      static_cast<long double>(shape.element_bytes);
  if (product >= 18446744073709551616.0L) return 0;
  return Whole{2} * shape.layers * shape.key_heads * shape.head_dim * shape.tokens_a_block *
         shape.element_bytes;
}

/// The number of blocks; `usable` may be negative.
inline Whole blocks_truth(const BlockShape& shape, const MemoryBudget& memory) {
  const Whole percent = memory.share_percent > 100 ? 100 : memory.share_percent;
  const Whole usable =
      Whole{memory.total_bytes} * percent / 100 - memory.used_bytes - memory.reserve_bytes;
  const Whole block = bytes_truth(shape);
  if (block == 0) return 0;
  Whole blocks = 0;
  if (usable > 0) blocks = usable / block;
  return std::min<Whole>(std::max<Whole>(blocks, memory.floor_blocks), memory.most_blocks);
}

}  // namespace reference
