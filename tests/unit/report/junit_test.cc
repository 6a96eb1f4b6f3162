// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <gtest/gtest.h>

#include <map>

#include "format/xml.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

struct Counts {
  std::size_t suites = 0;
  std::size_t tests = 0;
  std::map<std::string, std::size_t> by_element;  ///< failure, error, skipped
  std::map<std::string, std::size_t> by_type;
};

std::size_t attribute(format::XmlElement element, const char* name) {
  return std::stoul(std::string(element.attribute(name)));
}

// Counts the elements of one suite and holds its own counts against them.
void count_suite(format::XmlElement suite, Counts& counts) {
  Counts own;
  for (auto one = suite.first_child(); one; one = one.next_sibling()) {
    if (one.name() != "testcase") continue;
    ++own.tests;
    for (auto verdict = one.first_child(); verdict; verdict = verdict.next_sibling()) {
      ++own.by_element[std::string(verdict.name())];
      ++counts.by_type[std::string(verdict.attribute("type"))];
    }
  }
  EXPECT_EQ(attribute(suite, "tests"), own.tests);
  EXPECT_EQ(attribute(suite, "failures"), own.by_element["failure"]);
  EXPECT_EQ(attribute(suite, "errors"), own.by_element["error"]);
  EXPECT_EQ(attribute(suite, "skipped"), own.by_element["skipped"]);
  counts.tests += own.tests;
  for (const auto& [name, count] : own.by_element) counts.by_element[name] += count;
}

Counts count(const std::string& text) {
  Counts counts;
  auto document = format::XmlDocument::parse(text);
  EXPECT_TRUE(document.ok()) << text;
  if (!document.ok()) return counts;
  const format::XmlElement root = document->root();
  EXPECT_EQ(root.name(), "testsuites");
  for (auto suite = root.first_child(); suite; suite = suite.next_sibling()) {
    EXPECT_EQ(suite.name(), "testsuite");
    ++counts.suites;
    count_suite(suite, counts);
  }
  EXPECT_EQ(attribute(root, "tests"), counts.tests);
  EXPECT_EQ(attribute(root, "failures"), counts.by_element["failure"]);
  EXPECT_EQ(attribute(root, "errors"), counts.by_element["error"]);
  EXPECT_EQ(attribute(root, "skipped"), counts.by_element["skipped"]);
  return counts;
}

// The run after `change`, as JUnit, counted.
template <typename Change>
Counts count_of(record::RunRecord run, Change change) {
  change(run);
  return count(junit(run));
}

TEST(Junit, StandardRun) {
  expect_golden("junit.xml", junit(standard_run()));
}

TEST(Junit, CountsAreThoseOfTheRecord) {
  const record::RunRecord run = standard_run();
  Counts counts = count(junit(run));
  EXPECT_EQ(counts.suites, 3U);  // two targets, and the gate's own problem
  EXPECT_EQ(counts.tests, run.counts.selected + 2);
  EXPECT_EQ(counts.by_type["failed"] + counts.by_type["known"],
            run.counts.of(model::Outcome::failed));
  for (const char* type : {"crashed", "timed_out", "missing", "not_run", "known", "unexpected_pass",
                           "exit_mismatch", "uncovered_program"}) {
    EXPECT_EQ(counts.by_type[type], 1U) << type;
  }
  EXPECT_EQ(counts.by_element["skipped"], run.counts.of(model::Outcome::skipped));
  EXPECT_EQ(counts.by_element["error"], 6U);
  EXPECT_EQ(counts.by_element["failure"], 5U);
}

TEST(Junit, AGreenRunHasNoFailureAndNoError) {
  Counts counts = count(junit(green_run(3)));
  EXPECT_EQ(counts.tests, 3U);
  EXPECT_EQ(counts.by_element["failure"] + counts.by_element["error"], 0U);
}

