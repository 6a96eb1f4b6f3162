// SPDX-License-Identifier: Apache-2.0
// Writing reports: into the run directory, and where the command line asks for them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "record/run_record.h"
#include "store/run_directory.h"

namespace cupel::cli {

/// Puts the skeleton of JUnit into place, here and wherever it was asked for, and makes sure before
/// anything runs that the other paths can be written.
[[nodiscard]] base::Result<void> prepare_reports(const store::RunDirectory& directory,
                                                 const std::string& gate,
                                                 const std::vector<ReportRequest>& requests);

/// The reports that every run has, into its directory.
[[nodiscard]] base::Result<void> write_directory_reports(const store::RunDirectory& directory,
                                                         const record::RunRecord& record);

/// Those that were asked for; "-" goes to stdout. Returns the paths written.
[[nodiscard]] base::Result<std::vector<std::string>> write_requested_reports(
    const record::RunRecord& record, const std::vector<ReportRequest>& requests);

}  // namespace cupel::cli
