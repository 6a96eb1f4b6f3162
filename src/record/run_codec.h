// SPDX-License-Identifier: Apache-2.0
// The run record as run.json, schema cupel.run/1 (docs/schema/run.schema.json), and back.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "record/run_record.h"

namespace cupel::record {

/// The whole document, a line for each launch, target and test, newline at the end. Tests that were
/// not selected stand in their target's `deselected` list only.
[[nodiscard]] std::string to_run_json(const RunRecord& run);

/// Reads a document of to_run_json. Times come back in milliseconds.
[[nodiscard]] base::Result<RunRecord> from_run_json(std::string_view text);

}  // namespace cupel::record
