// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::libtest {

[[nodiscard]] model::LaunchRequest list_request(const TargetView& target);
[[nodiscard]] ListStep read_listing(const TargetView& target, const LaunchOutput& output);

/// The names of a listing as a program printed it, in its order; none where it is not one.
[[nodiscard]] std::optional<std::vector<std::string>> parse_list(std::string_view text);

}  // namespace cupel::harness::libtest
