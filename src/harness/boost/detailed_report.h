// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cupel::harness::boost {

enum class UnitResult { passed, failed, skipped, aborted, timed_out };

struct ReportCase {
  std::string path;
  UnitResult result = UnitResult::failed;
  std::size_t assertions = 0;  ///< passed and failed
  std::size_t failed_assertions = 0;
  std::size_t expected_failures = 0;
  bool suite_aborted = false;  ///< the set-up of a suite around it failed
};

struct ReportSuite {
  std::string path;  ///< empty: the whole program
  UnitResult result = UnitResult::passed;
  bool explained = false;  ///< it did not pass, and something in it says why
};

struct Report {
  std::vector<ReportCase> cases;    ///< in the order in which they run
  std::vector<ReportSuite> suites;  ///< from the inner to the outer
};

/// Reads what --report_level=detailed --report_format=XML wrote.
[[nodiscard]] base::Result<Report> parse_report(std::string_view bytes);

/// A name as it is read from the report: XML makes blanks of what it takes for white space.
[[nodiscard]] std::string name_in_report(std::string_view name);

}  // namespace cupel::harness::boost
