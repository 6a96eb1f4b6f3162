// SPDX-License-Identifier: Apache-2.0
// Plays a launch into the Boost.Test decoder, from captured logs and reports or from such as are
// written here.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "../story.h"
#include "harness/boost/boost.h"
#include "harness/boost/native_path.h"

namespace cupel::harness::testing {

inline std::string boost_data(const std::string& name) {
  return test_data("harness/boost/1.74/" + name);
}

inline TargetView boost_target(std::vector<std::string> more = {}) {
  TargetView target;
  target.name = "t";
  target.command = {"/bin/prog", "--own"};
  target.command.insert(target.command.end(), more.begin(), more.end());
  target.workdir = "/";
  return target;
}

inline ListStep boost_list_step(const std::string& dot) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  if (!dot.empty()) output.files["tests.dot"] = dot;
  return make_boost()->read_listing(boost_target(), output);
}
inline model::Listing boost_listing(const std::string& dot) {
  return std::get<model::Listing>(boost_list_step(dot));
}

/// Tests of these paths that depend on nothing.
inline model::Listing of_paths(const std::vector<std::string>& paths) {
  model::Listing listing;
  for (const std::string& path : paths) listing.tests.push_back({{}, path, {}, false, {}});
  model::assign_names(listing);
  for (model::TestCase& test : listing.tests) {
    test.native = boost::write_native({false, {}, test.native});
  }
  return listing;
}

struct BoostLaunch {
  model::Listing listing;
  std::vector<std::size_t> chosen;  ///< empty: all that are enabled
  std::string log;
  std::string report;  ///< empty: none was written
  std::string doubt;
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
};

inline Story play(const BoostLaunch& launch) {
  const auto harness = make_boost();
  const auto chosen = launch.chosen.empty() ? enabled_tests(launch.listing) : launch.chosen;
  const RunPlan plan = harness->run_request(boost_target(), launch.listing, chosen);
  const auto decoder = harness->decoder(launch.listing, plan);
  Story story;
  story.listing = launch.listing;
  const std::string_view bytes = launch.log;
  for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
    decoder->on_bytes({"log", 0, bytes.substr(at, launch.chunk)}, story.findings);
  }
  LaunchOutput output;
  output.termination = launch.termination;
  if (!launch.report.empty()) output.files["report.xml"] = launch.report;
  if (!launch.doubt.empty()) output.doubts["report.xml"] = launch.doubt;
  decoder->on_end(output, story.findings);
  story.channel = decoder->channel();
  reduce(story.findings, story);
  return story;
}

inline std::string enter(const std::string& kind, const std::string& name) {
  return "f.cc(7): Entering test " + kind + " \"" + name + "\"\n";
}
inline std::string leave(const std::string& kind, const std::string& name) {
  return "f.cc(7): Leaving test " + kind + " \"" + name + "\"; testing time: 250us\n";
}
inline std::string in_log(const std::string& name, const std::string& between = "") {
  return enter("case", name) + between + leave("case", name);
}
inline std::string suite_log(const std::string& name, const std::string& inside) {
  return enter("suite", name) + inside + leave("suite", name);
}
inline std::string module_log(const std::string& inside) {
  return "Running 2 test cases...\nEntering test module \"m\"\n" + inside +
         "Leaving test module \"m\"; testing time: 1ms\n";
}

inline std::string in_report(const std::string& name, const std::string& result = "passed",
                             int good = 1, int bad = 0, int expected = 0) {
  return "<TestCase name=\"" + name + "\" result=\"" + result + "\" assertions_passed=\"" +
         std::to_string(good) + "\" assertions_failed=\"" + std::to_string(bad) +
         "\" expected_failures=\"" + std::to_string(expected) + "\"></TestCase>";
}
inline std::string suite_report(const std::string& name, const std::string& inside,
                                const std::string& result = "passed") {
  return "<TestSuite name=\"" + name + "\" result=\"" + result + "\">" + inside + "</TestSuite>";
}
inline std::string report_of(const std::string& inside, const std::string& result = "passed") {
  return "<TestResult>" + suite_report("m", inside, result) + "</TestResult>";
}

}  // namespace cupel::harness::testing
