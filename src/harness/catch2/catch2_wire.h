// SPDX-License-Identifier: Apache-2.0
// What the parts of this harness share: names of files and channels, the version, and how a report
// writes a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/case_log.h"
#include "model/listing.h"

namespace cupel::harness::catch2 {

inline constexpr const char* report_channel = "report";
inline constexpr const char* spec_file = "tests.txt";
/// v3 writes a second report, a line a test, which is complete only where the program came to its
/// end.
inline constexpr const char* verdicts_file = "verdicts.txt";
/// What the first listing launch told, for the later ones: the version, and on a line of its own
/// how many lines the program prints before it answers.
inline constexpr const char* identity_file = "identity";
inline constexpr const char* list_file = "list.xml";
/// The bytes of the listing of everything, for the launch that lists what a plain run runs.
inline constexpr const char* all_file = "all";
/// Stands there where a v2 listing was empty and the program is asked to say so in words.
inline constexpr const char* none_file = "none";

/// 2 or 3, from "2.13.10"; 0 where that is no version.
[[nodiscard]] int major_version(std::string_view version);

/// Catch2's Bazel support shards, filters and reports by these.
[[nodiscard]] std::vector<std::string> neutralised_variables();

/// How the reports call the test: without the blanks around its name.
[[nodiscard]] ReportedName reported_name(const model::TestCase& test);
/// Bytes that are no UTF-8 and control characters as "\xHH", as the reports write them.
[[nodiscard]] std::string report_form(std::string_view name);

}  // namespace cupel::harness::catch2
