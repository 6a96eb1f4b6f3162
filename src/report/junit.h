// SPDX-License-Identifier: Apache-2.0
// JUnit XML for CI systems. It never disagrees with the exit code: where that is not zero there is
// a failure or an error, and where it is zero there is none.
#pragma once

#include <string>

#include "record/run_record.h"

namespace cupel::report {

/// One <testsuite> a target, one <testcase> a selected test, and one named "[target]" a problem.
[[nodiscard]] std::string junit(const record::RunRecord& run);

/// What stands in the file from the first second on: one error that says "incomplete".
[[nodiscard]] std::string junit_skeleton(const std::string& gate);

}  // namespace cupel::report
