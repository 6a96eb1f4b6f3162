// SPDX-License-Identifier: Apache-2.0
// Finding and reading the configuration and the ledger beside it.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "model/ledger.h"
#include "plan/config.h"

namespace cupel::cli {

/// The path that -c, $CUPEL_CONFIG or the nearest cupel.toml upwards gives; an error that says
/// where it was looked for.
[[nodiscard]] base::Result<std::string> find_config(const ConfigOptions& options);

[[nodiscard]] base::Result<plan::Config> load_config(const ConfigOptions& options);

/// Empty where the configuration names no ledger.
[[nodiscard]] base::Result<model::LedgerFile> load_ledger(const plan::Config& config);

/// The modes that a run is about: those asked for, else the gate's. Unknown ones are errors.
[[nodiscard]] base::Result<std::vector<const plan::ModeConfig*>> wanted_modes(
    const plan::Config& config, const std::vector<std::string>& asked);

}  // namespace cupel::cli
