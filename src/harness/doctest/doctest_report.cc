// SPDX-License-Identifier: Apache-2.0
// The XML report as doctest 2.4 and later stream it. Every element is flushed when it ends, and the
// start of a test or subcase at once:
//
//   document  = <doctest> <Options/> *suite <OverallResultsAsserts/> <OverallResultsTestCases/>
//   </doctest> suite     = <TestSuite [name]> *test </TestSuite> test      = <TestCase [name]
//   filename line [description] [timeout] [may_fail] [should_fail]>
//               *part result </TestCase>
//   part      = subcase | assertion | message | <Exception crash>
//   subcase   = <SubCase [name] filename line> *part </SubCase>
//   assertion = <Expression success type filename line> <Original> [<Exception>] [<Expanded>]
//               [<ExpectedException>] [<ExpectedExceptionString>] *<Info>
//   message   = <Message type filename line> <Text> *<Info>
//   result    = <OverallResultsAsserts successes failures test_case_success [duration]
//               [expected_failures]/>
//
// test_case_success has the decorators applied: a test that may or should fail is a success with
// failed expressions in it, and WARN is a failed expression that never counts. After a fatal signal
// the handler writes an exception with crash="true" and closes everything down to the end of the
// document, as if the run were complete.
#include "harness/doctest/doctest_report.h"

#include "base/text.h"
#include "harness/doctest/doctest_wire.h"

