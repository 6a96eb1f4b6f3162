// SPDX-License-Identifier: Apache-2.0
// The XML report as v2 (2.13) and v3 (3.0 to 3.7) stream it. Every element is flushed when it ends,
// and the start of a test or section at once:
//
//   v3        = <Catch2TestRun> *test <OverallResults/> <OverallResultsCases/> </Catch2TestRun>
//   v2        = <Catch> <Group> *test <OverallResults/> <OverallResultsCases/> </Group> … </Catch>
//   test      = <TestCase name [tags] filename line> *part result </TestCase>
//   part      = section | <Info> | <Warning> | expression | <Failure> | <Exception> | <Skip> |
//   fatal section   = <Section name filename line> *part <OverallResults/> </Section> expression=
//   <Expression success type filename line> <Original> <Expanded> [<Exception> | fatal] fatal     =
//   <FatalErrorCondition> result    = <OverallResult success [skips] [durationInSeconds]>
//   [<StdOut>] [<StdErr>]
//
// Infos stand before the assertion that they belong to. A test that may or should fail is a success
// with failed expressions in it. After a fatal signal the handler closes everything down to the end
// of the document, as if the run were complete: a test with a fatal condition, or without a result,
// is one that the process died in.
#include "harness/catch2/catch2_report.h"

#include "base/text.h"
#include "harness/catch2/catch2_wire.h"

namespace cupel::harness::catch2 {
namespace {

enum Part : int {
  in_document = 0,
  run,
  group,
  test,
  section,
  expression,
  original,
  expanded,
  thrown,
  info,
  warning,
  failure,
  exception,
  skip,
  fatal,
  result,
  standard_out,
  standard_err,
  totals,
};

constexpr ReportRow rows[] = {
    {in_document, "Catch2TestRun", run},
    {in_document, "Catch", run},
    {run, "Group", group},
    {run, "TestCase", test},
    {group, "TestCase", test},
    {test, "Section", section},
    {section, "Section", section},
    {test, "Info", info, true},
    {section, "Info", info, true},
    {test, "Warning", warning},
    {section, "Warning", warning},
    {test, "Expression", expression},
    {section, "Expression", expression},
    {test, "Failure", failure, true},
    {section, "Failure", failure, true},
    {test, "Exception", exception, true},
    {section, "Exception", exception, true},
    {test, "Skip", skip, true},
    {section, "Skip", skip, true},
    {test, "FatalErrorCondition", fatal},
    {section, "FatalErrorCondition", fatal},
    {expression, "FatalErrorCondition", fatal},
    {expression, "Original", original, true},
    {expression, "Expanded", expanded, true},
    {expression, "Exception", thrown, true},
    {test, "OverallResult", result},
    {result, "StdOut", standard_out, true},
    {result, "StdErr", standard_err, true},
    {run, "OverallResultsCases", totals},
};

constexpr std::size_t most_infos = 100;  ///< of one assertion

std::string indented(std::string_view text) {
  std::string lines = "  ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "  ";
  }
  return lines;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (!all.empty()) all += "; ";
    all += text;
  }
  return all;
}

}  // namespace

Report::Report(CaseLog& log) : XmlReport(rows, log) {}

bool Report::is_misplaced(int /*parent*/, std::string_view element) const {
  return element == "TestCase" || element == "Catch2TestRun" || element == "Catch";
}

ReportedName Report::named_by(const format::XmlStart& element) const {
  const model::Location place = location_of(element);
  return {report_form(element.get("name")), place.file, place.line};
}

void Report::on_enter(int part, const format::XmlStart& element, Findings& out) {
  element_place_ = location_of(element);
  switch (part) {
    case test:
      return begin_test(element, out);
    case section:
      return log().enter_subcase(element.get("name"), out);
    case expression:
      expression_place_ = element_place_;
      macro_ = base::to_utf8(element.get("type"));
      original_.clear();
      expanded_.clear();
      thrown_.clear();
      expression_failed_ = truth_of(element, "success") == std::optional(false);
      return;
    case fatal:
      return log().die_inside();
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
    case section:
      return log().leave_subcase();
    case expression:
      if (expression_failed_) fail(expression_message(), expression_place_);
      infos_.clear();
      return;
    case original:
      original_ = std::move(text);
      return;
    case expanded:
      expanded_ = std::move(text);
      return;
    case thrown:
      thrown_ = std::move(text);
      return;
    case info:
      if (infos_.size() < most_infos) infos_.push_back(std::move(text));
      return;
    case warning:
      return infos_.clear();
    case failure:
      return fail(text.empty() ? "explicit failure" : std::move(text), element_place_);
    case exception:
      return fail("unexpected exception with message:\n" + indented(text), element_place_);
    case skip:
      skips_.push_back(std::move(text));
      return infos_.clear();
    case standard_out:
    case standard_err:
      output_ += (output_.empty() || text.empty() ? "" : "\n") + text;
      return;
    default:
      return;
  }
}

