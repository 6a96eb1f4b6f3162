// SPDX-License-Identifier: Apache-2.0
// For a sequence and a key head, the query heads of its group go through each chunk together, so
// that a key or value is read once. A chunk yields, for each of them, the maximum m of its logits,
// l = sum exp(x - m) and o = sum exp(x - m) v; two such partial results merge by rescaling both to
// the larger maximum.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/paged_attention/paged_attention.h"
#include "reference/support/defect.h"
#include "reference/support/simd.h"

namespace reference {
namespace {

/// A partial result of one query head.
struct Partial {
  float maximum = -std::numeric_limits<float>::infinity();
  float sum = 0;
  std::vector<float> weighted;
};

/// One key head of one sequence at work.
class Group {
 public:
  Group(const PagedShape& shape, const PagedCache& cache, Precision precision)
      : shape_(shape),
        cache_(cache),
        precision_(precision),
        heads_(shape.query_heads / shape.key_heads),
        query_(heads_ * shape.head_dim),
        rounded_(shape.head_dim) {
    running_.resize(heads_);
    chunk_.resize(heads_);
    for (std::size_t head = 0; head < heads_; ++head) {
      running_[head].weighted.resize(shape.head_dim);
      chunk_[head].weighted.resize(shape.head_dim);
    }
  }

  void begin(const float* query) {
    for (std::size_t i = 0; i < query_.size(); ++i) query_[i] = as_input(query[i], precision_);
    for (Partial& partial : running_) clear(partial);
  }

  /// The tokens of `pages` consecutive pages of the sequence, `tokens` in all.
  void chunk(const std::uint32_t* pages, std::size_t tokens, std::size_t key_head) {
    for (Partial& partial : chunk_) clear(partial);
    logits(pages, tokens, key_head);
    weights(tokens);
    weigh_values(pages, tokens, key_head);
    for (std::size_t head = 0; head < heads_; ++head) merge(running_[head], chunk_[head]);
  }

  void finish(float* out) const {
    for (const Partial& partial : running_) {
      for (std::size_t i = 0; i < shape_.head_dim; ++i) {
        *out++ = partial.sum > 0 ? partial.weighted[i] / partial.sum : 0.0F;
      }
    }
  }

 private:
  static void clear(Partial& partial) {
    partial.maximum = -std::numeric_limits<float>::infinity();
    partial.sum = 0;
    std::fill(partial.weighted.begin(), partial.weighted.end(), 0.0F);
  }

  /// The key or value of a token, as a product sees it.
  const float* row(const float* pool, const std::uint32_t* pages, std::size_t token,
                   std::size_t key_head) {
    const std::size_t page = pages[token / shape_.page_size];
    const std::size_t slot = page * shape_.page_size + token % shape_.page_size;
    const float* found = pool + (slot * shape_.key_heads + key_head) * shape_.head_dim;
    if (precision_ == Precision::fp32) return found;
    for (std::size_t i = 0; i < shape_.head_dim; ++i) rounded_[i] = as_input(found[i], precision_);
    return rounded_.data();
  }

  void logits(const std::uint32_t* pages, std::size_t tokens, std::size_t key_head) {
    weights_.resize(heads_ * tokens);
    for (std::size_t token = 0; token < tokens; ++token) {
      const float* key = row(cache_.key, pages, token, key_head);
      for (std::size_t head = 0; head < heads_; ++head) {
        weights_[head * tokens + token] = inner(query_.data() + head * shape_.head_dim, key);
      }
    }
  }
  float inner(const float* query, const float* key) const {
    return inner_product(query, key, shape_.head_dim) * shape_.scale;
  }
  REFERENCE_CLONES
  static float inner_product(const float* a, const float* b, std::size_t count) {
    return dot(a, b, count);
  }

  void weights(std::size_t tokens) {
    for (std::size_t head = 0; head < heads_; ++head) {
      Partial& partial = chunk_[head];
      float* row = weights_.data() + head * tokens;
      partial.maximum = *std::max_element(row, row + tokens);
      for (std::size_t token = 0; token < tokens; ++token) {
        row[token] = std::exp(row[token] - partial.maximum);
        partial.sum += row[token];
      }
    }
  }

  void weigh_values(const std::uint32_t* pages, std::size_t tokens, std::size_t key_head) {
    for (std::size_t token = 0; token < tokens; ++token) {
      const float* value = row(cache_.value, pages, token, key_head);
      for (std::size_t head = 0; head < heads_; ++head) {
        const float weight = as_input(weights_[head * tokens + token], precision_);
        accumulate(chunk_[head].weighted.data(), value, weight, shape_.head_dim);
      }
    }
  }
  REFERENCE_CLONES
  static void accumulate(float* sum, const float* value, float weight, std::size_t count) {
    add_scaled(sum, value, weight, count);
  }

  /// `into` takes up `from`, whose tokens come after.
  void merge(Partial& into, const Partial& from) const {
    const float maximum = std::max(into.maximum, from.maximum);
    const float old_factor =
        seeded(Defect::merge_without_rescale) ? 1.0F : std::exp(into.maximum - maximum);
    const float new_factor = std::exp(from.maximum - maximum);
    into.maximum = maximum;
    into.sum = into.sum * old_factor + from.sum * new_factor;
    for (std::size_t i = 0; i < shape_.head_dim; ++i) {
      into.weighted[i] = into.weighted[i] * old_factor + from.weighted[i] * new_factor;
    }
  }

  const PagedShape& shape_;
  const PagedCache& cache_;
  Precision precision_;
  std::size_t heads_;
  std::vector<float> query_;
  std::vector<float> rounded_;
  std::vector<float> weights_;  ///< [head][token of the chunk]: logits, then their exponentials
  std::vector<Partial> running_;
  std::vector<Partial> chunk_;
};

std::size_t tokens_of(const PagedShape& shape, const PageTable& table, std::size_t sequence) {
  if (seeded(Defect::last_page_full)) {
    return (table.row[sequence + 1] - table.row[sequence]) * shape.page_size;
  }
  return table.lengths[sequence];
}

}  // namespace

void paged_decode(const PagedShape& shape, const PageTable& table, const PagedCache& cache,
                  const float* query, std::size_t pages_a_chunk, float* out, Precision precision) {
  Group group(shape, cache, precision);
  const std::size_t row = shape.query_heads / shape.key_heads * shape.head_dim;
  const std::size_t tokens_a_chunk = pages_a_chunk * shape.page_size;
  for (std::size_t sequence = 0; sequence < shape.sequences; ++sequence) {
    const std::size_t tokens = tokens_of(shape, table, sequence);
    for (std::size_t head = 0; head < shape.key_heads; ++head, query += row, out += row) {
      const std::size_t key_head =
          seeded(Defect::head_group_off) ? (head + 1) % shape.key_heads : head;
      group.begin(query);
      const std::uint32_t* pages = table.indices + table.row[sequence];
      for (std::size_t token = 0; token < tokens; token += tokens_a_chunk) {
        group.chunk(pages, std::min(tokens_a_chunk, tokens - token), key_head);
        pages += pages_a_chunk;
      }
      group.finish(out);
    }
  }
}

}  // namespace reference
