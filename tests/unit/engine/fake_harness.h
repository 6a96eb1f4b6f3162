// SPDX-License-Identifier: Apache-2.0
// A framework so simple that a test can write its output by hand. Lines on channel "r":
//   list NAME | off NAME | broken TEXT | derive NAME ONLY... | begin I | pass I | fail I | skip I |
//   open I | twice I | done | outside TEXT
// where I is the place of the test in the listing.
#pragma once

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/contract.h"

namespace cupel::engine::testing {

class FakeDecoder : public harness::Decoder {
 public:
  explicit FakeDecoder(std::optional<std::size_t> at_once = {}) : at_once_(at_once) {}

  void on_start(std::vector<model::Finding>& out) override {
    if (at_once_) out.push_back(model::CaseStarted{*at_once_});
  }
  void on_bytes(const harness::ChannelBytes& bytes, std::vector<model::Finding>& out) override {
    std::istringstream lines{std::string(bytes.bytes)};
    for (std::string line; std::getline(lines, line);) read(line, out);
  }
  void on_end(const harness::LaunchOutput& output, std::vector<model::Finding>& out) override {
    if (const auto found = output.files.find("closing"); found != output.files.end()) {
      closing_ = true;
      on_bytes({"r", 0, found->second}, out);
    }
  }
  [[nodiscard]] std::string channel() const override { return "fake"; }

 private:
  void read(const std::string& line, std::vector<model::Finding>& out) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "done") return out.push_back(model::RunCompleted{true});
    if (verb == "outside") return out.push_back(model::OutsideFailure{"set-up", {line, {}}});
    if (verb == "stray") return out.push_back(model::UnlistedCase{line});
    std::size_t index = 0;
    words >> index;
    if (verb == "begin") return out.push_back(model::CaseStarted{index});
    if (verb == "twice") return out.push_back(model::CaseContradicted{index, "said twice"});
    if (verb == "dead") return out.push_back(model::CaseWorsened{index, true, "context dead"});
    model::CaseResult result;
    result.reported = verb == "pass"   ? model::Reported::passed
                      : verb == "fail" ? model::Reported::failed
                      : verb == "skip" ? model::Reported::skipped
                                       : model::Reported::unsettled;
    if (verb == "fail") result.failures.push_back({"message of " + std::to_string(index), {}});
    if (closing_) return out.push_back(model::CaseAmended{index, result});
    out.push_back(model::CaseFinished{index, result});
  }
  std::optional<std::size_t> at_once_;  ///< this test runs from the start of the process
  bool closing_ = false;
};

class FakeHarness : public harness::Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "fake"; }
  [[nodiscard]] model::LaunchRequest list_request(
      const harness::TargetView& target) const override {
    model::LaunchRequest request;
    request.argv = {model::Template(target.command.front()), model::Template("--list")};
    return request;
  }
  [[nodiscard]] harness::ListStep read_listing(const harness::TargetView& /*target*/,
                                               const harness::LaunchOutput& output) const override {
    if (!model::is_clean_exit(output.termination)) {
      return harness::ListFault{"listing " + model::describe(output.termination), "look at it"};
    }
    harness::Derived derived;
    model::Listing& listing = derived.own;
    std::istringstream lines(output.standard_output);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("derive ")) {
        derived.targets.push_back(derived_target(line));
        continue;
      }
      if (line.starts_with("broken ")) {
        listing.collect_errors.push_back(line);
        continue;
      }
      model::TestCase test;
      test.disabled = line.starts_with("off ");
      test.native = line.substr(line.find(' ') + 1);
      listing.tests.push_back(test);
    }
    model::assign_names(listing);
    if (derived.targets.empty()) return listing;
    return derived;
  }
  [[nodiscard]] harness::RunPlan run_request(const harness::TargetView& target,
                                             const model::Listing& /*listing*/,
                                             std::span<const std::size_t> chosen) const override {
    harness::RunPlan plan;
    plan.covered.assign(chosen.begin(), chosen.end());
    plan.request.argv = {model::Template(target.command.front())};
    for (const std::size_t index : chosen) {
      plan.request.argv.emplace_back(std::to_string(index));
    }
    return plan;
  }
  void shuffle(model::LaunchRequest& request, std::uint64_t seed) const override {
    request.env_set["MIX"] = std::to_string(seed);
  }
  [[nodiscard]] std::unique_ptr<harness::Decoder> decoder(
      const model::Listing& listing, const harness::RunPlan& plan) const override {
    const std::size_t first = plan.covered.front();
    const bool at_once = listing.tests[first].native == "at once";
    return std::make_unique<FakeDecoder>(at_once ? std::optional(first) : std::nullopt);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const harness::TargetView& target,
                                                       const model::Listing& /*listing*/,
                                                       std::size_t test) const override {
    return {target.command.front(), std::to_string(test)};
  }

 private:
  static harness::DerivedTarget derived_target(const std::string& line) {
    std::istringstream words(line);
    harness::DerivedTarget made;
    words >> made.name >> made.name;
    made.harness = "fake";
    const std::size_t slash = made.name.rfind('/');
    made.command = {slash == std::string::npos ? "/bin/" + made.name : made.name};
    made.name.erase(0, slash + 1);
    made.workdir = "/below";
    made.env["BELOW"] = made.name;
    made.timeout = std::chrono::seconds(3);
    for (std::string word; words >> word;) made.only.push_back(word);
    return made;
  }
};

}  // namespace cupel::engine::testing
