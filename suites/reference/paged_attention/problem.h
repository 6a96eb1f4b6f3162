// SPDX-License-Identifier: Apache-2.0
// A decode problem over a pool in which every slot that no token owns is NaN, so that whatever is
// read beyond a sequence or from a stranger's page shows.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cupel/compare.hpp>
#include <cupel/fixture.hpp>
#include <cupel/tolerance.hpp>

#include "reference/paged_attention/oracle.h"
#include "reference/paged_attention/paged_attention.h"

namespace reference {

struct PagedProblem {
  PagedShape shape;
  std::vector<std::uint32_t> lengths;
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> indices;
  std::vector<float> key, value, query;
  PagedTruth truth;

  /// Pages are handed out in a permuted order from a pool with `spare` pages more than needed.
  PagedProblem(const PagedShape& of, std::vector<std::uint32_t> tokens, std::uint32_t spare = 3,
               double query_size = 1)
      : shape(of), lengths(std::move(tokens)) {
    shape.sequences = lengths.size();
    if (shape.scale == 1) shape.scale = 1 / std::sqrt(static_cast<float>(of.head_dim));
    row.push_back(0);
    for (const std::uint32_t length : lengths) {
      row.push_back(row.back() +
                    static_cast<std::uint32_t>((length + of.page_size - 1) / of.page_size));
    }
    indices = cupel::Fixture("paged order").permutation(row.back() + spare);
    const std::size_t pool = indices.size() * page_elements();
    indices.resize(row.back());
    key.assign(pool, std::nanf(""));
    value.assign(pool, std::nanf(""));
    fill();
    query = cupel::Fixture("paged q").normals<float>(lengths.size() * of.query_heads * of.head_dim);
    for (float& x : query) x *= static_cast<float>(query_size);
    find_truth();
  }

  [[nodiscard]] std::size_t token_elements() const { return shape.key_heads * shape.head_dim; }
  [[nodiscard]] std::size_t page_elements() const { return shape.page_size * token_elements(); }
  [[nodiscard]] PageTable table() const { return {row.data(), indices.data(), lengths.data()}; }
  [[nodiscard]] PagedCache cache() const { return {key.data(), value.data()}; }
  void find_truth() { truth = paged_truth(shape, table(), cache(), query.data()); }

  [[nodiscard]] std::vector<float> decode(std::size_t pages_a_chunk, Precision precision) const {
    std::vector<float> out(query.size(), std::nanf(""));
    paged_decode(shape, table(), cache(), query.data(), pages_a_chunk, out.data(), precision);
    return out;
  }
  [[nodiscard]] cupel::Tolerance tolerance(Precision precision) const {
    cupel::Attention inputs = truth.inputs;
    inputs.input = input_format(precision);
    return cupel::attention(inputs);
  }
  [[nodiscard]] cupel::Comparison compared(std::size_t pages_a_chunk, Precision ran,
                                           Precision declared) const {
    return cupel::compare(decode(pages_a_chunk, ran), truth.out.reference(), tolerance(declared));
  }

 private:
  void fill() {
    const cupel::Fixture keys("paged k");
    const cupel::Fixture values("paged v");
    std::uint64_t drawn = 0;
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      for (std::uint32_t token = 0; token < lengths[s]; ++token) {
        const std::size_t page = indices[row[s] + token / shape.page_size];
        const std::size_t at = page * page_elements() + token % shape.page_size * token_elements();
        for (std::size_t i = 0; i < token_elements(); ++i, ++drawn) {
          key[at + i] = static_cast<float>(keys.normal(drawn));
          value[at + i] = static_cast<float>(values.normal(drawn));
        }
      }
    }
  }
};

}  // namespace reference
