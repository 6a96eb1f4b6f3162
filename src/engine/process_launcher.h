// SPDX-License-Identifier: Apache-2.0
// The real launcher: the supervisor of proc, and the clocks of this machine.
#pragma once

#include <memory>

#include "engine/launcher.h"
#include "proc/supervisor.h"

namespace cupel::engine {

class ProcessLauncher final : public Launcher {
 public:
  /// One at a time in a process: see proc::Supervisor.
  [[nodiscard]] static base::Result<std::unique_ptr<ProcessLauncher>> open(
      const proc::Limits& limits = {});

  [[nodiscard]] base::MonoTime now() const override;
  [[nodiscard]] base::WallTime wall_now() const override;
  [[nodiscard]] base::Result<Started> start(const StartSpec& spec) override;
  void stop(LaunchHandle handle, model::KillReason reason, bool stacks) override;
  [[nodiscard]] std::vector<ProcessEvent> wait(std::optional<base::MonoTime> until) override;

 private:
  explicit ProcessLauncher(std::unique_ptr<proc::Supervisor> supervisor)
      : supervisor_(std::move(supervisor)) {}
  std::unique_ptr<proc::Supervisor> supervisor_;
};

}  // namespace cupel::engine
