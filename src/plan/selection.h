// SPDX-License-Identifier: Apache-2.0
// Which tests a run is about, and into which launches they fall. Pure functions of configuration,
// listing and command line, so that what shares a process never wanders from run to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/facts.h"
#include "model/listing.h"
#include "plan/config.h"

namespace cupel::plan {

/// What the command line asks for.
struct Selection {
  std::vector<std::string> positionals;  ///< TARGET or TARGET:NAME
  std::vector<std::string> filters;      ///< patterns over ids
  [[nodiscard]] bool everything() const { return positionals.empty() && filters.empty(); }
};

// Targets that others contain are named CONFIGNAME/…; a positional CONFIGNAME means them all.

/// An error for a positional that names no target of the configuration, and none that one of them
/// could contain: one whose framework is among `containers`.
[[nodiscard]] base::Result<void> check_positionals(const Selection& selection, const Config& config,
                                                   const std::vector<std::string>& containers);

/// False where no positional names the target or one of its tests: it need not even be listed.
[[nodiscard]] bool wants_target(const Selection& selection, const std::string& target);

/// Targets that positionals name and that are none of `names`, nor contain one of them.
[[nodiscard]] std::vector<std::string> unknown_targets(const Selection& selection,
                                                       const std::vector<std::string>& names);

/// The places in the listing of the tests that positionals and filters both let through.
[[nodiscard]] std::vector<std::size_t> select_tests(const Selection& selection,
                                                    const std::string& target,
                                                    const model::Listing& listing);

/// Positionals that name a test which its target's listing does not have.
[[nodiscard]] std::vector<std::string> unknown_tests(const Selection& selection,
                                                     const std::string& target,
                                                     const model::Listing& listing);

/// Why the scope is not full, as far as the selection goes: one line each.
[[nodiscard]] std::vector<std::string> narrowing(const Selection& selection);

/// Tests of one target that share processes: the same precision policy.
struct BatchPlan {
  model::Precision precision{};
  std::vector<std::size_t> tests;
};

/// Splits the selected tests by the [[policy]] that covers each (the first that matches), in the
/// order of first appearance; `shuffle` mixes the order inside each by its seed and the target's
/// name.
[[nodiscard]] std::vector<BatchPlan> plan_batches(const Config& config, model::Precision precision,
                                                  const std::string& target,
                                                  const model::Listing& listing,
                                                  const std::vector<std::size_t>& selected,
                                                  std::optional<std::uint64_t> shuffle);

}  // namespace cupel::plan
