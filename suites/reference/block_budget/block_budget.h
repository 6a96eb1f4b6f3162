// SPDX-License-Identifier: Apache-2.0
// How many blocks of a paged key-value cache fit into device memory. Integers only: what goes wrong
// here is an overflow or an underflow, never a rounding.
#pragma once

#include <cstdint>

namespace reference {

struct BlockShape {
  std::uint64_t layers = 0;
  std::uint64_t key_heads = 0;
  std::uint64_t head_dim = 0;
  std::uint64_t tokens_a_block = 0;
  std::uint64_t element_bytes = 0;
};

struct MemoryBudget {
  std::uint64_t total_bytes = 0;
  std::uint64_t used_bytes = 0;     ///< weights and whatever else is there already
  std::uint64_t share_percent = 0;  ///< of the total that may be used at all, 0 … 100
  std::uint64_t reserve_bytes = 0;  ///< kept free for activations
  std::uint64_t floor_blocks = 0;   ///< without so many blocks nothing runs
  std::uint64_t most_blocks = 0;    ///< what the page tables can address
};

enum class BudgetKind {
  fits,      ///< the blocks fit into what is left
  at_floor,  ///< fewer fit than the floor: the floor is given, and memory may run out
  at_most,   ///< more would fit than can be addressed
  none,      ///< a block has no size, or one beyond 64 bits
};

struct BlockBudget {
  BudgetKind kind = BudgetKind::none;
  std::uint64_t block_bytes = 0;
  std::uint64_t usable_bytes = 0;  ///< share of the total, less what is used, less the reserve
  std::uint64_t blocks = 0;
};

/// Keys and values of one block over all layers. 0 where that is no positive 64-bit number.
[[nodiscard]] std::uint64_t bytes_a_block(const BlockShape& shape);

/// A reserve, or a use, larger than the share leaves nothing, never a huge remainder. A floor
/// beyond `most_blocks` gives way to it.
[[nodiscard]] BlockBudget plan_blocks(const BlockShape& shape, const MemoryBudget& memory);

}  // namespace reference
