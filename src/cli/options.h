// SPDX-License-Identifier: Apache-2.0
// The command line as values. The option table is in options.cc; nothing else includes CLI11.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/words.h"

namespace cupel::cli {

enum class ProgressStyle { automatic, bar, lines, none };
enum class ColorChoice { automatic, always, never };

/// A report to write: the word of its format, and a path or "-" for stdout.
struct ReportRequest {
  std::string format;
  std::string path;
};

/// What every command takes that looks at a configuration.
struct ConfigOptions {
  std::string config;  ///< empty: $CUPEL_CONFIG, else the nearest cupel.toml upwards
  ColorChoice color = ColorChoice::automatic;
};

/// What every command takes that runs tests.
struct RunOptions {
  ConfigOptions common;
  std::vector<std::string> positionals;
  std::vector<std::string> filters;
  std::vector<std::string> modes;
  model::Isolation isolation = model::Isolation::batch;
  bool shuffle = false;
  std::optional<std::uint64_t> shuffle_seed;
  std::optional<base::Duration> timeout;
  std::optional<base::Duration> deadline;
  std::string gpus = "all";
  std::optional<std::size_t> cpu_lanes;
  base::Duration lease_wait = std::chrono::minutes(30);
  bool resume = false;
  std::string resume_run;  ///< empty: the last that did not finish
  std::string out;
  std::vector<ReportRequest> reports;
  bool accept_known = false;
  bool dry_run = false;
  ProgressStyle progress = ProgressStyle::automatic;
};

struct ListOptions {
  ConfigOptions common;
  std::vector<std::string> targets;
  bool json = false;
};
struct ExecOptions {
  ConfigOptions common;
  std::string gpus = "all";
  base::Duration lease_wait = std::chrono::minutes(30);
  std::vector<std::string> command;
};
struct EnvOptions {
  ConfigOptions common;
  bool json = false;
};
struct ReportOptions {
  ConfigOptions common;
  std::string run;
  std::vector<ReportRequest> reports;
  bool accept_known = false;
};
struct LedgerCheckOptions {
  ConfigOptions common;
};
struct InitOptions {
  std::string file;  ///< to be written; empty: cupel.toml in this folder
  bool dry_run = false;
};
/// Text asked for, to stdout, exit 0.
struct ShowText {
  std::string text;
};

using Command = std::variant<RunOptions, ListOptions, ExecOptions, EnvOptions, ReportOptions,
                             LedgerCheckOptions, InitOptions, ShowText>;

/// Words after the program's name. Errors are usage errors: exit 4.
[[nodiscard]] base::Result<Command> parse_command_line(const std::vector<std::string>& words);

}  // namespace cupel::cli
