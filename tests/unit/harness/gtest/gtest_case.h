// SPDX-License-Identifier: Apache-2.0
// Plays a launch into the GoogleTest decoder and reduces what it finds to something a test can
// state: what each test came to in the end, and what else was said.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/gtest/gtest.h"
#include "unit/harness/story.h"

namespace cupel::harness::testing {

inline std::string read_data(const std::string& name) {
  return test_data("gtest/" + name);
}

inline TargetView target() {
  return {"t", {"/bin/prog", "--own"}, "/", {}, false};
}

inline model::Listing listing_of(const std::string& json) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["list.json"] = json;
  return std::get<model::Listing>(make_gtest()->read_listing(target(), output));
}

inline model::Listing named(const std::vector<std::string>& natives) {
  model::Listing listing;
  for (const std::string& native : natives) listing.tests.push_back({{}, native, {}, false, {}});
  model::assign_names(listing);
  for (std::size_t i = 0; i < natives.size(); ++i) {
    if (std::count(natives.begin(), natives.end(), natives[i]) > 1)
      listing.inseparable.push_back(i);
  }
  return listing;
}

inline std::vector<std::size_t> all_of(const model::Listing& listing) {
  std::vector<std::size_t> indices(listing.tests.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

/// One launch of a program: its bytes, and how to cut them.
struct Launch {
  model::Listing listing;
  std::vector<std::size_t> chosen;                  ///< empty: all
  std::vector<std::pair<int, std::string>> stream;  ///< by connection
  std::string out;
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> doubts;
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
  bool out_first = false;
};

inline Story play(const Launch& launch) {
  const auto harness = make_gtest();
  const auto chosen = launch.chosen.empty() ? all_of(launch.listing) : launch.chosen;
  const RunPlan plan = harness->run_request(target(), launch.listing, chosen);
  const auto decoder = harness->decoder(launch.listing, plan);
  Story story;
  story.listing = launch.listing;
  const auto feed = [&](std::string_view channel, int connection, std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
      decoder->on_bytes({channel, connection, bytes.substr(at, launch.chunk)}, story.findings);
    }
  };
  if (launch.out_first) feed("stdout", 0, launch.out);
  for (const auto& [connection, bytes] : launch.stream) feed("stream", connection, bytes);
  if (!launch.out_first) feed("stdout", 0, launch.out);
  LaunchOutput output;
  output.termination = launch.termination;
  output.standard_output = launch.out;
  output.files = launch.files;
  output.doubts = launch.doubts;
  decoder->on_end(output, story.findings);
  story.channel = decoder->channel();
  reduce(story.findings, story);
  return story;
}

/// A launch of 1.12.1 as captured. `list` is the program that was listed, `name` the capture.
inline Launch captured(const std::string& version, const std::string& list, const std::string& name,
                       bool report, bool out = true) {
  Launch launch;
  launch.listing = listing_of(read_data(version + "/" + list + ".list.json"));
  launch.stream.emplace_back(0, read_data(version + "/" + name + ".stream"));
  if (out) launch.out = read_data(version + "/" + name + ".stdout");
  if (report) launch.files["report.xml"] = read_data(version + "/" + name + ".xml");
  return launch;
}

/// The stream of a program, from the lines between its iteration's start and its end.
inline std::string stream_of(const std::string& body, bool passed = true, bool ends = true) {
  std::string stream =
      "gtest_streaming_protocol_version=1.0\nevent=TestProgramStart\n"
      "event=TestIterationStart&iteration=0\n" +
      body;
  const std::string bit = passed ? "1" : "0";
  if (ends) {
    stream += "event=TestIterationEnd&passed=" + bit +
              "&elapsed_time=0ms\nevent=TestProgramEnd&passed=" + bit + "\n";
  }
  return stream;
}
inline std::string suite(const std::string& name, const std::string& body, bool passed = true) {
  return "event=TestCaseStart&name=" + name + "\n" + body +
         "event=TestCaseEnd&passed=" + (passed ? "1" : "0") + "&elapsed_time=0ms\n";
}
inline std::string start(const std::string& name) {
  return "event=TestStart&name=" + name + "\n";
}
inline std::string end(bool passed) {
  return std::string("event=TestEnd&passed=") + (passed ? "1" : "0") + "&elapsed_time=3ms\n";
}
inline std::string part(const std::string& message, const std::string& place = "f.cc&line=7") {
  return "event=TestPartResult&file=" + place + "&message=" + message + "\n";
}
inline std::string one(const std::string& name, bool passed = true, const std::string& parts = "") {
  return start(name) + parts + end(passed);
}

/// The console of the program that sent this stream and printed nothing of its own.
inline std::string console_of(const std::string& stream) {
  std::string out;
  std::string suite_name;
  std::string name;
  int ran = 0;
  int passed = 0;
  std::istringstream lines(stream);
  for (std::string line; std::getline(lines, line);) {
    const std::string value = line.substr(std::min(line.size(), line.find("&name=") + 6));
    if (line.starts_with("event=TestCaseStart")) suite_name = value;
    if (line.starts_with("event=TestStart")) {
      name = suite_name + "." + value;
      out += "[ RUN      ] " + name + "\n";
    }
    if (line.starts_with("event=TestEnd") && !name.empty()) {
      const bool good = line.starts_with("event=TestEnd&passed=1");
      out += (good ? "[       OK ] " : "[  FAILED  ] ") + name + " (0 ms)\n";
      passed += good ? 1 : 0;
      ++ran;
      name.clear();
    }
    if (line.starts_with("event=TestProgramEnd")) {
      out += "[==========] " + std::to_string(ran) +
             " tests from 1 test suite ran. (0 ms total)\n" + "[  PASSED  ] " +
             std::to_string(passed) + " tests.\n";
    }
  }
  return out;
}

}  // namespace cupel::harness::testing
