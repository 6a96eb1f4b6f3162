// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::libtest {

/// The tests of one launch, in the order in which it runs them, each in a slot.
class LaunchTests {
 public:
  LaunchTests(const model::Listing& listing, const RunPlan& plan) : indices_(plan.covered) {
    indices_.insert(indices_.end(), plan.extra.begin(), plan.extra.end());
    std::sort(indices_.begin(), indices_.end());
    indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
    for (const std::size_t index : indices_) {
      names_.push_back(listing.tests[index].native);
      has_sections_ = has_sections_ || names_.back().find(' ') != std::string::npos;
    }
    for (const model::TestCase& test : listing.tests) {
      if (test.disabled) ignored_.insert(test.native);
    }
    // Of tests of one name the first; the others follow it.
    for (std::size_t slot = names_.size(); slot-- > 0;) slots_[names_[slot]] = slot;
  }
  LaunchTests(const LaunchTests&) = delete;  // the table's keys are views into names_
  LaunchTests& operator=(const LaunchTests&) = delete;

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t slot) const { return names_[slot]; }
  [[nodiscard]] std::size_t index(std::size_t slot) const { return indices_[slot]; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto found = slots_.find(name);
    if (found == slots_.end()) return std::nullopt;
    return found->second;
  }
  /// A test that is ignored as listed: where everything runs it is reported and does not run.
  [[nodiscard]] bool is_ignored(std::string_view name) const {
    return !ignored_.empty() && ignored_.contains(std::string(name));
  }
  /// Doc tests, whose names alone have blanks: they may run in several sections, each closed by a
  /// line of its own.
  [[nodiscard]] bool has_sections() const { return has_sections_; }

 private:
  std::vector<std::size_t> indices_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, std::size_t> slots_;
  std::unordered_set<std::string> ignored_;
  bool has_sections_ = false;
};

}  // namespace cupel::harness::libtest
