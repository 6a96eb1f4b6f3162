// SPDX-License-Identifier: Apache-2.0
// Plays a launch into the libtest decoder.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/libtest/libtest.h"
#include "unit/harness/report_case.h"

namespace cupel::harness::testing::libtest {

inline std::string read_data(const std::string& name) {
  return test_data("harness/libtest/" + name);
}

inline model::Listing named(const std::vector<std::string>& natives) {
  model::Listing listing = listing_named(natives, "");
  std::map<std::string, int> count;
  for (const std::string& native : natives) ++count[native];
  for (std::size_t i = 0; i < natives.size(); ++i) {
    if (count[natives[i]] > 1) listing.inseparable.push_back(i);
  }
  return listing;
}

inline TargetView target() {
  return plain_target();
}

inline std::vector<std::string> words(const model::LaunchRequest& request) {
  return arguments(request, 0);
}

/// What a listing launch leaves that wrote these files.
inline LaunchOutput left(const std::map<std::string, std::string>& files,
                         const model::Termination& termination = model::Exited{0}) {
  LaunchOutput output;
  output.termination = termination;
  output.files = files;
  return output;
}

/// One launch: the bytes in the order in which they come, by channel ("stdout", "log").
struct Launch {
  model::Listing listing;
  std::vector<std::size_t> chosen;  ///< empty: all
  std::vector<std::pair<std::string, std::string>> bytes;
  model::Termination termination = model::Exited{0};
  std::size_t chunk = 1 << 20;
};

inline Story play(const Launch& launch) {
  const auto harness = make_libtest();
  const auto chosen = launch.chosen.empty() ? enabled_tests(launch.listing) : launch.chosen;
  const RunPlan plan = harness->run_request(target(), launch.listing, chosen);
  const auto decoder = harness->decoder(launch.listing, plan);
  Story story;
  story.listing = launch.listing;
  LaunchOutput output;
  output.termination = launch.termination;
  for (const auto& [channel, bytes] : launch.bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += launch.chunk) {
      decoder->on_bytes({channel, 0, std::string_view(bytes).substr(at, launch.chunk)},
                        story.findings);
    }
    if (channel == "stdout") output.standard_output += bytes;
  }
  decoder->on_end(output, story.findings);
  story.channel = decoder->channel();
  reduce(story.findings, story);
  return story;
}

/// A run as libtest writes it: test by test, both channels in turn.
class Script {
 public:
  explicit Script(std::size_t tests) {
    text("\nrunning " + std::to_string(tests) + (tests == 1 ? " test\n" : " tests\n"));
  }
  Script& begin(const std::string& name, const std::string& mode = "") {
    return text("test " + name + mode + " ... ");
  }
  Script& end(const std::string& name, bool passed, const std::string& message = "") {
    log((passed ? "ok " : message.empty() ? "failed " : "failed: " + message + " ") + name + "\n");
    (passed ? passed_ : failed_)++;
    if (!passed) names_.push_back(name);
    return text(passed ? "ok\n" : "FAILED\n");
  }
  Script& pass(const std::string& name) { return begin(name).end(name, true); }
  Script& fail(const std::string& name, const std::string& output) {
    texts_ += "---- " + name + " stdout ----\n" + output + "\n";
    return begin(name).end(name, false);
  }
  Script& failures() {
    if (names_.empty()) return *this;
    text("\nfailures:\n\n" + texts_ + "\nfailures:\n");
    for (const std::string& name : names_) text("    " + name + "\n");
    return *this;
  }
  Script& result(std::size_t passed, std::size_t failed) {
    return text(std::string("\ntest result: ") + (failed == 0 ? "ok" : "FAILED") + ". " +
                std::to_string(passed) + " passed; " + std::to_string(failed) +
                " failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n");
  }
  Script& finish() { return failures().result(passed_, failed_); }
  Script& text(const std::string& bytes) {
    bytes_.emplace_back("stdout", bytes);
    return *this;
  }
  Script& log(const std::string& bytes) {
    bytes_.emplace_back("log", bytes);
    return *this;
  }

  [[nodiscard]] Launch launch(const std::vector<std::string>& names,
                              const model::Termination& termination = model::Exited{0}) const {
    return {named(names), {}, bytes_, termination, 1 << 20};
  }

 private:
  std::vector<std::pair<std::string, std::string>> bytes_;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
  std::vector<std::string> names_;
  std::string texts_;
};

}  // namespace cupel::harness::testing::libtest
