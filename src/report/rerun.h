// SPDX-License-Identifier: Apache-2.0
// Commands that people copy from a report: they must do exactly what the report says of them.
#pragma once

#include <string>

#include "record/run_record.h"

namespace cupel::report {

/// The command that has this run's gate run one test alone, quoted for a POSIX shell. Characters
/// that must not reach a terminal are matched by wildcards instead.
[[nodiscard]] std::string rerun_command(const record::RunRecord& run, const model::TestId& test);

/// A pattern that matches the id and is printable on one line; the id itself where it is.
[[nodiscard]] std::string printable_pattern(const std::string& id);

}  // namespace cupel::report
