// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/contract.h"

namespace cupel::harness::cargo {

[[nodiscard]] model::LaunchRequest list_request(const TargetView& target);
[[nodiscard]] ListStep read_listing(const TargetView& target, const LaunchOutput& output);

}  // namespace cupel::harness::cargo
