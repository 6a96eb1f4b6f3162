// SPDX-License-Identifier: Apache-2.0
// The frameworks this build speaks: one row each.
#pragma once

#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::cli {

/// The words that a configuration may use for `harness`.
[[nodiscard]] std::vector<std::string> harness_words();
/// Those whose targets may contain others.
[[nodiscard]] std::vector<std::string> container_words();

/// Null for a word that is not in the table.
[[nodiscard]] const harness::Harness* find_harness(const std::string& word);

}  // namespace cupel::cli
