// SPDX-License-Identifier: Apache-2.0
// From what lies in a tree, and what it says when it is asked, to a draft of its configuration.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/init/prober.h"
#include "cli/init/site.h"
#include "plan/draft.h"

namespace cupel::cli::init {

[[nodiscard]] base::Result<plan::Draft> draft_for(const Site& site, Prober& prober);

}  // namespace cupel::cli::init