TEST(Junit, KnownFailuresAreSkippedOnlyWhereTheyWereAccepted) {
  const auto make_known = [](record::RunRecord& run) {
    run.tests[1].outcome = model::Outcome::failed;
    run.tests[1].known_entry = "known.toml:1:1";
    run.tests[1].known_issue = "https://example.org/7";
    run.verdict = model::Verdict::known;
    run.exit_code = 2;
  };
  Counts refused = count_of(green_run(3), make_known);
  EXPECT_EQ(refused.by_element["failure"], 1U);
  EXPECT_EQ(refused.by_type["known"], 1U);
  EXPECT_EQ(refused.by_element["error"], 0U);
  record::RunRecord run = green_run(3);
  make_known(run);
  run.exit_code = 0;
  const std::string text = junit(run);
  Counts accepted = count(text);
  EXPECT_EQ(accepted.by_element["failure"] + accepted.by_element["error"], 0U);
  EXPECT_EQ(accepted.by_element["skipped"], 1U);
  EXPECT_NE(text.find("known: https://example.org/7"), std::string::npos);
}

TEST(Junit, ARedWithoutARedTestIsStillRed) {
  for (const auto verdict : {model::Verdict::red, model::Verdict::incomplete}) {
    Counts counts = count_of(green_run(3), [verdict](record::RunRecord& run) {
      run.verdict = verdict;
      run.exit_code = model::exit_code(verdict, false);
      run.reasons = {"2 tests skip that are not declared"};
      run.tests[1].outcome = model::Outcome::failed;
      run.tests[1].known_entry = "known.toml:1:1";
    });
    EXPECT_EQ(counts.by_element["error"], 1U);
    EXPECT_EQ(counts.by_type[std::string(model::word(verdict))], 1U);
  }
}

TEST(Junit, ALeakThatIsOnlyReportedIsNoError) {
  const auto leak = [](record::RunRecord& run) {
    run.targets[0].problems.push_back({model::ProblemKind::leaked_process, "sleep 600", {}, {}});
  };
  Counts counts = count_of(green_run(1), leak);
  EXPECT_EQ(counts.by_element["error"], 0U);
  counts = count_of(green_run(1), [&leak](record::RunRecord& run) {
    leak(run);
    run.verdict = model::Verdict::red;
    run.exit_code = 1;
  });
  EXPECT_EQ(counts.by_type["leaked_process"], 1U);
}

TEST(Junit, AnUnexpectedPassOfANarrowedRunIsAPass) {
  Counts counts = count_of(green_run(2), [](record::RunRecord& run) {
    run.tests[0].unexpected_pass = true;
    run.scope.narrowed_by = {"a filter"};
  });
  EXPECT_EQ(counts.by_element["failure"], 0U);
}

TEST(Junit, SeveralProblemsOfATargetHaveNamesOfTheirOwn) {
  record::RunRecord run = standard_run();
  run.targets[0].problems.push_back({model::ProblemKind::unlisted_test, "x", {}, {}});
  const std::string text = junit(run);
  EXPECT_NE(text.find("name=\"[target]\""), std::string::npos);
  EXPECT_NE(text.find("name=\"[target]@2\""), std::string::npos);
}

TEST(Junit, WhateverIsNotGreenSaysWhy) {
  auto document = format::XmlDocument::parse(junit(standard_run()));
  ASSERT_TRUE(document.ok());
  std::size_t seen = 0;
  for (auto suite = document->root().first_child(); suite; suite = suite.next_sibling()) {
    for (auto one = suite.first_child(); one; one = one.next_sibling()) {
      const format::XmlElement verdict = one.first_child();
      if (one.name() != "testcase" || !verdict) continue;
      ++seen;
      EXPECT_NE(verdict.attribute("message"), "") << one.attribute("name");
    }
  }
  EXPECT_EQ(seen, 15U);
}

TEST(Junit, TheSkeletonSaysIncomplete) {
  const std::string text = junit_skeleton("a \"gate\" \x01");
  Counts counts = count(text);
  EXPECT_EQ(counts.by_element["error"], 1U);
  EXPECT_EQ(counts.by_type["incomplete"], 1U);
}

}  // namespace
}  // namespace cupel::report
