// SPDX-License-Identifier: Apache-2.0
// `cupel env`: what a run would find here: machine, devices and who holds them, precision
// variables, pins.
#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/gate_survey.h"
#include "cli/load.h"
#include "cli/version.h"
#include "engine/lease.h"
#include "engine/process_launcher.h"
#include "engine/survey.h"
#include "format/json.h"
#include "os/clock.h"
#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"
#include "plan/precision.h"

namespace cupel::cli {
namespace {

struct Found {
  model::EnvironmentFacts machine;
  DeviceChoice devices;
  plan::PlannedEnvironment precision;
  std::string lock_dir;
  std::map<std::string, std::string> holders;  ///< by UUID, in words
  std::vector<std::string> warnings;
};

std::string holder_words(const engine::LeaseHolder& holder) {
  engine::LeaseWaiting waiting;
  waiting.holder = holder;
  return engine::describe(waiting, os::wall_now());
}

base::Result<Found> look(const EnvOptions& options) {
  Found found;
  std::string folder;
  model::Precision precision = model::Precision::f32_strict;
  std::vector<plan::DeviceConfig> invented;
  std::vector<plan::PinConfig> pins;
  if (find_config(options.common).ok() || !options.common.config.empty()) {
    CUPEL_TRY_ASSIGN(plan::Config config, load_config(options.common));
    folder = config.folder;
    precision = config.gate.precision;
    invented = std::move(config.devices);
    pins = std::move(config.pins);
  } else {
    CUPEL_TRY_ASSIGN(folder, os::current_directory());
  }
  const auto environment = os::environment();
  CUPEL_TRY_ASSIGN(const os::PrivateDir scratch, os::PrivateDir::make("cupel-"));
  CUPEL_TRY_ASSIGN(const auto launcher, engine::ProcessLauncher::open());
  engine::Reactor reactor(*launcher);
  CUPEL_TRY_ASSIGN(found.devices,
                   choose_devices(reactor, folder, scratch.path(), environment, invented, "all"));
  CUPEL_TRY_ASSIGN(found.machine,
                   engine::survey_environment(reactor, {folder, environment, scratch.path()}, pins,
                                              found.warnings));
  found.machine.gpus = found.devices.chosen;
  // A run has a folder of its own for what a pin puts into one.
  found.precision = plan::plan_environment({precision, environment, {}, {}, "{run}"});
  found.lock_dir = lock_directory(environment);
  if (auto locks = engine::LockFolder::open(found.lock_dir); locks.ok()) {
    for (const model::GpuFacts& gpu : found.machine.gpus) {
      if (const auto holder = engine::lease_holder(*locks, gpu.uuid)) {
        found.holders[gpu.uuid] = holder_words(*holder);
      }
    }
  } else {
    found.warnings.push_back(locks.error().message);
  }
  return found;
}

std::string row(const std::string& name, const std::string& value) {
  std::string line = "  " + name;
  line.append(name.size() < 14 ? 14 - name.size() : 1, ' ');
  return line + base::to_one_line(value) + "\n";
}

std::string device_text(const Found& found) {
  std::string text = "devices\n";
  if (found.machine.gpus.empty()) {
    const std::string& why = found.devices.inventory.nothing_because;
    return text + "  none: " + (why.empty() ? "none is visible" : why) + "\n";
  }
  for (const model::GpuFacts& gpu : found.machine.gpus) {
    text +=
        "  " + gpu.uuid + "  " + gpu.name + (gpu.driver.empty() ? "" : ", driver " + gpu.driver);
    if (!gpu.compute_capability.empty()) text += ", compute " + gpu.compute_capability;
    if (gpu.memory_mib > 0) text += ", " + std::to_string(gpu.memory_mib) + " MiB";
    const auto holder = found.holders.find(gpu.uuid);
    text += holder == found.holders.end() ? ", free\n" : ", " + holder->second + "\n";
  }
  return text + "  leases are kept in " + found.lock_dir + "\n";
}

std::string precision_text(const model::PrecisionFacts& facts) {
  std::string text = "precision " + std::string(model::word(facts.policy)) + "\n";
  for (const model::PrecisionVariable& variable : facts.variables) {
    text += "  " + variable.name + "=" + base::to_one_line(variable.value) + "  (" +
            std::string(model::word(variable.source)) + ")\n";
  }
  for (const model::UnsetPin& unset : facts.not_set) {
    text += "  not pinned: " + unset.name + ": " + unset.why + "\n";
  }
  return text;
}

std::string as_text(const Found& found) {
  const model::EnvironmentFacts& machine = found.machine;
  std::string text = "machine\n" + row("host", machine.host) + row("system", machine.os) +
                     row("kernel", machine.kernel) + row("cpu", machine.cpu) +
                     row("up for", base::human_duration(base::from_seconds(machine.uptime_s)));
  if (!machine.commit.empty()) {
    text += row("commit", machine.commit + (machine.dirty.value_or(false) ? " (dirty)" : ""));
  }
  text += device_text(found) + precision_text(found.precision.facts);
  if (!machine.pins.empty()) text += "pins\n";
  for (const auto& [name, value] : machine.pins) text += row(name, value);
  for (const std::string& warning : found.warnings) text += "warning: " + warning + "\n";
  return text;
}

void add_devices(format::JsonWriter& json, const Found& found) {
  json.key("gpus").begin_array();
  for (const model::GpuFacts& gpu : found.machine.gpus) {
    const auto holder = found.holders.find(gpu.uuid);
    json.begin_object();
    json.field("uuid", gpu.uuid).field("name", gpu.name).field("kind", gpu.kind);
    json.field("compute_capability", gpu.compute_capability).field("driver", gpu.driver);
    json.field("memory_mib", gpu.memory_mib);
    json.field("lease", holder == found.holders.end() ? std::string("free") : holder->second);
    json.end_object();
  }
  json.end_array();
  json.field("no_devices_because", found.devices.inventory.nothing_because);
}

std::string as_json(const Found& found) {
  const model::EnvironmentFacts& machine = found.machine;
  std::string text;
  format::JsonWriter json(text, 2);
  json.begin_object();
  json.field("schema", "cupel.env/1").field("cupel", version);
  json.field("host", machine.host).field("os", machine.os).field("kernel", machine.kernel);
  json.field("boot_id", machine.boot_id).field("uptime_s", machine.uptime_s);
  json.field("cpu", machine.cpu).field("commit", machine.commit).field("dirty", machine.dirty);
  json.field("pins", machine.pins).field("lock_dir", found.lock_dir);
  add_devices(json, found);
  json.field("policy", model::word(found.precision.facts.policy));
  json.key("variables").begin_array();
  for (const model::PrecisionVariable& variable : found.precision.facts.variables) {
    json.begin_object();
    json.field("name", variable.name).field("value", variable.value);
    json.field("source", model::word(variable.source)).end_object();
  }
  json.end_array();
  json.key("not_set").begin_array();
  for (const model::UnsetPin& unset : found.precision.facts.not_set) {
    json.begin_object().field("name", unset.name).field("why", unset.why).end_object();
  }
  json.end_array();
  json.field("warnings", found.warnings);
  json.end_object();
  return text + "\n";
}

}  // namespace

base::Result<int> command_env(const EnvOptions& options) {
  CUPEL_TRY_ASSIGN(const Found found, look(options));
  CUPEL_TRY(os::write_all(STDOUT_FILENO, options.json ? as_json(found) : as_text(found), "stdout"));
  return exit_done;
}

}  // namespace cupel::cli
