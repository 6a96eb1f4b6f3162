// SPDX-License-Identifier: Apache-2.0
// A listing without a lane, a lease or a record.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "engine/reactor.h"
#include "harness/contract.h"

namespace cupel::engine {

struct AskPlace {
  std::map<std::string, std::string> environment;  ///< of the launches, complete
  std::string scratch;                             ///< an existing folder for the launches' own
  base::Duration limit{};                          ///< for each launch
  /// Sees what each launch left, where the listing alone does not say enough.
  std::function<void(const harness::LaunchOutput&)> watch;
};

/// What a listing launch left behind.
[[nodiscard]] harness::LaunchOutput listing_output(LaunchGone gone);
/// What is wrong and what to do, as one line.
[[nodiscard]] std::string words_of(const harness::ListFault& fault);

/// The last step of the listing: never ListMore. An error only for cupel's own trouble, and for a
/// signal that came meanwhile.
[[nodiscard]] base::Result<harness::ListStep> ask_listing(Reactor& reactor,
                                                          const harness::Harness& harness,
                                                          const harness::TargetView& target,
                                                          const AskPlace& place);

}  // namespace cupel::engine
