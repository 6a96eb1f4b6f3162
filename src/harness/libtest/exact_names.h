// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::libtest {

/// The fifo that --logfile names.
inline constexpr const char* log_channel = "log";

[[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                  std::span<const std::size_t> chosen);

[[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                     const model::Listing& listing,
                                                     std::size_t test);

}  // namespace cupel::harness::libtest
