// SPDX-License-Identifier: Apache-2.0
// Launches of Catch2 programs: captured, and made by hand.
#pragma once

#include <string>

#include "harness/catch2/catch2.h"
#include "unit/harness/report_case.h"

namespace cupel::harness::testing {

inline ListStep read_step(const std::map<std::string, std::string>& files,
                          const std::string& out = "",
                          const model::Termination& termination = model::Exited{0},
                          const TargetView& target = plain_target()) {
  LaunchOutput output;
  output.termination = termination;
  output.standard_output = out;
  output.files = files;
  return make_catch2()->read_listing(target, output);
}

inline model::Listing listing_v3(const std::string& program) {
  return std::get<model::Listing>(
      read_step({{"identity", "3.7.1\n0\n"},
                 {"list.xml", harness_data("catch2/3.7.1/" + program + ".list.xml")}}));
}

/// The second report of the program that wrote this one and came to its end.
inline std::string verdicts_of(const std::string& report) {
  constexpr std::string_view mark = "<OverallResult success=\"";
  std::string verdicts;
  for (std::size_t at = report.find(mark); at != std::string::npos;
       at = report.find(mark, at + 1)) {
    const bool good = report.compare(at + mark.size(), 4, "true") == 0;
    verdicts += std::string(":test-result: ") + (good ? "PASS" : "FAIL") + " name\n";
  }
  return verdicts;
}

/// A capture of 3.7.1: "basic.run.xml", of the program before the first dot.
inline ReportLaunch captured_v3(const std::string& name) {
  ReportLaunch launch;
  launch.listing = listing_v3(name.substr(0, name.find('.')));
  launch.report = harness_data("catch2/3.7.1/" + name);
  launch.files["verdicts.txt"] = verdicts_of(launch.report);
  return launch;
}

/// A capture of 2.13.10.
inline ReportLaunch captured_v2(const std::string& name, int tests, int hidden) {
  const std::string base = "catch2/2.13.10/" + name.substr(0, name.find('.'));
  ReportLaunch launch;
  launch.listing = std::get<model::Listing>(
      read_step({{"identity", "2.13.10\n0\n"}, {"all", harness_data(base + ".list.all.txt")}},
                harness_data(base + ".list.plain.txt"), model::Exited{tests - hidden}));
  launch.report = harness_data("catch2/2.13.10/" + name);
  return launch;
}

inline std::string v3_document(const std::string& body) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Catch2TestRun name=\"p\" "
         "catch2-version=\"3.7.1\">\n" +
         body + "</Catch2TestRun>\n";
}
/// A test at f.cpp:LINE.
inline std::string v3_test(const std::string& name, int line, bool passed = true) {
  return "<TestCase name=\"" + name + "\" filename=\"f.cpp\" line=\"" + std::to_string(line) +
         "\">\n<OverallResult success=\"" + (passed ? "true" : "false") +
         "\" skips=\"0\"/>\n</TestCase>\n";
}
inline std::string v3_totals(int passed, int failed) {
  const std::string counts = " successes=\"" + std::to_string(passed) + "\" failures=\"" +
                             std::to_string(failed) + "\" expectedFailures=\"0\" skips=\"0\"/>\n";
  return "<OverallResults" + counts + "<OverallResultsCases" + counts;
}

}  // namespace cupel::harness::testing
