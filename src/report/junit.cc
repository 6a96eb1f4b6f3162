// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "format/xml_writer.h"
#include "record/tally.h"
#include "report/rerun.h"
#include "report/verdict_line.h"
#include "report/view.h"

namespace cupel::report {
namespace {

// One <testcase>, with at most one of <failure>, <error> and <skipped> in it.
struct Case {
  std::string class_name;
  std::string name;
  model::Location place;
  double duration_s = 0;
  std::string verdict = {};  ///< the element, empty: passed
  std::string type = {};
  std::string message = {};
  std::string body = {};
  std::string output = {};
};

struct Suite {
  std::string name;
  double duration_s = 0;
  std::vector<Case> cases;
  [[nodiscard]] std::size_t count(std::string_view verdict) const {
    std::size_t found = 0;
    for (const Case& one : cases) found += one.verdict == verdict ? 1 : 0;
    return found;
  }
};

std::string first_line(std::string_view text) {
  return base::to_one_line(text.substr(0, text.find('\n')));
}

// What a reader of the XML needs of a test that is not green.
std::string story_of(const record::RunRecord& run, const record::TestRecord& test) {
  std::string text;
  if (!test.detail.empty()) text += test.detail + "\n";
  for (const model::Failure& failure : test.failures) {
    const std::string place = place_text(failure.location);
    text += (place.empty() ? "" : place + "\n") + failure.message + "\n";
  }
  for (const model::Measure& measure : test.measures) {
    text += fmt::format("measure {}: observed {:.4g}, tolerance {:.4g}\n", measure.name,
                        measure.observed, measure.tolerance);
  }
  if (!test.note.empty()) text += test.note + "\n";
  if (!test.known_issue.empty()) text += "known: " + test.known_issue + "\n";
  return text + "run it alone: " + rerun_command(run, test.id) + "\n";
}

bool accepted(const record::RunRecord& run) {
  return run.verdict == model::Verdict::known && run.exit_code == 0;
}

void judge_red(const record::RunRecord& run, const record::TestRecord& test, Case& one) {
  one.message = first_line(why_of(test));
  one.body = story_of(run, test);
  one.output = test.output;
  if (record::is_known_red(test)) {
    one.verdict = accepted(run) ? "skipped" : "failure";
    one.type = "known";
    one.message = fmt::format("known: {}: {}", test.known_issue, one.message);
  } else {
    one.verdict = test.outcome == model::Outcome::failed ? "failure" : "error";
    one.type = model::word(*test.outcome);
  }
}

Case case_of(const record::RunRecord& run, const record::TestRecord& test) {
  Case one{test.id.target, test.id.name, test.location, test.duration_s.value_or(0.0)};
  const model::Outcome outcome = test.outcome.value_or(model::Outcome::not_run);
  if (record::is_red(test)) {
    judge_red(run, test, one);
  } else if (outcome == model::Outcome::not_run) {
    one.verdict = "error";
    one.type = model::word(outcome);
    one.message = first_line(why_of(test));
    one.body = story_of(run, test);
  } else if (outcome == model::Outcome::skipped) {
    one.verdict = "skipped";
    one.message = first_line(why_of(test));
  } else if (test.unexpected_pass && run.scope.full()) {
    one.verdict = "failure";
    one.type = "unexpected_pass";
    one.message = fmt::format("passed, but {} says that it fails", test.known_entry);
    one.body = story_of(run, test);
  }
  return one;
}

// What only configuration makes red counts only where the run is red.
bool counts(const record::RunRecord& run, const record::ProblemRecord& problem) {
  return model::problem_class(problem.kind) != model::ProblemClass::configured ||
         run.verdict == model::Verdict::red;
}

// A problem that the ledger covers is a known failure like that of a test.
Case problem_case(const record::RunRecord& run, const record::ProblemRecord& problem,
                  const std::string& suite, const std::string& name) {
  const std::string kind(model::word(problem.kind));
  const std::string message = kind + ": " + first_line(problem.detail);
  if (problem.known_issue.empty()) {
    return {suite, name, {}, 0, "error", kind, message, problem.detail, {}};
  }
  const std::string known = fmt::format("known: {}: {}", problem.known_issue, message);
  const char* verdict = accepted(run) ? "skipped" : "failure";
  return {suite, name, {}, 0, verdict, "known", known, problem.detail, {}};
}

void add_problems(const record::RunRecord& run, const std::vector<record::ProblemRecord>& problems,
                  Suite& suite) {
  std::size_t n = 0;
  for (const record::ProblemRecord& problem : problems) {
    if (!counts(run, problem)) continue;
    ++n;
    const std::string name = n == 1 ? "[target]" : fmt::format("[target]@{}", n);
    suite.cases.push_back(problem_case(run, problem, suite.name, name));
  }
}

// Something red that no ledger entry covers: what a reader of the file takes for "not green".
bool has_new(const Suite& suite) {
  return std::ranges::any_of(suite.cases, [](const Case& one) {
    return one.verdict == "error" || (one.verdict == "failure" && one.type != "known");
  });
}

std::vector<Suite> suites_of(const record::RunRecord& run) {
  std::vector<Suite> suites;
  for (const TargetView& view : by_target(run)) {
    Suite& suite = suites.emplace_back(Suite{view.target->name, view.duration_s, {}});
    for (const record::TestRecord* test : view.tests) suite.cases.push_back(case_of(run, *test));
    add_problems(run, view.target->problems, suite);
  }
  Suite gate{"gate", 0, {}};
  add_problems(run, run.gate_problems, gate);
  bool told = has_new(gate);
  for (const Suite& suite : suites) told = told || has_new(suite);
  if (run.exit_code != 0 && !told && run.verdict != model::Verdict::known) {
    const std::string verdict(model::word(run.verdict.value_or(model::Verdict::incomplete)));
    gate.cases.push_back({gate.name,
                          "[gate]",
                          {},
                          0,
                          "error",
                          verdict,
                          verdict_line(run),
                          fmt::format("{}\n", fmt::join(run.reasons, "\n")),
                          {}});
  }
  if (!gate.cases.empty()) suites.push_back(std::move(gate));
  return suites;
}

void write_case(format::XmlWriter& xml, const Case& one) {
  xml.open("testcase").attribute("classname", one.class_name).attribute("name", one.name);
  if (!one.place.file.empty()) xml.attribute("file", one.place.file);
  if (one.place.line > 0) xml.attribute("line", std::to_string(one.place.line));
  xml.attribute("time", fmt::format("{:.6f}", one.duration_s));
  if (!one.verdict.empty()) {
    xml.open(one.verdict);
    if (!one.type.empty()) xml.attribute("type", one.type);
    xml.attribute("message", one.message);
    if (!one.body.empty()) xml.text(one.body);
    xml.close();
  }
  if (!one.output.empty()) xml.open("system-out").text(one.output).close();
  xml.close();
}

void write_counts(format::XmlWriter& xml, const std::vector<Suite>& suites) {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  for (const Suite& suite : suites) {
    tests += suite.cases.size();
    failures += suite.count("failure");
    errors += suite.count("error");
    skipped += suite.count("skipped");
  }
  xml.attribute("tests", std::to_string(tests)).attribute("failures", std::to_string(failures));
  xml.attribute("errors", std::to_string(errors)).attribute("skipped", std::to_string(skipped));
}

void write_property(format::XmlWriter& xml, std::string_view name, std::string_view value) {
  xml.open("property").attribute("name", name).attribute("value", value).close();
}

void write_properties(format::XmlWriter& xml, const record::RunRecord& run) {
  xml.open("properties");
  write_property(xml, "verdict", verdict_line(run));
  write_property(xml, "exit_code", std::to_string(run.exit_code));
  write_property(xml, "mode", run.gate.mode);
  write_property(xml, "precision", precision_line(run));
  if (!run.environment.commit.empty()) write_property(xml, "commit", run.environment.commit);
  xml.close();
}

void write_suite(format::XmlWriter& xml, const record::RunRecord& run, const Suite& suite) {
  xml.open("testsuite").attribute("name", suite.name);
  write_counts(xml, {suite});
  xml.attribute("time", fmt::format("{:.3f}", suite.duration_s));
  // The schema in use has no zone and no fraction here.
  xml.attribute("timestamp", base::format_wall_time(run.started).substr(0, 19));
  if (!run.environment.host.empty()) xml.attribute("hostname", run.environment.host);
  write_properties(xml, run);
  for (const Case& one : suite.cases) write_case(xml, one);
  xml.close();
}

}  // namespace

std::string junit(const record::RunRecord& run) {
  const std::vector<Suite> suites = suites_of(run);
  std::string text;
  format::XmlWriter xml(text);
  xml.open("testsuites").attribute("name", run.gate.name);
  write_counts(xml, suites);
  xml.attribute("time", fmt::format("{:.3f}", run.duration_s()));
  for (const Suite& suite : suites) write_suite(xml, run, suite);
  xml.close();
  return text;
}

std::string junit_skeleton(const std::string& gate) {
  Case one{"gate", "[gate]", {}};
  one.verdict = "error";
  one.type = "incomplete";
  one.message = "incomplete: the run has not finished";
  std::vector<Suite> suites(1);
  suites[0].name = "gate";
  suites[0].cases.push_back(std::move(one));
  std::string text;
  format::XmlWriter xml(text);
  xml.open("testsuites").attribute("name", gate);
  write_counts(xml, suites);
  xml.open("testsuite").attribute("name", "gate");
  write_counts(xml, suites);
  write_case(xml, suites[0].cases[0]);
  xml.close().close();
  return text;
}

}  // namespace cupel::report
