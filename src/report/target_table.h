// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "format/style.h"
#include "record/run_record.h"

namespace cupel::report {

/// A row a target and their total. What does not fit the width gives way in this order: long
/// titles, long target names, columns without a number in them; at last each target is a paragraph.
[[nodiscard]] std::string target_table(const record::RunRecord& run, std::size_t width,
                                       const format::Style& style);

}  // namespace cupel::report
