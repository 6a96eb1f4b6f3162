// SPDX-License-Identifier: Apache-2.0
// The loops, outside in: panels of B that fit the second cache, blocks of A that fit the first,
// then tiles of tile_rows x tile_columns that stay in registers.
#include <algorithm>
#include <vector>

#include "reference/gemm/gemm.h"
#include "reference/support/defect.h"
#include "reference/support/simd.h"

namespace reference {
namespace {

constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_vectors = 2;
constexpr std::size_t tile_columns = tile_vectors * lanes;
constexpr std::size_t block_length = 256;
constexpr std::size_t block_rows = 96;
constexpr std::size_t block_columns = 512;

/// A packed block: for each tile its rows (or columns) side by side, term after term, padded with
/// zeros to whole tiles.
struct Packed {
  std::vector<float> data;
  std::size_t width = 0;   ///< rows or columns a tile
  std::size_t length = 0;  ///< terms
  [[nodiscard]] const float* tile(std::size_t i) const { return data.data() + i * width * length; }
};

/// Element (i, k) of the source is at from[i * step + k * stride].
void pack(Packed& out, const float* from, std::size_t step, std::size_t stride, std::size_t count,
          Precision precision) {
  const std::size_t tiles = (count + out.width - 1) / out.width;
  out.data.assign(tiles * out.width * out.length, 0.0F);
  for (std::size_t i = 0; i < count; ++i) {
    float* to = out.data.data() + (i / out.width) * out.width * out.length + i % out.width;
    for (std::size_t k = 0; k < out.length; ++k) {
      to[k * out.width] = as_input(from[i * step + k * stride], precision);
    }
  }
}

/// One tile of C, added to `c`, whose rows are `stride` apart. Packed operands, all of the tile.
REFERENCE_CLONES
void multiply_tile(const float* a, const float* b, std::size_t length, float* c,
                   std::size_t stride) {
  Lanes sums[tile_rows][tile_vectors] = {};
  for (std::size_t k = 0; k < length; ++k) {
    const Lanes left = load(b + k * tile_columns);
    const Lanes right = load(b + k * tile_columns + lanes);
    for (std::size_t i = 0; i < tile_rows; ++i) {
      const float factor = a[k * tile_rows + i];
      sums[i][0] += left * factor;
      sums[i][1] += right * factor;
    }
  }
  for (std::size_t i = 0; i < tile_rows; ++i) {
    for (std::size_t j = 0; j < tile_vectors; ++j) {
      float* to = c + i * stride + j * lanes;
      store(to, load(to) + sums[i][j]);
    }
  }
}

/// A tile at the edge is made aside, and the part that is there is added.
void multiply_edge(const float* a, const float* b, std::size_t length, float* c, std::size_t stride,
                   std::size_t rows, std::size_t columns) {
  float aside[tile_rows * tile_columns] = {};
  multiply_tile(a, b, length, aside, tile_columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) c[i * stride + j] += aside[i * tile_columns + j];
  }
}

void multiply_block(const Packed& a, const Packed& b, std::size_t rows, std::size_t columns,
                    float* c, std::size_t stride) {
  for (std::size_t j = 0; j < columns; j += tile_columns) {
    for (std::size_t i = 0; i < rows; i += tile_rows) {
      const float* left = a.tile(i / tile_rows);
      const float* right = b.tile(j / tile_columns);
      float* to = c + i * stride + j;
      if (i + tile_rows <= rows && j + tile_columns <= columns) {
        multiply_tile(left, right, a.length, to, stride);
      } else {
        multiply_edge(left, right, a.length, to, stride, std::min(tile_rows, rows - i),
                      std::min(tile_columns, columns - j));
      }
    }
  }
}

}  // namespace

void gemm(const GemmShape& shape, const float* a, const float* b, float* c, Precision precision) {
  std::fill(c, c + shape.rows * shape.columns, 0.0F);
  const std::size_t terms =
      shape.length - (seeded(Defect::last_term_dropped) && shape.length > 0 ? 1 : 0);
  for (std::size_t column = 0; column < shape.columns; column += block_columns) {
    const std::size_t columns = std::min(block_columns, shape.columns - column);
    for (std::size_t term = 0; term < terms; term += block_length) {
      const std::size_t length = std::min(block_length, terms - term);
      Packed right{{}, tile_columns, length};
      pack(right, b + term * shape.columns + column, 1, shape.columns, columns, precision);
      for (std::size_t row = 0; row < shape.rows; row += block_rows) {
        const std::size_t rows = std::min(block_rows, shape.rows - row);
        Packed left{{}, tile_rows, length};
        pack(left, a + row * shape.length + term, shape.length, 1, rows, precision);
        multiply_block(left, right, rows, columns, c + row * shape.columns + column, shape.columns);
      }
    }
  }
}

}  // namespace reference
