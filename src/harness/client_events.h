// SPDX-License-Identifier: Apache-2.0
// What the client library says through the events file, as findings: measures, sub-cases, and that
// an outcome is worse than its framework reports. The grammar is in cupel/pact/events.hpp. The same
// for every framework; the engine runs it beside the framework's own decoder.
#pragma once

#include <memory>

#include "harness/contract.h"
#include "model/listing.h"

namespace cupel::harness {

/// Reads one launch's events file. A line may have come from anything that knows the path: lines
/// that are no events are passed over and reported once, a test that the listing lacks is left
/// unnamed, and nothing in a line can say that a test passed.
[[nodiscard]] std::unique_ptr<Decoder> client_events_decoder(const model::Listing& listing);

/// Measures and sub-cases that are kept of one launch; what comes after is dropped and reported, so
/// that a program that fills the file cannot fill memory. Worsening is never dropped.
inline constexpr std::size_t client_events_kept = 200'000;

}  // namespace cupel::harness
