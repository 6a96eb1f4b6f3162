// SPDX-License-Identifier: Apache-2.0
#include "cli/list_targets.h"

#include <unistd.h>

#include <utility>

#include "cli/gate_survey.h"
#include "cli/harness_table.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/file.h"
#include "os/machine.h"

namespace cupel::cli {

TargetListing::TargetListing(os::PrivateDir scratch,
                             std::unique_ptr<engine::ProcessLauncher> launcher)
    : scratch_(std::move(scratch)), launcher_(std::move(launcher)) {}

base::Result<std::unique_ptr<TargetListing>> TargetListing::take(
    const plan::Config& config, const std::vector<std::string>& targets) {
  CUPEL_TRY_ASSIGN(auto launcher, engine::ProcessLauncher::open());
  CUPEL_TRY_ASSIGN(os::PrivateDir scratch, os::PrivateDir::make("cupel-"));
  std::unique_ptr<TargetListing> made(new TargetListing(std::move(scratch), std::move(launcher)));
  engine::GateContext& context = made->context_;
  context.config = &config;
  context.mode = &config.modes.front();
  context.precision = config.gate.precision;
  context.selection.positionals = targets;
  CUPEL_TRY(plan::check_positionals(context.selection, config, container_words()));
  context.lease_wait = std::chrono::minutes(30);
  context.cpu_lanes = os::usable_processors();
  context.operator_env = os::environment();
  context.lock_dir = lock_directory(context.operator_env);
  context.scratch = made->scratch_.path();
  context.wall_now = os::wall_now;
  context.harness_of = find_harness;
  made->emit_.emplace(os::wall_now, made->nowhere_);
  made->gate_.emplace(context, *made->launcher_, *made->emit_);
  made->gate_->set_tick(
      std::chrono::milliseconds(200), [gate = &*made->gate_, told = std::string()]() mutable {
        const std::string waiting = gate->waiting_for();
        if (!waiting.empty() && told.empty()) {
          static_cast<void>(
              os::write_all(STDERR_FILENO, "cupel: waiting for " + waiting + "\n", "stderr"));
        }
        told = waiting;
      });
  CUPEL_TRY_ASSIGN(made->listed_, made->gate_->list_only());
  return made;
}

}  // namespace cupel::cli
