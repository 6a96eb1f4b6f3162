// SPDX-License-Identifier: Apache-2.0
// A summary for a pull request, in the Markdown that forges render.
#pragma once

#include <string>

#include "record/run_record.h"

namespace cupel::report {

/// Verdict, counts, reds with their messages folded away, measures, how to run each alone. Nothing
/// that a test printed acts as Markdown or HTML, or calls anybody.
[[nodiscard]] std::string markdown(const record::RunRecord& run);

}  // namespace cupel::report
