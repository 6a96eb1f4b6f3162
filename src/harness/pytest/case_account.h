// SPDX-License-Identifier: Apache-2.0
// What the records of one launch said of each test, and what pytest makes of a test that was said
// so: one phase after the other, the worst counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace cupel::harness::pytest {

/// One report of pytest about a test: of its set-up, its call, its tear-down, or of a part of it.
struct Phase {
  std::string when;     ///< "setup", "call", "teardown"; "???" where a process was lost
  std::string outcome;  ///< "passed", "failed", "skipped"; plug-ins have others, "rerun" for one
  std::optional<base::Duration> took;
  std::optional<std::string> expected;  ///< it is an expected failure, or an unexpected success
  std::string skip_reason;
  model::Failure failure;
  std::optional<std::string> part;  ///< name of the subtest that it is about

  [[nodiscard]] bool failed() const { return outcome != "passed" && outcome != "skipped"; }
  [[nodiscard]] bool skipped() const { return outcome == "skipped"; }
};

struct CaseAccount {
  bool began = false;
  bool ended = false;
  bool contradicted = false;
  std::vector<Phase> phases;
  std::string output;
  std::vector<std::pair<std::string, std::string>> properties;
};

/// The result of a test that ended.
[[nodiscard]] model::CaseResult result_of(const CaseAccount& account);

/// 'f', 's' or 'p': what the closing record has for the test.
[[nodiscard]] char letter_of(const CaseAccount& account);

}  // namespace cupel::harness::pytest
