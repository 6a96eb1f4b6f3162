// SPDX-License-Identifier: Apache-2.0
// Counting tests: for a whole run, for one target, and in step with a fold.
#pragma once

#include <span>

#include "model/event.h"
#include "record/run_record.h"

namespace cupel::record {

/// Failed, crashed, timed out or missing.
[[nodiscard]] bool is_red(const TestRecord& test);
/// Red, and an entry of the ledger covers it.
[[nodiscard]] bool is_known_red(const TestRecord& test);

void add_to(model::RunCounts& counts, const TestRecord& test);
void take_from(model::RunCounts& counts, const TestRecord& test);
/// The counts of these tests. `flaky` stays 0: it is a matter of history.
[[nodiscard]] model::RunCounts tally(std::span<const TestRecord> tests);

}  // namespace cupel::record
