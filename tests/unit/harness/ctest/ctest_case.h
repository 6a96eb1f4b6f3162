// SPDX-License-Identifier: Apache-2.0
// Plays a launch into the CTest decoder, from captured lines and reports or from such as are
// written here.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "../story.h"
#include "harness/ctest/ctest.h"
#include "harness/ctest/test_native.h"

namespace cupel::harness::testing {

inline std::string ctest_data(const std::string& name) {
  return test_data("harness/ctest/3.25.1/" + name);
}

inline TargetView ctest_target(std::vector<std::string> more = {}) {
  TargetView target;
  target.name = "t";
  target.command = {"/usr/bin/ctest", "--test-dir", "/build"};
  target.command.insert(target.command.end(), more.begin(), more.end());
  target.workdir = "/";
  return target;
}

/// What the second launch of a listing left.
inline LaunchOutput listed(const std::string& json) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.files = {{"tests.json", json}, {"version.txt", "3.25.1"}};
  return output;
}
inline ListStep list_step(const std::string& json) {
  return make_ctest()->read_listing(ctest_target(), listed(json));
}
inline model::Listing properties_listing() {
  return std::get<Derived>(list_step(ctest_data("properties.json"))).own;
}

/// Tests 1, 2, … of these names.
inline model::Listing numbered(const std::vector<std::string>& names) {
  model::Listing listing;
  for (const std::string& name : names) listing.tests.push_back({{}, name, {}, false, {}});
  model::assign_names(listing);
  for (std::size_t i = 0; i < names.size(); ++i) {
    listing.tests[i].native = ctest::write_native({i + 1, {}, names[i]});
  }
  return listing;
}

struct CtestLaunch {
  model::Listing listing;
  std::vector<std::size_t> chosen;  ///< empty: all that are enabled
  std::string out;
  std::string junit;  ///< empty: none was written
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
};

inline Story play(const CtestLaunch& launch) {
  const auto harness = make_ctest();
  const auto chosen = launch.chosen.empty() ? enabled_tests(launch.listing) : launch.chosen;
  const RunPlan plan = harness->run_request(ctest_target(), launch.listing, chosen);
  const auto decoder = harness->decoder(launch.listing, plan);
  Story story;
  story.listing = launch.listing;
  const std::string_view bytes = launch.out;
  for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
    decoder->on_bytes({"stdout", 0, bytes.substr(at, launch.chunk)}, story.findings);
  }
  LaunchOutput output;
  output.termination = launch.termination;
  output.standard_output = launch.out;
  if (!launch.junit.empty()) output.files["junit.xml"] = launch.junit;
  decoder->on_end(output, story.findings);
  story.channel = decoder->channel();
  reduce(story.findings, story);
  return story;
}

inline std::string start_line(int number, const std::string& name) {
  return "    Start " + std::to_string(number) + ": " + name + "\n";
}
inline std::string result_line(int number, const std::string& name,
                               const std::string& verdict = "   Passed") {
  return "1/2 Test #" + std::to_string(number) + ": " + name + " ........" + verdict +
         "    0.25 sec\n";
}
inline std::string report_case(const std::string& name, const std::string& status = "run",
                               const std::string& inside = "") {
  return "<testcase name=\"" + name + "\" time=\"0.5\" status=\"" + status + "\">" + inside +
         "<system-out></system-out></testcase>";
}
inline std::string report_of(const std::string& cases) {
  return "<?xml version=\"1.0\"?>\n<testsuite name=\"(empty)\">" + cases + "</testsuite>\n";
}

}  // namespace cupel::harness::testing
