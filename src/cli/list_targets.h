// SPDX-License-Identifier: Apache-2.0
// The tests of the targets, for commands that run none of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/dry_run.h"
#include "engine/emitter.h"
#include "engine/gate_run.h"
#include "engine/process_launcher.h"
#include "os/directory.h"
#include "plan/config.h"

namespace cupel::cli {

/// Lists on construction; what it lists lives as long as it does.
class TargetListing {
 public:
  /// `targets`: only these; none: all. An error for one that the configuration does not have.
  [[nodiscard]] static base::Result<std::unique_ptr<TargetListing>> take(
      const plan::Config& config, const std::vector<std::string>& targets);

  [[nodiscard]] const engine::GateRun::Listed& listed() const { return listed_; }

 private:
  TargetListing(os::PrivateDir scratch, std::unique_ptr<engine::ProcessLauncher> launcher);

  os::PrivateDir scratch_;
  std::unique_ptr<engine::ProcessLauncher> launcher_;
  engine::GateContext context_;
  Unjournaled nowhere_;
  std::optional<engine::Emitter> emit_;
  std::optional<engine::GateRun> gate_;
  engine::GateRun::Listed listed_;
};

}  // namespace cupel::cli
