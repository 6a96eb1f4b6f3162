// SPDX-License-Identifier: Apache-2.0
// The run record: all that a report may read. Its JSON form is the public schema cupel.run/1; the
// members here have the names of that schema.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "model/event.h"

namespace cupel::record {

struct LaunchRecord {
  std::size_t n = 0;
  std::string target;
  std::string lane;
  model::Purpose purpose{};
  std::string mode;
  std::vector<std::string> command;
  std::map<std::string, std::string> env_added;
  std::vector<std::string> env_removed;
  base::WallTime started;
  double duration_s = 0;
  std::optional<model::Termination> termination;  ///< absent: still running, or cupel died
  std::string channel;
  std::vector<std::string> survivors;
  std::string stacks;
  std::string stdout_file;
  std::string stderr_file;
  std::uint64_t output_cut = 0;
};

struct ProblemRecord {
  model::ProblemKind kind{};
  std::string detail;
  std::string known_entry;  ///< empty: the ledger does not cover it
  std::string known_issue;
};

struct TargetRecord {
  std::string name;
  std::string harness;
  std::string version;
  std::string program_sha256;
  std::size_t listed = 0;
  std::size_t selected = 0;
  double list_duration_s = 0;
  std::vector<ProblemRecord> problems;
};

struct AttemptRecord {
  std::size_t launch = 0;
  std::optional<model::Outcome> outcome;  ///< absent: started, nothing reported yet
  std::optional<double> duration_s;
  bool is_void = false;
  std::string void_why;
};

struct TestRecord {
  model::TestId id;
  bool selected = false;
  bool disabled = false;
  std::optional<model::Outcome> outcome;  ///< absent until it is settled
  std::string detail;
  std::optional<double> duration_s;
  std::size_t decided_by = 0;  ///< the launch whose attempt decided; 0: none did
  std::string message;         ///< of the first failure, or the skip reason
  model::Location location;
  std::string signature;
  std::string output;
  std::vector<model::Failure> failures;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<model::Subcase> subcases;
  std::vector<AttemptRecord> attempts;
  std::vector<model::Measure> measures;
  std::string known_entry;
  std::string known_issue;
  bool unexpected_pass = false;
  bool declared_skip = false;
  std::string note;
  std::vector<std::string> alone;
  std::string diagnosis_label;
  std::string diagnosis_size;
};

struct RunRecord {
  std::string id;
  std::string version;
  base::WallTime started;
  std::optional<base::WallTime> finished;  ///< absent: not finished, or cupel died
  base::WallTime latest;                   ///< of the last event
  std::vector<std::string> command;
  std::optional<model::Verdict> verdict;
  int exit_code = 3;
  std::vector<std::string> reasons;
  model::Scope scope;
  model::RunCounts counts;
  model::GateFacts gate;
  std::optional<model::BuildFinished> build;
  model::EnvironmentFacts environment;
  model::PrecisionFacts precision;
  std::vector<model::LaneFacts> lanes;
  std::vector<LaunchRecord> launches;
  std::vector<TargetRecord> targets;
  std::vector<ProblemRecord> gate_problems;  ///< problems of no target
  std::vector<TestRecord> tests;             ///< listed tests, by target and in list order
  std::vector<std::string> warnings;
  std::vector<std::string> interruptions;
  std::size_t resumed = 0;  ///< how often a later process took the run up again

  /// Between the instants as the reports write them, in milliseconds.
  [[nodiscard]] double duration_s() const {
    using std::chrono::milliseconds;
    const auto end = std::chrono::floor<milliseconds>(finished.value_or(latest));
    return base::seconds(end - std::chrono::floor<milliseconds>(started));
  }
};

/// Makes whole what a run left behind that never finished: tests without an outcome are not_run,
/// the verdict is incomplete and says why. A finished record stays as it is.
void seal(RunRecord& record);

}  // namespace cupel::record
