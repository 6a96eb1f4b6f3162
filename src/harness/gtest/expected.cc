// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/expected.h"

#include <algorithm>

namespace cupel::harness::gtest {

Expected::Expected(const model::Listing& listing, const RunPlan& plan) : indices_(plan.covered) {
  indices_.insert(indices_.end(), plan.extra.begin(), plan.extra.end());
  std::sort(indices_.begin(), indices_.end());
  indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
  names_.reserve(indices_.size());
  for (const std::size_t index : indices_) {
    const std::string& name = names_.emplace_back(listing.tests[index].native);
    for (std::size_t at = name.find('\n'); at != std::string::npos; at = name.find('\n', at + 1)) {
      partial_.insert(name.substr(0, at));
    }
  }
}

std::optional<std::size_t> Expected::find(std::string_view name, std::size_t hint) const {
  if (hint < names_.size() && names_[hint] == name) return hint;
  if (twin_.empty()) build_table();
  const auto found = first_.find(name);
  if (found == first_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> Expected::next_twin(std::size_t slot) const {
  if (twin_.empty()) build_table();
  if (twin_[slot] == slot) return std::nullopt;
  return twin_[slot];
}

void Expected::build_table() const {
  first_.reserve(names_.size());
  twin_.resize(names_.size());
  for (std::size_t slot = names_.size(); slot-- > 0;) {
    const auto [place, added] = first_.try_emplace(names_[slot], slot);
    twin_[slot] = added ? slot : place->second;
    place->second = slot;
  }
}

}  // namespace cupel::harness::gtest
