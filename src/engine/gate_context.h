// SPDX-License-Identifier: Apache-2.0
// What a run is given: configuration, command line, and what the composition root plugs in.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "harness/contract.h"
#include "judge/ledger_match.h"
#include "model/event.h"
#include "plan/config.h"
#include "plan/selection.h"

namespace cupel::engine {

/// Where captured output is kept; returns the path relative to the run directory, empty for
/// nothing.
class OutputKeeper {
 public:
  OutputKeeper() = default;
  OutputKeeper(const OutputKeeper&) = delete;
  OutputKeeper& operator=(const OutputKeeper&) = delete;
  virtual ~OutputKeeper() = default;
  virtual base::Result<std::string> keep(std::size_t launch, const std::string& stream,
                                         const std::string& bytes) = 0;
};

/// What a journal of the same run already holds.
struct ResumePoint {
  std::map<std::string, model::TestSettled> settled;    ///< by id
  std::map<std::string, model::TestReported> reported;  ///< ended, not settled; by id
  std::map<std::string, int> died_in;  ///< how often cupel died with the test in flight, by id
  bool died_in_silence = false;        ///< with a launch open of which no test had been heard
  std::vector<model::TargetProblem> problems;
  /// Targets whose listing the journal has, with the SHA-256 of the program.
  std::map<std::string, std::string> listed;
  std::size_t launches = 0;
};

struct GateContext {
  const plan::Config* config = nullptr;
  const plan::ModeConfig* mode = nullptr;
  model::Precision precision{};  ///< of the mode, or the gate's
  plan::Selection selection;
  model::RunStarted started;  ///< the first event, complete but for nothing
  model::Isolation isolation = model::Isolation::batch;
  std::optional<std::uint64_t> shuffle;
  std::optional<base::Duration> timeout;   ///< --timeout
  std::optional<base::Duration> deadline;  ///< --deadline
  std::size_t cpu_lanes = 1;
  base::Duration lease_wait{};
  std::string lock_dir;
  bool accept_known = false;
  std::map<std::string, std::string> operator_env;
  std::string scratch;  ///< absolute; each launch gets a folder of its own below it
  const judge::Ledger* ledger = nullptr;
  judge::Policies policies;
  /// Whether the test of that id passed in the last full run of this gate that judged it; empty
  /// where there is no history.
  std::function<base::Result<bool>(const std::string&)> passed_before;
  std::optional<ResumePoint> resume;
  OutputKeeper* outputs = nullptr;
  std::function<base::WallTime()> wall_now;
  std::function<const harness::Harness*(const std::string&)> harness_of;
  std::function<std::unique_ptr<harness::Decoder>(const model::Listing&)> client_decoder;
};

/// One launch that --dry-run describes. What is known only at the start stands in braces: the
/// address of a channel, the path of a file.
struct PlannedLaunch {
  std::string target;
  std::string lanes;  ///< where it may run
  std::vector<std::string> command;
  std::map<std::string, std::string> env_added;
  std::vector<std::string> env_removed;
  std::string workdir;
  std::size_t tests = 0;
};

struct DryRun {
  std::vector<PlannedLaunch> launches;
  std::vector<model::TargetProblem> problems;
};

}  // namespace cupel::engine
