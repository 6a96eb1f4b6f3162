// SPDX-License-Identifier: Apache-2.0
// The closing report, written once at the end of RUN_ALL_TESTS (1.8.1 to 1.18):
//
//   report   = <testsuites …> *( suite ) </testsuites>
//   suite    = <testsuite name=S [skipped=N] …> *( case ) </testsuite>
//   case     = <testcase name=T status="run"|"notrun" [result="completed"|"skipped"|"suppressed"]
//                        [timestamp=…] time=SECONDS …> *( failure | skipped | properties )
//   failure  = <failure message=…> "FILE:LINE\nMESSAGE" </failure>      skipped likewise
//
// A case without a name is a failure of its suite's set-up or tear-down, or, in the suite
// NonTestSuiteFailure, of the global environment. Bytes that are no UTF-8 stand in it as they are.
#include "harness/gtest/report.h"

#include <charconv>

#include "base/text.h"
#include "format/xml.h"

namespace cupel::harness::gtest {
namespace {

using format::XmlElement;

/// The first line of the text is the place, "FILE:LINE", "FILE" or "unknown file".
model::Failure failure_of(const XmlElement& element) {
  const std::string text = element.text();
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view place = std::string_view(text).substr(0, end);
  std::string_view message = std::string_view(text).substr(std::min(end + 1, text.size()));
  while (message.ends_with('\n')) message.remove_suffix(1);
  model::Failure failure;
  failure.message = base::to_utf8(message);
  const std::size_t colon = place.rfind(':');
  if (colon != std::string_view::npos) {
    int line = 0;
    const char* const last = place.data() + place.size();
    const auto [stop, error] = std::from_chars(place.data() + colon + 1, last, line);
    if (error == std::errc{} && stop == last && line > 0) {
      failure.location.line = line;
      place = place.substr(0, colon);
    }
  }
  if (place != "unknown file") failure.location.file = base::to_utf8(place);
  return failure;
}

/// The epoch is written in local time, so west of Greenwich it is the day before.
bool is_epoch(std::string_view timestamp) {
  return timestamp.starts_with("1970-01-01") || timestamp.starts_with("1969-12-31");
}

std::optional<base::Duration> seconds_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !(value >= 0 && value < 1e9)) return std::nullopt;
  return base::from_seconds(value);
}

ReportCase::Result result_of(const XmlElement& element, const ReportCase& read) {
  if (element.attribute("status") == "notrun") return ReportCase::Result::not_run;
  if (!read.failures.empty()) return ReportCase::Result::failed;
  if (element.attribute("result") == "skipped") return ReportCase::Result::skipped;
  if (element.attribute("result") == "suppressed") return ReportCase::Result::not_run;
  return ReportCase::Result::passed;
}

void read_children(const XmlElement& element, ReportCase& read) {
  for (XmlElement child = element.first_child(); child; child = child.next_sibling()) {
    if (child.name() == "failure") {
      read.failures.push_back(failure_of(child));
    } else if (child.name() == "skipped") {
      read.skips.push_back(failure_of(child));
    } else if (child.name() == "properties") {
      for (XmlElement one = child.first_child(); one; one = one.next_sibling()) {
        read.properties.emplace_back(base::to_utf8(one.attribute("name")),
                                     base::to_utf8(one.attribute("value")));
      }
    }
  }
}

ReportCase read_case(const XmlElement& element, std::string_view suite) {
  ReportCase read;
  read.name = std::string(suite) + "." + std::string(element.attribute("name"));
  read.never_began = is_epoch(element.attribute("timestamp"));
  read.duration = seconds_of(element.attribute("time"));
  read_children(element, read);
  read.result = result_of(element, read);
  return read;
}

void read_suite(const XmlElement& suite, Report& report) {
  const std::string_view name = suite.attribute("name");
  report.counts_skips = report.counts_skips || suite.has("skipped");
  for (XmlElement element = suite.first_child(); element; element = element.next_sibling()) {
    if (element.name() != "testcase") continue;
    ReportCase read = read_case(element, name);
    // RegisterTest can make a test whose name is empty; it has a place, a suite's failure has none.
    if (!element.attribute("name").empty() || element.has("file")) {
      report.cases.push_back(std::move(read));
      continue;
    }
    for (model::Failure& failure : read.failures) {
      std::string where = name == "NonTestSuiteFailure" && element.attribute("classname").empty()
                              ? "global environment"
                              : "set-up or tear-down of " + base::to_utf8(name);
      report.outside.push_back({std::move(where), std::move(failure)});
    }
  }
}

}  // namespace

base::Result<Report> parse_report(std::string_view bytes) {
  CUPEL_TRY_ASSIGN(const format::XmlDocument document, format::XmlDocument::parse(bytes));
  const XmlElement root = document.root();
  if (root.name() != "testsuites") return base::trouble("not a GoogleTest report");
  Report report;
  for (XmlElement suite = root.first_child(); suite; suite = suite.next_sibling()) {
    if (suite.name() == "testsuite") read_suite(suite, report);
  }
  return report;
}

std::string name_in_report(std::string_view native) {
  std::string name;
  name.reserve(native.size());
  for (const char c : native) {
    if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' || c == '\r') name += c;
  }
  return name;
}

}  // namespace cupel::harness::gtest
