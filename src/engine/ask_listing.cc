// SPDX-License-Identifier: Apache-2.0
#include "engine/ask_listing.h"

#include <utility>

#include "os/directory.h"

namespace cupel::engine {

harness::LaunchOutput listing_output(LaunchGone gone) {
  return {gone.termination, std::move(gone.standard_output), std::move(gone.standard_error),
          gone.truncated,   std::move(gone.files),           {}};
}

std::string words_of(const harness::ListFault& fault) {
  return fault.detail + (fault.hint.empty() ? "" : "; " + fault.hint);
}

base::Result<harness::ListStep> ask_listing(Reactor& reactor, const harness::Harness& harness,
                                            const harness::TargetView& target,
                                            const AskPlace& place) {
  if (auto known = harness.listing_without_launch(target)) {
    return harness::ListStep{std::move(*known)};
  }
  CUPEL_TRY_ASSIGN(const os::PrivateDir own, os::PrivateDir::make("ask-", place.scratch));
  std::size_t launches = 0;
  harness::ListStep step = harness::ListMore{harness.list_request(target)};
  while (const auto* more = std::get_if<harness::ListMore>(&step)) {
    StartSpec spec;
    spec.request = more->request;
    spec.environment = place.environment;
    spec.private_dir = own.path() + "/" + std::to_string(++launches);
    CUPEL_TRY(os::make_directories(spec.private_dir));
    CUPEL_TRY_ASSIGN(LaunchGone gone, run_to_end(reactor, spec, place.limit));
    if (!reactor.stopped().empty()) {
      return base::trouble("listing was cut off by " + reactor.stopped());
    }
    if (const auto* failed = std::get_if<model::NotStarted>(&gone.termination)) {
      return harness::ListStep{
          harness::ListFault{target.command.front() + " could not be started: " + failed->why, {}}};
    }
    const harness::LaunchOutput output = listing_output(std::move(gone));
    if (place.watch) place.watch(output);
    step = harness.read_listing(target, output);
  }
  return step;
}

}  // namespace cupel::engine
