// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/block_budget/block_budget.h"
#include "reference/support/defect.h"

namespace reference {
namespace {

std::uint64_t less(std::uint64_t from, std::uint64_t what) {
  if (seeded(Defect::reserve_underflow)) return from - what;
  return from > what ? from - what : 0;
}

/// total * percent / 100 rounded down, without a product that could overflow.
std::uint64_t share_of(std::uint64_t total, std::uint64_t percent) {
  percent = std::min<std::uint64_t>(percent, 100);
  return total / 100 * percent + total % 100 * percent / 100;
}

}  // namespace

std::uint64_t bytes_a_block(const BlockShape& shape) {
  std::uint64_t bytes = 2;  // keys and values
  for (const std::uint64_t factor :
       {shape.layers, shape.key_heads, shape.head_dim, shape.tokens_a_block, shape.element_bytes}) {
    if (__builtin_mul_overflow(bytes, factor, &bytes)) return 0;
  }
  return bytes;
}

BlockBudget plan_blocks(const BlockShape& shape, const MemoryBudget& memory) {
  BlockBudget budget;
  budget.block_bytes = bytes_a_block(shape);
  budget.usable_bytes =
      less(less(share_of(memory.total_bytes, memory.share_percent), memory.used_bytes),
           memory.reserve_bytes);
  if (budget.block_bytes == 0) return budget;
  const std::uint64_t fitting = budget.usable_bytes / budget.block_bytes;
  const std::uint64_t floor = seeded(Defect::floor_ignored) ? 0 : memory.floor_blocks;
  budget.blocks = std::min(std::max(fitting, floor), memory.most_blocks);
  budget.kind = BudgetKind::fits;
  if (budget.blocks > fitting) budget.kind = BudgetKind::at_floor;
  if (budget.blocks < fitting) budget.kind = BudgetKind::at_most;
  return budget;
}

}  // namespace reference
