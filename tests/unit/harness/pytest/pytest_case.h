// SPDX-License-Identifier: Apache-2.0
// Plays a launch into the pytest decoder and reduces what it finds to something a test can state.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/pytest/pytest.h"
#include "unit/harness/story.h"

namespace cupel::harness::testing {

inline std::string pytest_data(const std::string& name) {
  return test_data("harness/pytest/" + name);
}

inline TargetView pytest_target() {
  return {"t",
          {"/usr/bin/python3", "-m", "pytest", "-k", "not slow", "tests", "more/test_x.py"},
          "/w",
          std::nullopt,
          false};
}

/// A launch as the plug-in tells it. Records are given without key and number.
struct PytestLaunch {
  model::Listing listing;
  std::vector<std::size_t> chosen;  ///< empty: all
  std::vector<std::pair<int, std::string>> stream;
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> doubts;
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
  std::size_t number = 0;

  PytestLaunch& raw(const std::string& bytes, int connection = 0) {
    stream.emplace_back(connection, bytes);
    return *this;
  }
  PytestLaunch& say(const std::string& event, const std::string& fields = "") {
    return raw("{\"e\": \"" + event + "\", \"k\": \"abc\", \"s\": " + std::to_string(number++) +
               (fields.empty() ? "" : ", " + fields) + "}\n");
  }
  PytestLaunch& hello() { return say("hello", R"("v": 1, "pytest": "7.2.1")"); }
  PytestLaunch& begin(std::size_t n) {
    const std::size_t index = chosen.empty() ? n : chosen.at(n);
    return say("begin", place(n) + ", \"id\": \"" + listing.tests.at(index).native + "\"");
  }
  PytestLaunch& phase(std::size_t n, const std::string& when, const std::string& outcome,
                      const std::string& more = "") {
    return say("phase", place(n) + R"(, "took": 0.5, "when": ")" + when + R"(", "outcome": ")" +
                            outcome + "\"" + (more.empty() ? "" : ", " + more));
  }
  PytestLaunch& end(std::size_t n, const std::string& more = "") {
    return say("end", place(n) + (more.empty() ? "" : ", " + more));
  }
  /// A whole test whose call has this outcome.
  PytestLaunch& test(std::size_t n, const std::string& outcome = "passed",
                     const std::string& more = "") {
    return begin(n)
        .phase(n, "setup", "passed")
        .phase(n, "call", outcome, more)
        .phase(n, "teardown", "passed")
        .end(n);
  }
  PytestLaunch& finish(const std::string& letters, int status, int failed = 0) {
    const std::string fields =
        "\"status\": " + std::to_string(status) + ", \"failed\": " + std::to_string(failed);
    say("finish", fields);
    files["closing.json"] = "{" + fields + R"(, "outcomes": ")" + letters + "\"}";
    termination = model::Exited{status};
    return *this;
  }
  static std::string place(std::size_t n) { return "\"n\": " + std::to_string(n); }
};

inline PytestLaunch launch_of(const std::vector<std::string>& natives) {
  PytestLaunch launch;
  for (const std::string& native : natives) {
    launch.listing.tests.push_back({{}, native, {}, false, {}});
  }
  model::assign_names(launch.listing);
  return launch;
}

/// What each test came to, and everything else that was said.
struct PytestStory {
  std::map<std::string, model::CaseResult> results;
  std::map<std::string, std::string> words;  ///< "passed", …; "running", "owed"; "!" contradicted
  std::vector<std::string> parts;            ///< "TEST PART", "TEST PART not run"
  std::vector<std::string> unlisted;
  std::vector<model::OutsideFailure> outside;
  std::vector<std::string> broken;
  std::vector<bool> completed;
  std::string channel;

  std::string message(const std::string& name, std::size_t n = 0) {
    const auto& failures = results[name].failures;
    return n < failures.size() ? failures[n].message : "(none)";
  }
};

inline std::string word_of(const model::CaseResult& result) {
  switch (result.reported) {
    case model::Reported::passed:
      return "passed";
    case model::Reported::failed:
      return "failed";
    case model::Reported::unsettled:
      return "unsettled";
    case model::Reported::skipped:
      break;
  }
  return "skipped" + (result.skip_reason.empty() ? "" : ": " + result.skip_reason);
}

inline void reduce(const model::Listing& listing, const std::vector<model::Finding>& findings,
                   PytestStory& story) {
  const auto name = [&](std::size_t index) { return listing.tests.at(index).name; };
  std::vector<std::string> contradicted;
  for (const model::Finding& finding : findings) {
    if (const auto* a = std::get_if<model::CaseStarted>(&finding)) {
      story.words[name(a->index)] = "running";
    } else if (const auto* b = std::get_if<model::CaseFinished>(&finding)) {
      story.results[name(b->index)] = b->result;
      story.words[name(b->index)] = word_of(b->result);
    } else if (const auto* c = std::get_if<model::CaseContradicted>(&finding)) {
      contradicted.push_back(name(c->index));
    } else if (const auto* d = std::get_if<model::UnlistedCase>(&finding)) {
      story.unlisted.push_back(d->name);
    } else if (const auto* e = std::get_if<model::OutsideFailure>(&finding)) {
      story.outside.push_back(*e);
    } else if (const auto* f = std::get_if<model::ChannelBroken>(&finding)) {
      story.broken.push_back(f->why);
    } else if (const auto* g = std::get_if<model::RunCompleted>(&finding)) {
      story.completed.push_back(g->passed);
    } else if (const auto* h = std::get_if<model::CaseSubcase>(&finding)) {
      story.parts.push_back(name(*h->index) + " " + h->subcase.name +
                            (h->subcase.ran ? "" : " not run"));
    }
  }
  for (const std::string& one : contradicted) story.words[one].insert(0, "!");
}

inline PytestStory play(const PytestLaunch& launch) {
  const auto harness = make_pytest();
  std::vector<std::size_t> chosen = launch.chosen;
  if (chosen.empty()) {
    chosen.resize(launch.listing.tests.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  }
  const RunPlan plan = harness->run_request(pytest_target(), launch.listing, chosen);
  const auto decoder = harness->decoder(launch.listing, plan);
  std::vector<model::Finding> findings;
  for (const auto& [connection, bytes] : launch.stream) {
    for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
      const std::string_view piece = std::string_view(bytes).substr(at, launch.chunk);
      decoder->on_bytes({"stream", connection, piece}, findings);
    }
  }
  LaunchOutput output;
  output.termination = launch.termination;
  output.files = launch.files;
  output.doubts = launch.doubts;
  decoder->on_end(output, findings);
  PytestStory story;
  for (const std::size_t index : plan.covered)
    story.words[launch.listing.tests[index].name] = "owed";
  reduce(launch.listing, findings, story);
  story.channel = decoder->channel();
  return story;
}

}  // namespace cupel::harness::testing
