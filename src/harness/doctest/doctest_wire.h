// SPDX-License-Identifier: Apache-2.0
// What the parts of this harness share.
#pragma once

#include <string>
#include <string_view>

#include "harness/case_log.h"
#include "harness/contract.h"

namespace cupel::harness::doctest {

inline constexpr const char* report_channel = "report";
inline constexpr const char* list_file = "list.xml";

/// The program with its own arguments and what every launch needs. Options are spelt with their
/// prefix, which works where a program has switched the short forms off; what doctest does not know
/// it passes over in silence.
[[nodiscard]] model::LaunchRequest request_for(const TargetView& target,
                                               const model::Template& report);

/// How the report calls the test.
[[nodiscard]] ReportedName reported_name(const model::TestCase& test);

}  // namespace cupel::harness::doctest
