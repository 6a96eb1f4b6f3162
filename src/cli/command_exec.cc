// SPDX-License-Identifier: Apache-2.0
// `cupel exec -- COMMAND`: the command in the foreground, alone on its GPUs, with the precision
// pinned as the gate pins it.
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <cupel/pact/lease.hpp>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/gate_survey.h"
#include "cli/load.h"
#include "engine/lease.h"
#include "engine/process_launcher.h"
#include "engine/reactor.h"
#include "os/clock.h"
#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"
#include "os/foreground.h"
#include "plan/precision.h"

namespace cupel::cli {
namespace {

struct Place {
  std::string folder;
  model::Precision precision = model::Precision::f32_strict;
  std::vector<plan::DeviceConfig> invented;
};

/// With a configuration its policy and invented devices count; without one, f32-strict.
base::Result<Place> find_place(const ConfigOptions& options) {
  auto path = find_config(options);
  if (!path.ok()) {
    if (!options.config.empty()) return std::move(path).error();
    CUPEL_TRY_ASSIGN(std::string here, os::current_directory());
    return Place{std::move(here), model::Precision::f32_strict, {}};
  }
  CUPEL_TRY_ASSIGN(plan::Config config, load_config(options));
  return Place{config.folder, config.gate.precision, std::move(config.devices)};
}

void say(const std::string& text) {
  static_cast<void>(os::write_all(STDERR_FILENO, "cupel: " + text + "\n", "stderr"));
}

/// A lease taken here, or one that this process was started under.
struct Held {
  std::string uuid;
  int fd = -1;
  std::optional<engine::Lease> own;
};

base::Result<Held> take_lease(const std::string& uuid, const ExecOptions& options,
                              const engine::LockFolder& folder,
                              const std::map<std::string, std::string>& environment) {
  const auto claimed = environment.find(pact::lease_variable);
  if (claimed != environment.end()) {
    const int fd = pact::proven_lease(claimed->second, folder.path(), pact::device_key(uuid));
    if (fd >= 0) return Held{uuid, fd, std::nullopt};
  }
  engine::LeaseWait wait;
  wait.patience = options.lease_wait;
  wait.on_waiting = [&uuid](const engine::LeaseWaiting& waiting) {
    say("waiting for " + uuid + ", " + engine::describe(waiting, os::wall_now()));
  };
  const auto self =
      engine::this_process("cupel exec -- " + base::shell_quote(options.command), os::wall_now());
  CUPEL_TRY_ASSIGN(engine::Lease lease, engine::wait_for_lease(folder, uuid, self, wait));
  const int fd = lease.fd();
  return Held{uuid, fd, std::move(lease)};
}

/// Always in one order, so that two that want several never wait for each other.
base::Result<std::vector<Held>> take_leases(std::vector<model::GpuFacts> gpus,
                                            const ExecOptions& options, const std::string& lock_dir,
                                            const std::map<std::string, std::string>& environment) {
  std::vector<Held> leases;
  if (gpus.empty()) return leases;
  std::sort(gpus.begin(), gpus.end(), [](const auto& a, const auto& b) { return a.uuid < b.uuid; });
  CUPEL_TRY_ASSIGN(const engine::LockFolder folder, engine::LockFolder::open(lock_dir));
  for (const model::GpuFacts& gpu : gpus) {
    CUPEL_TRY_ASSIGN(Held held, take_lease(gpu.uuid, options, folder, environment));
    leases.push_back(std::move(held));
  }
  return leases;
}

}  // namespace

base::Result<int> command_exec(const ExecOptions& options) {
  CUPEL_TRY_ASSIGN(Place place, find_place(options.common));
  const auto environment = os::environment();
  CUPEL_TRY_ASSIGN(const os::PrivateDir scratch, os::PrivateDir::make("cupel-"));
  DeviceChoice devices;
  {
    CUPEL_TRY_ASSIGN(const auto launcher, engine::ProcessLauncher::open());
    engine::Reactor reactor(*launcher);
    CUPEL_TRY_ASSIGN(devices, choose_devices(reactor, place.folder, scratch.path(), environment,
                                             place.invented, options.gpus));
  }
  const std::string lock_dir = lock_directory(environment);
  CUPEL_TRY_ASSIGN(const auto leases, take_leases(devices.chosen, options, lock_dir, environment));
  plan::PlannedEnvironment planned =
      plan::plan_environment({place.precision, environment, {}, {}, scratch.path()});
  for (const std::string& why : planned.narrowed_by) say(why);
  std::vector<int> inherited;
  std::vector<pact::LeaseClaimed> claims;
  std::string visible;
  for (const Held& held : leases) {
    inherited.push_back(held.fd);
    claims.push_back({held.fd, pact::device_key(held.uuid)});
    visible += (visible.empty() ? "" : ",") + held.uuid;
  }
  if (!leases.empty()) {
    planned.environment["CUDA_VISIBLE_DEVICES"] = visible;
    planned.environment[pact::lease_variable] = pact::format_lease_variable(claims);
    planned.environment[pact::lock_dir_variable] = lock_dir;
  }
  CUPEL_TRY_ASSIGN(const os::ForegroundEnd end,
                   os::run_foreground(options.command, planned.environment, inherited));
  return end.signalled ? 128 + end.value : end.value;
}

}  // namespace cupel::cli
