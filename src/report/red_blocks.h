// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_record.h"
#include "report/page.h"
#include "report/terminal_summary.h"

namespace cupel::report {

/// All that is known of each red, new ones first; beyond the cap a line each, then their number.
void add_reds(Page& page, const record::RunRecord& run, const TerminalOptions& options);

}  // namespace cupel::report
