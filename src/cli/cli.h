// SPDX-License-Identifier: Apache-2.0
// The commands, and the only place that turns errors into text and exit codes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"

namespace cupel::cli {

/// Exit codes that are not a verdict's.
inline constexpr int exit_done = 0;
inline constexpr int exit_finding = 1;
inline constexpr int exit_not_judged = 3;
inline constexpr int exit_usage = 4;
/// `exec`: cupel's own trouble; everything else is the command's own code or 128 + signal.
inline constexpr int exit_exec_trouble = 125;

/// The whole program: words after its name, to an exit code.
[[nodiscard]] int run_cli(const std::vector<std::string>& words);

// One function a command; each returns the exit code.
[[nodiscard]] base::Result<int> command_run(const RunOptions& asked,
                                            const std::vector<std::string>& words);
[[nodiscard]] base::Result<int> command_list(const ListOptions& options);
[[nodiscard]] base::Result<int> command_exec(const ExecOptions& options);
[[nodiscard]] base::Result<int> command_env(const EnvOptions& options);
[[nodiscard]] base::Result<int> command_report(const ReportOptions& options);
[[nodiscard]] base::Result<int> command_ledger_check(const LedgerCheckOptions& options);
[[nodiscard]] base::Result<int> command_init(const InitOptions& options);

}  // namespace cupel::cli
