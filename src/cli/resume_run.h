// SPDX-License-Identifier: Apache-2.0
// Going on with a run that was cut off: what it was, whether it may go on, and what is known of it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/display.h"
#include "cli/options.h"
#include "cli/sinks.h"
#include "engine/gate_context.h"
#include "plan/config.h"
#include "store/run_directory.h"

namespace cupel::cli {

/// The folder of the run that --resume means: by path, by id, or the last that did not finish.
[[nodiscard]] base::Result<std::string> resume_folder(const plan::Config& config,
                                                      const std::string& run);

/// The options the run was begun with, and its mode: what is resumed is that run, not another one.
/// Reports, progress, waiting and deadline are those of now.
struct ResumedChoice {
  RunOptions options;
  std::string mode;
};
[[nodiscard]] base::Result<ResumedChoice> resumed_choice(const std::string& folder,
                                                         const RunOptions& now);

/// Reads the journal, cuts off a line that was never finished, refuses where configuration, commit
/// or a program changed, and fills context.resume.
[[nodiscard]] base::Result<void> take_up(const store::RunDirectory& directory,
                                         const plan::Config& config, engine::GateContext& context);

/// Gives the events that the journal holds to the record and the display.
[[nodiscard]] base::Result<void> replay(const store::RunDirectory& directory, FoldSink& fold,
                                        Display& display);

}  // namespace cupel::cli
