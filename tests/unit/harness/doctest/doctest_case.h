// SPDX-License-Identifier: Apache-2.0
// Launches of doctest programs: captured, and made by hand.
#pragma once

#include <map>
#include <string>

#include "harness/doctest/doctest.h"
#include "unit/harness/report_case.h"

namespace cupel::harness::testing {

inline ListStep doctest_listing(const std::string& xml) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["list.xml"] = xml;
  return make_doctest()->read_listing(plain_target(), output);
}

/// A capture of 2.4.9: "basic.run.xml", of the program before the first dot.
inline ReportLaunch captured_doctest(const std::string& name) {
  const std::string program = name.substr(0, name.find('.'));
  ReportLaunch launch;
  launch.listing = std::get<model::Listing>(
      doctest_listing(harness_data("doctest/2.4.9/" + program + ".list.xml")));
  launch.report = harness_data("doctest/2.4.9/" + name);
  return launch;
}

inline std::string doctest_document(const std::string& body, int passed, int failed) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doctest binary=\"p\" version=\"2.4.9\">\n"
         "<Options order_by=\"file\"/>\n<TestSuite>\n" +
         body + "</TestSuite>\n<OverallResultsAsserts successes=\"0\" failures=\"0\"/>\n" +
         "<OverallResultsTestCases successes=\"" + std::to_string(passed) + "\" failures=\"" +
         std::to_string(failed) + "\"/>\n</doctest>\n";
}
/// A test at f.cpp:LINE.
inline std::string doctest_test(const std::string& name, int line, bool passed = true) {
  return "<TestCase name=\"" + name + "\" filename=\"f.cpp\" line=\"" + std::to_string(line) +
         "\">\n<OverallResultsAsserts successes=\"1\" failures=\"0\" test_case_success=\"" +
         (passed ? "true" : "false") + "\"/>\n</TestCase>\n";
}

}  // namespace cupel::harness::testing
