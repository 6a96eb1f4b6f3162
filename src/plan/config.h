// SPDX-License-Identifier: Apache-2.0
// cupel.toml as values. Paths are absolute once it is read; every default of the contract is filled
// in, so that nothing later asks whether a key was there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ledger.h"
#include "model/words.h"

namespace cupel::plan {

enum class LeakPolicy { report, red };
enum class SkipPolicy { report, red };
enum class DeviceNeed { cpu, gpu };

struct CoverIgnore {
  std::string path;  ///< as written: relative to the configuration's folder
  std::string reason;
};

struct GateConfig {
  std::string name;
  model::Precision precision = model::Precision::f32_strict;
  std::vector<std::string> modes;
  std::string ledger;  ///< absolute; empty: none
  base::Duration timeout{};
  base::Duration start_timeout{};
  base::Duration teardown_timeout{};
  std::string build;               ///< a shell command; empty: none
  std::vector<std::string> cover;  ///< as written
  std::vector<CoverIgnore> cover_ignore;
  LeakPolicy leaks = LeakPolicy::report;
  SkipPolicy undeclared_skip = SkipPolicy::report;
};

struct ModeConfig {
  std::string name;
  std::optional<model::Precision> precision;
  std::map<std::string, std::string> env;
  std::vector<std::string> command;  ///< empty: the target's
  std::string build;
};

struct TargetConfig {
  std::string name;
  std::string harness;
  /// command[0] is absolute where it was written with a slash (relative to the configuration's
  /// folder, whatever workdir says); a bare word is left for the look-up in PATH.
  std::vector<std::string> command;
  DeviceNeed device = DeviceNeed::cpu;
  int gpus = 1;
  std::string workdir;  ///< absolute
  std::map<std::string, std::string> env;
  bool requires_device = false;
  std::vector<std::string> canary;
  bool exclusive = false;
  int split = 1;
  std::optional<base::Duration> timeout;
  std::optional<int> skip_code;  ///< harness "command": the exit code that means skipped
  bool tap = false;              ///< harness "command": stdout is TAP
  model::SourcePlace place;
};

struct DeviceConfig {
  std::string uuid;
  std::string kind;  ///< "invented"
};

struct PolicyConfig {
  std::string tests;  ///< pattern over ids
  model::Precision precision = model::Precision::f32_strict;
};

struct PinConfig {
  std::string name;
  std::string command;  ///< a shell command whose output identifies the dependency
};

struct Config {
  std::string path;    ///< absolute, of the file
  std::string folder;  ///< absolute; what relative paths are relative to
  std::string sha256;
  GateConfig gate;
  std::vector<PinConfig> pins;
  std::vector<ModeConfig> modes;  ///< those declared, and "default" first
  std::vector<TargetConfig> targets;
  std::vector<DeviceConfig> devices;
  std::vector<PolicyConfig> policies;
};

/// Reads the text of a cupel.toml. `path` is absolute. Errors carry file, line and column and say
/// what to write instead. `harnesses` are the words that this build knows. Names of targets and
/// modes are letters, digits and `_ . + -`; a target is not called "gate". At least one target.
[[nodiscard]] base::Result<Config> parse_config(std::string_view text, const std::string& path,
                                                const std::vector<std::string>& harnesses);

/// Reads the text of a known-failures.toml. Regular expressions are compiled by judge, not here.
[[nodiscard]] base::Result<model::LedgerFile> parse_ledger(std::string_view text,
                                                           const std::string& path);

}  // namespace cupel::plan
