// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/finding.h"

namespace cupel::harness::gtest {

/// One test of the closing report.
struct ReportCase {
  enum class Result { passed, failed, skipped, not_run };
  std::string name;  ///< SUITE.TEST, without the bytes that XML cannot hold
  Result result = Result::passed;
  bool never_began = false;  ///< its timestamp is the epoch
  std::vector<model::Failure> failures;
  std::vector<model::Failure> skips;
  std::vector<std::pair<std::string, std::string>> properties;
  std::optional<base::Duration> duration;
};

struct Report {
  std::vector<ReportCase> cases;
  std::vector<model::OutsideFailure> outside;  ///< of a suite or of the environment
  /// Suites count their skipped tests: the version is one (1.12 or later) in which a suite that
  /// says it passed had no failure outside its tests either.
  bool counts_skips = false;
};

/// Reads what --gtest_output=xml: wrote.
[[nodiscard]] base::Result<Report> parse_report(std::string_view bytes);

/// A name as the report has it: control characters that XML cannot hold are left out.
[[nodiscard]] std::string name_in_report(std::string_view native);

}  // namespace cupel::harness::gtest
