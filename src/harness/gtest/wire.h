// SPDX-License-Identifier: Apache-2.0
// The names by which the parts of this harness mean the same file, channel and variable, and the
// small facts of GoogleTest that more than one of them needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cupel::harness::gtest {

inline constexpr const char* list_file = "list.json";
inline constexpr const char* report_file = "report.xml";
inline constexpr const char* flag_file = "flags.txt";
/// GoogleTest creates it at the start of RUN_ALL_TESTS and removes it at a regular end.
inline constexpr const char* premature_file = "premature_exit";
inline constexpr const char* stream_channel = "stream";

/// Variables that change what runs, in which order, or what is written. GoogleTest reads the four
/// of other prefixes whether or not Bazel set them.
[[nodiscard]] inline std::vector<std::string> neutralised_variables() {
  return {"GTEST_*", "XML_OUTPUT_FILE", "TESTBRIDGE_TEST_ONLY", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST",
          "TEST_PREMATURE_EXIT_FILE"};
}

/// A suite or test is disabled by this at the start of its name, or after any '/'.
[[nodiscard]] inline bool has_disabled_mark(std::string_view name) {
  constexpr std::string_view mark = "DISABLED_";
  return name.starts_with(mark) || name.find("/DISABLED_") != std::string_view::npos;
}

}  // namespace cupel::harness::gtest
