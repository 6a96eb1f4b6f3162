// SPDX-License-Identifier: Apache-2.0
// The targets for suites that are known by their sources: cargo workspaces and pytest suites.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/init/prober.h"
#include "cli/init/site.h"
#include "plan/draft.h"

namespace cupel::cli::init {

/// `folder`: of the workspace, relative.
[[nodiscard]] base::Result<void> add_cargo(const std::string& folder, const Site& site,
                                           Prober& prober, plan::Draft& draft);

[[nodiscard]] base::Result<void> add_pytest(const plan::PytestRoot& suite, const Site& site,
                                            Prober& prober, plan::Draft& draft);

}  // namespace cupel::cli::init
