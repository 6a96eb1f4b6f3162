// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/name_index.h"

#include <algorithm>

namespace cupel::harness::gtest {
namespace {

// Bytes compare as unsigned, like std::string_view does; the end of a name comes before any byte.
int byte_at(std::string_view name, std::size_t at) {
  return at < name.size() ? static_cast<unsigned char>(name[at]) : -1;
}

}  // namespace

NameIndex::NameIndex(const model::Listing& listing) {
  entries_.reserve(listing.tests.size());
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    entries_.push_back(Entry{listing.tests[i].native, i});
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
}

std::vector<std::size_t> NameIndex::hits(std::string_view pattern) const {
  std::vector<std::size_t> found;
  collect(pattern, 0, 0, entries_.size(), found);
  return found;
}

// Every entry in [first, last) agrees with the pattern on the first `at` bytes.
void NameIndex::collect(std::string_view pattern, std::size_t at, std::size_t first,
                        std::size_t last, std::vector<std::size_t>& found) const {
  const auto begin = entries_.begin();
  const auto iterator = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
  while (first < last && at < pattern.size() && pattern[at] != '?') {
    const int wanted = static_cast<unsigned char>(pattern[at]);
    const auto low = std::partition_point(iterator(first), iterator(last), [&](const Entry& entry) {
      return byte_at(entry.name, at) < wanted;
    });
    const auto high = std::partition_point(
        low, iterator(last), [&](const Entry& entry) { return byte_at(entry.name, at) <= wanted; });
    first = static_cast<std::size_t>(low - begin);
    last = static_cast<std::size_t>(high - begin);
    ++at;
  }
  if (at == pattern.size()) {
    // Names that end here sort before those that go on.
    for (; first < last && entries_[first].name.size() == at; ++first) {
      found.push_back(entries_[first].index);
    }
    return;
  }
  while (first < last) {
    const int byte = byte_at(entries_[first].name, at);
    const auto next =
        std::partition_point(iterator(first), iterator(last),
                             [&](const Entry& entry) { return byte_at(entry.name, at) <= byte; });
    const auto end = static_cast<std::size_t>(next - begin);
    if (byte >= 0) collect(pattern, at + 1, first, end, found);
    first = end;
  }
}

}  // namespace cupel::harness::gtest
