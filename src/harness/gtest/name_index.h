// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/listing.h"

namespace cupel::harness::gtest {

/// The native names of a listing, sorted, to find those that a pattern of literal bytes and '?'
/// (any one byte) hits. A literal run costs two binary searches; a '?' branches over the bytes that
/// really occur there, so that thousands of patterns over ten thousand names take milliseconds.
class NameIndex {
 public:
  explicit NameIndex(const model::Listing& listing);

  /// Indices of the listing's tests that the pattern hits, in no particular order.
  [[nodiscard]] std::vector<std::size_t> hits(std::string_view pattern) const;

 private:
  struct Entry {
    std::string_view name;
    std::size_t index;
  };
  void collect(std::string_view pattern, std::size_t at, std::size_t first, std::size_t last,
               std::vector<std::size_t>& found) const;

  std::vector<Entry> entries_;
};

}  // namespace cupel::harness::gtest