namespace cupel::harness::doctest {
namespace {

enum Part : int {
  in_document = 0,
  run,
  suite,
  test,
  subcase,
  assertion,
  original,
  expanded,
  thrown,
  expected,
  message,
  said,
  info,
  exception,
  crash,
  result,
  totals,
};

constexpr ReportRow rows[] = {
    {in_document, "doctest", run},
    {run, "TestSuite", suite},
    {suite, "TestCase", test},
    {test, "SubCase", subcase},
    {subcase, "SubCase", subcase},
    {test, "Expression", assertion},
    {subcase, "Expression", assertion},
    {test, "Message", message},
    {subcase, "Message", message},
    {test, "Exception", exception, true},
    {subcase, "Exception", exception, true},
    {assertion, "Original", original, true},
    {assertion, "Expanded", expanded, true},
    {assertion, "Exception", thrown, true},
    {assertion, "ExpectedException", expected, true},
    {assertion, "ExpectedExceptionString", expected, true},
    {assertion, "Info", info, true},
    {message, "Text", said, true},
    {message, "Info", info, true},
    {test, "OverallResultsAsserts", result},
    {run, "OverallResultsTestCases", totals},
};

constexpr std::size_t most_infos = 100;  ///< of one assertion

}  // namespace

Report::Report(CaseLog& log) : XmlReport(rows, log) {}

bool Report::is_misplaced(int /*parent*/, std::string_view element) const {
  return element == "TestCase" || element == "doctest";
}

ReportedName Report::named_by(const format::XmlStart& element) const {
  const model::Location place = location_of(element);
  return {base::to_utf8(element.get("name")), place.file, place.line};
}

void Report::on_enter(int part, const format::XmlStart& element, Findings& out) {
  switch (part) {
    case test:
      return begin_test(element, out);
    case subcase:
      return log().enter_subcase(element.get("name"), out);
    case assertion:
    case message:
      return begin_assertion(element);
    case exception:
      if (element.get("crash") == "true") log().die_inside();
      return;
    case result:
      return read_result(element, out);
    case totals:
      return read_totals(element, out);
    default:
      return;
  }
}

void Report::on_leave(int part, std::string text, Findings& out) {
  switch (part) {
    case test:
      return end_test(out);
    case subcase:
      return log().leave_subcase();
    case assertion:
      return end_assertion(expression_message());
    case message:
      return end_assertion(said_.empty() ? "explicit failure" : said_);
    case exception:
      return end_exception(std::move(text));
    case original:
      original_ = std::move(text);
      return;
    case expanded:
      expanded_ = std::move(text);
      return;
    case thrown:
      thrown_ = std::move(text);
      return;
    case expected:
      expanded_ += (expanded_.empty() ? "expected: " : ", ") + text;
      return;
    case said:
      said_ = std::move(text);
      return;
    case info:
      if (infos_.size() < most_infos) infos_.push_back(std::move(text));
      return;
    default:
      return;
  }
}

void Report::begin_test(const format::XmlStart& element, Findings& out) {
  place_ = location_of(element);
  should_fail_ = element.get("should_fail") == "true";
  timeout_ = base::to_one_line(element.get("timeout"));
  expected_failures_.clear();
  result_.reset();
  properties_.clear();
  if (const std::string* words = element.find("description")) {
    properties_.emplace_back("description", base::to_utf8(*words));
  }
  log().begin(named_by(element), out);
}

void Report::begin_assertion(const format::XmlStart& element) {
  assertion_place_ = location_of(element);
  macro_ = base::to_utf8(element.get("type"));
  // A message has no "success": it failed unless it is a warning.
  assertion_failed_ = element.get("success") != "true" && !macro_.starts_with("WARN");
  original_.clear();
  expanded_.clear();
  thrown_.clear();
  said_.clear();
  infos_.clear();
}

void Report::end_assertion(std::string message) {
  if (!assertion_failed_) return;
  if (!infos_.empty()) message += "\nlogged:";
  for (const std::string& text : infos_) message += "\n  " + text;
  log().add_failure({std::move(message), assertion_place_});
}

// It has no place of its own.
void Report::end_exception(std::string text) {
  log().add_failure({"unexpected exception: " + std::move(text), place_});
}

std::string Report::expression_message() const {
  std::string message = macro_ + "( " + original_ + " )";
  if (!thrown_.empty()) message += "\nthrew: " + thrown_;
  if (!expanded_.empty()) message += "\nvalues: " + expanded_;
  return message;
}

std::string Report::why_failed_silently() const {
  if (should_fail_) return "it is decorated should_fail() and did not fail";
  if (!expected_failures_.empty()) {
    return "it is decorated expected_failures(" + expected_failures_ +
           ") and did not fail that many assertions";
  }
  if (!timeout_.empty())
    return "it took longer than its timeout(" + timeout_ + ") decorator allows";
  return "it failed without a failed assertion";
}

void Report::read_result(const format::XmlStart& element, Findings& out) {
  const auto success = truth_of(element, "test_case_success");
  if (!success || result_) return log().break_channel("a test has no result, or two", out);
  model::CaseResult& read = result_.emplace();
  read.duration = duration_of(element, "duration");
  read.reported = *success ? model::Reported::passed : model::Reported::failed;
  expected_failures_ = base::to_one_line(element.get("expected_failures"));
}

void Report::end_test(Findings& out) {
  if (log().died()) return;
  if (!result_) return log().die_inside();
  const std::vector<model::Failure>& failures = log().failures();
  if (result_->reported == model::Reported::passed && !failures.empty()) {
    properties_.emplace_back("expected_failure", failures.front().message);
  }
  const bool decorated = should_fail_ || !expected_failures_.empty();
  if (result_->reported == model::Reported::failed && (failures.empty() || decorated)) {
    log().add_failure({why_failed_silently(), place_});
  }
  result_->properties = std::move(properties_);
  log().finish(*std::move(result_), out);
  result_.reset();
}

void Report::read_totals(const format::XmlStart& element, Findings& out) {
  const auto passed = count_of(element, "successes");
  const auto failed = count_of(element, "failures");
  if (!passed || !failed || totals_) {
    return log().break_channel("the totals of the run are not doctest's", out);
  }
  totals_ = Totals{*passed + *failed, *failed};
}

void Report::finish(Findings& out) {
  if (log().broken() || log().died() || !events().complete()) return;
  if (!totals_) return log().break_channel("it ends without the totals of the run", out);
  // A range counts the tests up to its end that pass the filters, those before its beginning too.
  if (totals_->cases < log().ended() || totals_->failed != log().failed()) {
    return log().break_channel("its totals are not those of the tests in it", out);
  }
  out.emplace_back(model::RunCompleted{log().failed() == 0});
}

}  // namespace cupel::harness::doctest
