// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "record/run_record.h"

namespace cupel::report {

/// run.json, schema cupel.run/1.
[[nodiscard]] std::string json(const record::RunRecord& run);

}  // namespace cupel::report
