// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/contract.h"
#include "harness/ctest/test_entries.h"

namespace cupel::harness::ctest {

struct Fold {
  std::vector<DerivedTarget> targets;
  std::vector<TestEntry> left;  ///< what only ctest itself can run as it is meant
};

/// Finds the tests that are each one test of a program whose framework is known, and gives each
/// program back as one target. `version` is ctest's own, which its tests see.
[[nodiscard]] Fold fold_entries(std::vector<TestEntry> entries, const std::string& version);

}  // namespace cupel::harness::ctest