void Report::begin_test(const format::XmlStart& element, Findings& out) {
  place_ = element_place_;
  should_fail_ = element.get("tags").find("[!shouldfail]") != std::string_view::npos;
  result_.reset();
  infos_.clear();
  skips_.clear();
  output_.clear();
  log().begin(named_by(element), out);
}

void Report::fail(std::string message, model::Location location) {
  log().add_failure({with_infos(std::move(message)), std::move(location)});
}

std::string Report::with_infos(std::string message) {
  if (!infos_.empty()) message += "\nwith message:";
  for (const std::string& text : infos_) message += "\n" + indented(text);
  infos_.clear();
  return message;
}

std::string Report::expression_message() const {
  const bool named = !macro_.empty();
  std::string message = named ? macro_ + "( " + original_ + " )" : original_;
  if (!thrown_.empty()) {
    message += "\ndue to unexpected exception with message:\n" + indented(thrown_);
  } else if (!expanded_.empty() && expanded_ != original_) {
    message += "\nwith expansion:\n" + indented(expanded_);
  }
  return message;
}

std::string Report::why_failed_silently() const {
  return should_fail_ ? "it is tagged [!shouldfail] and did not fail"
                      : "it failed without a failed assertion";
}

void Report::read_result(const format::XmlStart& element, Findings& out) {
  const auto success = truth_of(element, "success");
  if (!success || result_) {
    return log().break_channel("a test has no result, or two", out);
  }
  model::CaseResult& read = result_.emplace();
  read.duration = duration_of(element, "durationInSeconds");
  const bool skipped = count_of(element, "skips").value_or(0) > 0;
  read.reported = !*success ? model::Reported::failed
                  : skipped ? model::Reported::skipped
                            : model::Reported::passed;
}

void Report::end_test(Findings& out) {
  if (log().died()) return;
  if (!result_) return log().die_inside();
  const std::vector<model::Failure>& failures = log().failures();
  if (result_->reported == model::Reported::failed) {
    if (failures.empty()) fail(why_failed_silently(), place_);
    result_->output = std::move(output_);
  } else if (result_->reported == model::Reported::skipped) {
    result_->skip_reason = joined(skips_);
  } else if (!failures.empty()) {
    result_->properties.emplace_back("expected_failure", failures.front().message);
  }
  log().finish(*std::move(result_), out);
  result_.reset();
}

void Report::read_totals(const format::XmlStart& element, Findings& out) {
  const auto passed = count_of(element, "successes");
  const auto failed = count_of(element, "failures");
  if (!passed || !failed || totals_) {
    return log().break_channel("the totals of the run are not Catch2's", out);
  }
  const std::size_t expected = count_of(element, "expectedFailures").value_or(0);
  const std::size_t skipped = count_of(element, "skips").value_or(0);
  totals_ = Totals{*passed + *failed + expected + skipped, *failed};
}

// A name with a newline in it makes a line of its own, which is none of these. FAIL counts what the
// XML calls no success.
bool Report::agrees_with(const std::string& verdicts) const {
  constexpr std::string_view mark = ":test-result: ";
  std::size_t ended = 0;
  std::size_t failed = 0;
  std::string_view rest = verdicts;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    if (!line.starts_with(mark)) continue;
    ++ended;
    if (line.substr(mark.size()).starts_with("FAIL ")) ++failed;
  }
  return ended == log().ended() && failed == log().failed();
}

void Report::finish(const std::string* verdicts, Findings& out) {
  if (log().broken() || log().died() || !events().complete()) return;
  if (!totals_) return log().break_channel("it ends without the totals of the run", out);
  if (totals_->cases != log().ended() || totals_->failed != log().failed()) {
    return log().break_channel("its totals are not those of the tests in it", out);
  }
  if (verdicts != nullptr && !agrees_with(*verdicts)) {
    return log().distrust("it has its end, and the program never came to its own", out);
  }
  out.emplace_back(model::RunCompleted{log().failed() == 0});
}

}  // namespace cupel::harness::catch2
