// SPDX-License-Identifier: Apache-2.0
#include "cli/load.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "cli/harness_table.h"
#include "os/environment.h"
#include "os/file.h"

namespace cupel::cli {
namespace {

constexpr const char* file_name = "cupel.toml";

base::Result<std::string> given_path(const std::string& path, const std::string& by) {
  auto real = os::real_path(path);
  if (real.ok()) return real;
  return base::usage_error(
      "the configuration " + path + " (" + by + ") cannot be read: " + real.error().message,
      "give the path of a cupel.toml that exists");
}

base::Result<std::string> nearest_upwards() {
  CUPEL_TRY_ASSIGN(const std::string start, os::current_directory());
  for (std::string folder = start;; folder = folder.substr(0, folder.rfind('/'))) {
    const std::string path = folder + "/" + file_name;
    if (os::exists(path)) return os::real_path(path);
    if (folder.empty()) break;
  }
  return base::usage_error("there is no cupel.toml in " + start + " or any folder above it",
                           "go to a folder that has one, or name it with -c");
}

/// "a/../b" as "b", where the kernel agrees: past a symbolic link it may not.
std::string tidy(const std::string& path) {
  auto real = os::real_path(path);
  const std::string shorter = std::filesystem::path(path).lexically_normal().string();
  if (!real.ok()) return path;
  auto same = os::real_path(shorter);
  return same.ok() && *same == *real ? shorter : path;
}

void tidy_paths(plan::Config& config) {
  for (plan::TargetConfig& target : config.targets) {
    std::string& program = target.command.front();
    if (program.find('/') != std::string::npos) program = tidy(program);
    target.workdir = tidy(target.workdir);
  }
}

}  // namespace

base::Result<std::string> find_config(const ConfigOptions& options) {
  if (!options.config.empty()) return given_path(options.config, "-c");
  if (const auto named = os::environment_value("CUPEL_CONFIG"); named && !named->empty()) {
    return given_path(*named, "$CUPEL_CONFIG");
  }
  return nearest_upwards();
}

base::Result<plan::Config> load_config(const ConfigOptions& options) {
  CUPEL_TRY_ASSIGN(const std::string path, find_config(options));
  auto text = os::read_file(path);
  if (!text.ok()) {
    base::Error error = std::move(text).error();
    error.kind = base::ErrorKind::usage;
    return error;
  }
  CUPEL_TRY_ASSIGN(plan::Config config, plan::parse_config(*text, path, harness_words()));
  tidy_paths(config);
  return config;
}

base::Result<model::LedgerFile> load_ledger(const plan::Config& config) {
  if (config.gate.ledger.empty()) return model::LedgerFile{};
  auto text = os::read_file(config.gate.ledger);
  if (!text.ok()) {
    return base::usage_error(
        "the ledger " + config.gate.ledger + " cannot be read: " + text.error().message,
        "create it (an empty file will do), or take `ledger` out of " + config.path);
  }
  return plan::parse_ledger(*text, config.gate.ledger);
}

base::Result<std::vector<const plan::ModeConfig*>> wanted_modes(
    const plan::Config& config, const std::vector<std::string>& asked) {
  const std::vector<std::string>& names = asked.empty() ? config.gate.modes : asked;
  std::vector<const plan::ModeConfig*> modes;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(config.modes.begin(), config.modes.end(),
                     [&](const plan::ModeConfig& mode) { return mode.name == name; });
    if (found == config.modes.end()) {
      std::vector<std::string> known;
      for (const plan::ModeConfig& mode : config.modes) known.push_back(mode.name);
      const std::string near = base::nearest(name, known);
      return base::usage_error("no mode is named '" + base::to_one_line(name) + "'",
                               (near.empty() ? "" : "did you mean '" + near + "'? ") +
                                   std::string("modes are declared as [modes.NAME] in ") +
                                   config.path);
    }
    if (std::find(modes.begin(), modes.end(), &*found) == modes.end()) modes.push_back(&*found);
  }
  return modes;
}

}  // namespace cupel::cli
