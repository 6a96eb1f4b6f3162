// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::ctest {

/// Why the command of a target cannot be driven: an option that chooses tests, repeats them, runs
/// several at once, or changes what ctest prints. Absent: it can.
[[nodiscard]] std::optional<ListFault> fault_of_command(const std::vector<std::string>& command);

/// It names a configuration of the tree.
[[nodiscard]] bool has_configuration(const std::vector<std::string>& command);

}  // namespace cupel::harness::ctest
