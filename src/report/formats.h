// SPDX-License-Identifier: Apache-2.0
// The report files. A new one is a function and a row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "record/run_record.h"

namespace cupel::report {

struct ReportFormat {
  std::string_view word;  ///< of the option: "junit" for --junit
  std::string_view
      file;  ///< in the run directory, always written there; empty: only when asked for
  std::string_view what;  ///< one line for the help
  std::string (*render)(const record::RunRecord& run);
};

[[nodiscard]] std::span<const ReportFormat> report_formats();

}  // namespace cupel::report
