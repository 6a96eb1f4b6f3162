// SPDX-License-Identifier: Apache-2.0
// The report that ctest writes at its end (3.21 and later):
//
//   report  = <testsuite …> *( case ) </testsuite>
//   case    = <testcase name=T time=SECONDS status="run"|"fail"|"notrun"|"disabled">
//             [ <failure message=…/> | <skipped message=…/> ] [ <properties> ]
//             <system-out>…</system-out> </testcase>
//
// A test that was "notrun" was skipped where the message names a property SKIP_…. Otherwise its
// program, a required file or a fixture was missing, which ctest counts as a failure.
#include "harness/ctest/junit_report.h"

#include <charconv>

#include "base/text.h"
#include "format/xml.h"

namespace cupel::harness::ctest {
namespace {

using format::XmlElement;
using model::Reported;

std::optional<base::Duration> seconds_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !(value >= 0 && value < 1e9)) return std::nullopt;
  return base::from_seconds(value);
}

Reported reported_as(std::string_view status, std::string_view reason) {
  if (status == "run") return Reported::passed;
  if (status == "disabled") return Reported::skipped;
  if (status == "notrun" && reason.starts_with("SKIP_")) return Reported::skipped;
  return Reported::failed;
}

std::string reason_in_words(std::string_view reason) {
  constexpr std::string_view code = "SKIP_RETURN_CODE=";
  if (reason.starts_with(code)) {
    return "it exited with its SKIP_RETURN_CODE, " + base::to_utf8(reason.substr(code.size()));
  }
  if (reason == "SKIP_REGULAR_EXPRESSION_MATCHED") {
    return "its output matches its SKIP_REGULAR_EXPRESSION";
  }
  return base::to_utf8(reason);
}

ReportCase read_case(const XmlElement& element) {
  ReportCase read;
  read.name = element.attribute("name");
  std::string_view reason;
  for (XmlElement child = element.first_child(); child; child = child.next_sibling()) {
    if (child.name() == "failure" || child.name() == "skipped") reason = child.attribute("message");
    if (child.name() == "system-out") read.output = base::to_utf8(child.text());
  }
  const std::string_view status = element.attribute("status");
  read.reported = reported_as(status, reason);
  read.reason = reason_in_words(reason);
  if (status == "notrun" && read.reported == Reported::failed) {
    read.reason = "Not Run: " + read.reason;
  }
  if (status != "notrun" && status != "disabled") {
    read.duration = seconds_of(element.attribute("time"));
  }
  return read;
}

}  // namespace

base::Result<std::vector<ReportCase>> parse_report(std::string_view bytes) {
  CUPEL_TRY_ASSIGN(const format::XmlDocument document, format::XmlDocument::parse(bytes));
  const XmlElement root = document.root();
  if (root.name() != "testsuite") return base::trouble("not ctest's report");
  std::vector<ReportCase> cases;
  for (XmlElement one = root.first_child(); one; one = one.next_sibling()) {
    if (one.name() == "testcase") cases.push_back(read_case(one));
  }
  return cases;
}

}  // namespace cupel::harness::ctest
