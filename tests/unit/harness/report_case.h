// SPDX-License-Identifier: Apache-2.0
// Plays a launch of a framework that streams one report (Catch2, doctest) into its decoder.
#pragma once

#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "unit/harness/story.h"

namespace cupel::harness::testing {

inline std::string harness_data(const std::string& name) {
  return test_data("harness/" + name);
}

inline const TargetView& plain_target() {
  static const TargetView target = [] {
    TargetView made;
    made.name = "t";
    made.command = {"/bin/prog"};
    made.workdir = "/";
    return made;
  }();
  return target;
}

struct ReportLaunch {
  model::Listing listing;
  std::vector<std::size_t> chosen;  ///< empty: all that are not disabled
  std::string report;
  std::map<std::string, std::string> files;
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
};

inline Story play_report(const Harness& harness, const ReportLaunch& launch) {
  const auto chosen = launch.chosen.empty() ? enabled_tests(launch.listing) : launch.chosen;
  const RunPlan plan = harness.run_request(plain_target(), launch.listing, chosen);
  const auto decoder = harness.decoder(launch.listing, plan);
  Story story;
  story.listing = launch.listing;
  const std::string_view bytes = launch.report;
  for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
    decoder->on_bytes({"report", 0, bytes.substr(at, launch.chunk)}, story.findings);
  }
  LaunchOutput output;
  output.termination = launch.termination;
  output.files = launch.files;
  decoder->on_end(output, story.findings);
  story.channel = decoder->channel();
  reduce(story.findings, story);
  return story;
}

/// The same of those that are not disabled.
inline std::map<std::string, std::string> enabled_not_passed(Story& story) {
  std::map<std::string, std::string> words = not_passed(story);
  for (const model::TestCase& test : story.listing.tests) {
    if (test.disabled) words.erase(test.name);
  }
  return words;
}

/// The arguments after the program's own, with holes as "{NAME}".
inline std::vector<std::string> arguments(const model::LaunchRequest& request,
                                          std::size_t own = 1) {
  std::vector<std::string> words;
  for (const model::Template& argument : request.argv) {
    std::string word;
    for (const auto& part : argument.parts()) {
      const bool literal = part.kind == model::Template::PartKind::literal;
      word += literal ? part.text : "{" + part.text + "}";
    }
    words.push_back(word);
  }
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(own));
  return words;
}

inline model::Listing listing_named(const std::vector<std::string>& natives,
                                    const std::string& version) {
  model::Listing listing;
  listing.harness_version = version;
  for (const std::string& native : natives) {
    model::TestCase& test = listing.tests.emplace_back();
    test.native = native;
    test.location = {"f.cpp", static_cast<int>(listing.tests.size())};
  }
  model::assign_names(listing);
  return listing;
}

}  // namespace cupel::harness::testing
