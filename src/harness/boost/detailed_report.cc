// SPDX-License-Identifier: Apache-2.0
// The closing report, written once when the run has come to its end:
//
//   report = "<TestResult>" suite "</TestResult>"
//   suite  = <TestSuite name=N result=R …> *( suite | case ) </TestSuite>
//   case   = <TestCase name=N result=R assertions_passed=N assertions_failed=N
//                      expected_failures=N …/>
//   R      = "passed" | "failed" | "skipped" | "aborted" | "timed-out"
//
// Names are escaped. A unit that was not enabled is not in it, nor is what is in a skipped suite. A
// case that never ran because the set-up of its suite failed is in it as "passed", with no
// assertion.
#include "harness/boost/detailed_report.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "format/xml.h"

namespace cupel::harness::boost {
namespace {

using format::XmlElement;

constexpr std::string_view report_end = "</TestResult>";

UnitResult result_of(const XmlElement& element) {
  const std::string_view word = element.attribute("result");
  if (word == "passed") return UnitResult::passed;
  if (word == "skipped") return UnitResult::skipped;
  if (word == "aborted") return UnitResult::aborted;
  if (word == "timed-out") return UnitResult::timed_out;
  return UnitResult::failed;
}

std::size_t count_of(const XmlElement& element, const char* attribute) {
  const std::string_view text = element.attribute(attribute);
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool is_good(UnitResult result) {
  return result == UnitResult::passed || result == UnitResult::skipped;
}

ReportCase read_case(const XmlElement& element, std::string path, bool suite_aborted) {
  ReportCase read;
  read.path = std::move(path);
  read.result = result_of(element);
  read.failed_assertions = count_of(element, "assertions_failed");
  read.assertions = read.failed_assertions + count_of(element, "assertions_passed");
  read.expected_failures = count_of(element, "expected_failures");
  read.suite_aborted = suite_aborted;
  return read;
}

/// True where the suite, or something in it, did not pass.
bool read_suite(const XmlElement& suite, const std::string& path, bool aborted, Report& report) {
  const UnitResult result = result_of(suite);
  aborted = aborted || result == UnitResult::aborted;
  bool explained = false;
  for (XmlElement one = suite.first_child(); one; one = one.next_sibling()) {
    std::string inner = path;
    if (!inner.empty()) inner += '/';
    inner += one.attribute("name");
    if (one.name() == "TestSuite") {
      explained = read_suite(one, inner, aborted, report) || explained;
    } else if (one.name() == "TestCase") {
      report.cases.push_back(read_case(one, std::move(inner), aborted));
      explained = explained || !is_good(report.cases.back().result);
    }
  }
  report.suites.push_back({path, result, explained});
  return explained || !is_good(result);
}

}  // namespace

base::Result<Report> parse_report(std::string_view bytes) {
  if (!bytes.starts_with("<TestResult>")) {
    return base::trouble("it says \"" + base::to_one_line(bytes.substr(0, 200)) + "\"");
  }
  // A copy of the process that goes on to the end writes a second one behind it.
  const std::size_t end = bytes.find(report_end);
  if (end == std::string_view::npos) return base::trouble("it has no end");
  if (bytes.find_first_not_of(" \r\n", end + report_end.size()) != std::string_view::npos) {
    return base::trouble("something was written behind its end");
  }
  CUPEL_TRY_ASSIGN(const format::XmlDocument document, format::XmlDocument::parse(bytes));
  const XmlElement master = document.root().first_child();
  if (document.root().name() != "TestResult" || master.name() != "TestSuite" ||
      master.next_sibling()) {
    return base::trouble("it is not a report of Boost.Test");
  }
  Report report;
  read_suite(master, "", false, report);
  return report;
}

std::string name_in_report(std::string_view name) {
  std::string read(name);
  std::ranges::replace_if(read, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return read;
}

}  // namespace cupel::harness::boost
