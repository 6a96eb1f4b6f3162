// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::doctest {

[[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                  std::span<const std::size_t> chosen);

/// doctest's own random order, where the launch runs everything: a position means another test
/// then.
void shuffle(model::LaunchRequest& request, std::uint64_t seed);

[[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                     const model::Listing& listing,
                                                     std::size_t test);

}  // namespace cupel::harness::doctest
