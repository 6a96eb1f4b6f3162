// SPDX-License-Identifier: Apache-2.0
// Decode attention of one query a sequence over a paged cache: keys and values lie in pages of a
// shared pool, and a table in compressed sparse rows says which pages a sequence has, in order.
// The pages are worked through in chunks with the online softmax (Milakov & Gimelshein,
// arXiv:1805.02867; Dao et al., arXiv:2205.14135); the answer does not depend on the chunk size but
// for rounding. Several query heads share a key head (GQA, Ainslie et al., arXiv:2305.13245).
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/support/precision.h"

namespace reference {

struct PagedShape {
  std::size_t sequences = 0;
  std::size_t query_heads = 0;
  std::size_t key_heads = 0;  ///< divides query_heads
  std::size_t head_dim = 0;
  std::size_t page_size = 0;  ///< tokens a page
  float scale = 1;            ///< of the logits, usually 1/sqrt(head_dim)
};

/// Sequence s has the pages indices[row[s]] … indices[row[s+1]-1], in the order of its tokens, and
/// lengths[s] tokens; it may have none.
struct PageTable {
  const std::uint32_t* row = nullptr;      ///< sequences + 1
  const std::uint32_t* indices = nullptr;  ///< row[sequences] page numbers of the pool
  const std::uint32_t* lengths = nullptr;  ///< tokens, at most page_size times the pages
};

struct PagedCache {
  const float* key = nullptr;    ///< [page][slot][key head][head_dim]
  const float* value = nullptr;  ///< [page][slot][key head][head_dim]
};

/// query and out: [sequence][query head][head_dim]. A sequence without tokens gets zeros. With tf32
/// both products round their inputs; sums, softmax and merge stay in fp32.
void paged_decode(const PagedShape& shape, const PageTable& table, const PagedCache& cache,
                  const float* query, std::size_t pages_a_chunk, float* out, Precision precision);

}  // namespace reference
