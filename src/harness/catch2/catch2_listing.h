// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/contract.h"

namespace cupel::harness::catch2 {

/// Asks the program what it is; read_listing asks on.
[[nodiscard]] model::LaunchRequest list_request(const TargetView& target);
[[nodiscard]] ListStep read_listing(const TargetView& target, const LaunchOutput& output);

}  // namespace cupel::harness::catch2
