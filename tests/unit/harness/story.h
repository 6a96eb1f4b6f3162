// SPDX-License-Identifier: Apache-2.0
// What a decoder found in one launch, reduced to something a test can state: what each test came to
// in the end, and what else was said.
#pragma once

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness::testing {

/// Where one test came to. Later findings take the place of earlier ones, as the engine has it,
/// except that a contradiction stays.
struct Told {
  int started = 0;
  int finished = 0;
  int amended = 0;
  model::CaseResult result;
  std::vector<std::string> contradictions;
  std::vector<std::string> subcases;
};

struct Story {
  model::Listing listing;
  std::map<std::string, Told> tests;
  std::vector<std::string> unlisted;
  std::vector<model::OutsideFailure> outside;
  std::vector<std::string> broken;
  std::vector<bool> completed;
  std::string channel;
  std::vector<model::Finding> findings;

  const Told& of(const std::string& name) { return tests[name]; }
  /// "passed", "failed", "skipped: REASON", "unsettled", "running", "owed"; "!" before it where it
  /// was contradicted.
  std::string word(const std::string& name) {
    const Told& told = tests[name];
    const std::string mark = told.contradictions.empty() ? "" : "!";
    if (told.finished == 0) return mark + (told.started > 0 ? "running" : "owed");
    switch (told.result.reported) {
      case model::Reported::passed:
        return mark + "passed";
      case model::Reported::failed:
        return mark + "failed";
      case model::Reported::unsettled:
        return mark + "unsettled";
      case model::Reported::skipped:
        break;
    }
    return mark + "skipped" +
           (told.result.skip_reason.empty() ? "" : ": " + told.result.skip_reason);
  }
  std::string message(const std::string& name, std::size_t n = 0) {
    const auto& failures = tests[name].result.failures;
    return n < failures.size() ? failures[n].message : "(none)";
  }
};

/// A file below the folder of test data.
inline std::string test_data(const std::string& name) {
  std::ifstream file(std::string(CUPEL_TEST_DATA) + "/" + name, std::ios::binary);
  if (!file) throw std::runtime_error("no test data " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The words of every test of the listing that is not plainly "passed".
inline std::map<std::string, std::string> not_passed(Story& story) {
  std::map<std::string, std::string> words;
  for (const model::TestCase& test : story.listing.tests) {
    const std::string word = story.word(test.name);
    if (word != "passed") words[test.name] = word;
  }
  return words;
}

inline std::vector<std::size_t> enabled_tests(const model::Listing& listing) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (!listing.tests[i].disabled) indices.push_back(i);
  }
  return indices;
}

inline void reduce(const std::vector<model::Finding>& findings, Story& story) {
  const auto of = [&](std::size_t index) -> Told& {
    return story.tests[story.listing.tests.at(index).name];
  };
  for (const model::Finding& finding : findings) {
    if (const auto* a = std::get_if<model::CaseStarted>(&finding)) ++of(a->index).started;
    if (const auto* a = std::get_if<model::CaseFinished>(&finding)) {
      ++of(a->index).finished;
      of(a->index).result = a->result;
    }
    if (const auto* a = std::get_if<model::CaseAmended>(&finding)) {
      ++of(a->index).amended;
      of(a->index).result = a->result;
    }
    if (const auto* a = std::get_if<model::CaseContradicted>(&finding)) {
      of(a->index).contradictions.push_back(a->how);
    }
    if (const auto* a = std::get_if<model::CaseSubcase>(&finding)) {
      of(a->index.value()).subcases.push_back(a->subcase.name);
    }
    if (const auto* a = std::get_if<model::UnlistedCase>(&finding))
      story.unlisted.push_back(a->name);
    if (const auto* a = std::get_if<model::OutsideFailure>(&finding)) story.outside.push_back(*a);
    if (const auto* a = std::get_if<model::ChannelBroken>(&finding)) story.broken.push_back(a->why);
    if (const auto* a = std::get_if<model::RunCompleted>(&finding))
      story.completed.push_back(a->passed);
  }
}

}  // namespace cupel::harness::testing
