// SPDX-License-Identifier: Apache-2.0
// A run told event by event, a second apart.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "record/fold.h"

namespace cupel::record {

class Story {
 public:
  /// A run of one target "t" with tests A to D, of which all are selected.
  static Story of_four() {
    Story story;
    model::RunStarted started;
    started.id = "r1";
    started.targets = {"t"};
    story.then(std::move(started)).then(listing({"A", "B", "C", "D"}));
    story.then(model::TargetSelected{"t", {"A", "B", "C", "D"}});
    return story;
  }
  static model::TargetListed listing(const std::vector<std::string>& names) {
    model::TargetListed listed;
    listed.target = "t";
    listed.harness = "gtest";
    for (const std::string& name : names) {
      listed.listing.tests.push_back({name, name, {"t.cc", 7}, false, ""});
    }
    return listed;
  }

  Story& then(model::EventBody body) {
    at_ += std::chrono::seconds(1);
    fold.apply({at_, std::move(body)});
    return *this;
  }
  Story& launch(std::size_t n) {
    model::LaunchStarted started;
    started.n = n;
    started.target = "t";
    return then(std::move(started));
  }
  Story& started(std::size_t launch, const std::string& name) {
    return then(model::TestStarted{launch, {"t", name}});
  }
  Story& reported(std::size_t launch, const std::string& name, model::Outcome outcome,
                  const std::string& message = "") {
    model::TestReported report;
    report.launch = launch;
    report.test = {"t", name};
    report.outcome = outcome;
    report.duration_s = 0.5 * static_cast<double>(launch);
    if (outcome == model::Outcome::failed) report.failures = {{message, {"f.cc", 3}}};
    if (outcome != model::Outcome::failed) report.detail = message;
    return then(std::move(report));
  }
  Story& settled(std::size_t launch, const std::string& name, model::Outcome outcome) {
    model::TestSettled settle;
    settle.test = {"t", name};
    settle.outcome = outcome;
    settle.launch = launch;
    return then(std::move(settle));
  }

  [[nodiscard]] const TestRecord& test(const std::string& name) const {
    return *fold.find({"t", name});
  }

  Fold fold;

 private:
  base::WallTime at_{std::chrono::seconds(1'796'000'000)};
};

}  // namespace cupel::record
