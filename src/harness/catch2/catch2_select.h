// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::catch2 {

[[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                  std::span<const std::size_t> chosen);

/// Catch2's own random order, where the launch picks its tests by name.
void shuffle(model::LaunchRequest& request, std::uint64_t seed);

[[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                     const model::Listing& listing,
                                                     std::size_t test);

}  // namespace cupel::harness::catch2
