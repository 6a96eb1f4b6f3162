// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/finding.h"

namespace cupel::harness::ctest {

/// One test of the JUnit report.
struct ReportCase {
  std::string name;
  model::Reported reported = model::Reported::failed;
  std::string reason;  ///< of a failure or a skip, in ctest's words; may be empty
  std::string output;
  std::optional<base::Duration> duration;
};

/// Reads what ctest --output-junit wrote: its tests in the order of their numbers.
[[nodiscard]] base::Result<std::vector<ReportCase>> parse_report(std::string_view bytes);

}  // namespace cupel::harness::ctest
