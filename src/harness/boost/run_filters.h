// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::boost {

/// Options that listing and running have in common; both add where log and report go.
[[nodiscard]] std::vector<model::Template> common_options();

/// The target's command with these options, which stand before the words that Boost.Test leaves to
/// the program: those behind its last "--".
[[nodiscard]] std::vector<model::Template> with_options(const TargetView& target,
                                                        std::vector<model::Template> options);

/// How a choice of tests is said, and what runs beyond it.
struct Filters {
  std::vector<std::string> words;  ///< values of --run_test; empty: all that is enabled runs
  std::vector<std::size_t> extra;  ///< tests that run as well, in list order
};
[[nodiscard]] Filters make_filters(const model::Listing& listing,
                                   std::span<const std::size_t> chosen);

[[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                  std::span<const std::size_t> chosen);

void shuffle(model::LaunchRequest& request, std::uint64_t seed);

[[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                     const model::Listing& listing,
                                                     std::size_t test);

}  // namespace cupel::harness::boost
