// SPDX-License-Identifier: Apache-2.0
// One run of one mode: from the run directory to the reports.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "engine/launcher.h"
#include "model/ledger.h"
#include "model/words.h"
#include "plan/config.h"

namespace cupel::cli {

struct ModeRunInputs {
  const plan::Config& config;
  const model::LedgerFile& ledger;
  const plan::ModeConfig& mode;
  const RunOptions& options;              ///< with paths that are this mode's own
  const std::vector<std::string>& words;  ///< the command line, for the record
  const std::map<std::string, std::string>& environment;
  std::string resume_folder;  ///< the run to go on with; empty: a new one
  engine::Launcher& launcher;
  bool one_of_several = false;  ///< modes: the summary says which
};

struct ModeOutcome {
  model::Verdict verdict{};
  bool cut_off = false;  ///< by a signal or the deadline: later modes are not begun
};

/// Runs, writes the reports, prints the summary to stderr. An error means that no verdict was
/// reached.
[[nodiscard]] base::Result<ModeOutcome> run_mode(const ModeRunInputs& inputs);

/// --dry-run: the launches that would be made, to stdout. False: a target has a problem already.
[[nodiscard]] base::Result<bool> dry_run_mode(const ModeRunInputs& inputs);

}  // namespace cupel::cli
