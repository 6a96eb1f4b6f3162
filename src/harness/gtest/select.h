// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::gtest {

/// A value for --gtest_filter and what it runs beyond what was asked.
struct Filter {
  std::string text;
  bool everything = false;         ///< all that is not disabled is chosen: no filter is needed
  std::vector<std::size_t> extra;  ///< tests that it cannot leave out, in list order
};

/// The filter for these tests of the listing; disabled ones among them are left out.
[[nodiscard]] Filter make_filter(const model::Listing& listing,
                                 std::span<const std::size_t> chosen);

/// GoogleTest's own shuffle, by one of its seeds.
void shuffle(model::LaunchRequest& request, std::uint64_t seed);

[[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                  std::span<const std::size_t> chosen);

[[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                     const model::Listing& listing,
                                                     std::size_t test);

}  // namespace cupel::harness::gtest
