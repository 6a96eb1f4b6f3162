// SPDX-License-Identifier: Apache-2.0
// Events into the run record, one at a time and in order. The same fold serves the live display,
// the final record, and a journal read back after cupel itself died.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/event.h"
#include "record/run_record.h"

namespace cupel::record {

class Fold {
 public:
  void apply(const model::Event& event);
  [[nodiscard]] const RunRecord& record() const { return record_; }
  [[nodiscard]] RunRecord take() && { return std::move(record_); }

  /// The record of a test that was listed; null when there is none of that id.
  [[nodiscard]] const TestRecord* find(const model::TestId& id) const;
  [[nodiscard]] const TargetRecord* find_target(const std::string& name) const;

 private:
  struct Applier;
  /// What one attempt of one test said, kept until it is known which attempt decides.
  struct Saying {
    std::size_t launch = 0;
    std::string detail;
    std::vector<model::Failure> failures;
    std::vector<std::pair<std::string, std::string>> properties;
    std::string output;
    std::vector<model::Measure> measures;
    std::vector<model::Subcase> subcases;
  };

  RunRecord record_;
  std::unordered_map<std::string, std::size_t> test_index_;  ///< id text to place in tests
  std::unordered_map<std::string, std::size_t> target_index_;
  std::size_t last_place_ = 0;                                    ///< in tests
  std::unordered_map<std::size_t, std::vector<Saying>> sayings_;  ///< by place in tests
};

}  // namespace cupel::record
