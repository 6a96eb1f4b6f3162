// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::gtest {

/// The tests that one launch runs, in the order in which it runs them, each in a slot. Finds the
/// slot of a name: the next one in order costs a comparison, any other a look into a table.
class Expected {
 public:
  Expected(const model::Listing& listing, const RunPlan& plan);
  Expected(const Expected&) = delete;  // the table's keys are views into names_
  Expected& operator=(const Expected&) = delete;

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t slot) const { return names_[slot]; }
  [[nodiscard]] std::size_t index(std::size_t slot) const { return indices_[slot]; }

  /// A slot with this name: `hint` where that is one, else the first. Others by next_twin.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name, std::size_t hint) const;
  /// The next slot, in order, with the same name.
  [[nodiscard]] std::optional<std::size_t> next_twin(std::size_t slot) const;

  /// Some name has a newline, so that it comes over the stream in several lines.
  [[nodiscard]] bool multi_line() const { return !partial_.empty(); }
  /// These lines may be the beginning of a name that goes on.
  [[nodiscard]] bool is_partial(std::string_view name) const {
    return partial_.contains(std::string(name));
  }

 private:
  void build_table() const;

  std::vector<std::string> names_;
  std::vector<std::size_t> indices_;
  std::unordered_set<std::string> partial_;
  // Filled when first needed; nobody else sees this object meanwhile.
  mutable std::unordered_map<std::string_view, std::size_t> first_;
  mutable std::vector<std::size_t> twin_;
};

}  // namespace cupel::harness::gtest
