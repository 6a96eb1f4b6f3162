// SPDX-License-Identifier: Apache-2.0
// The summary at the end of a run, for people. No byte that a test printed acts on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "format/style.h"
#include "record/run_record.h"

namespace cupel::report {

struct TerminalOptions {
  std::size_t width = 80;
  format::Style style;
  /// Where the run is kept, as to be shown; empty: nowhere.
  std::string run_directory;
  /// Report files written besides, as to be shown.
  std::vector<std::string> files;
  /// Reds shown in full; as many again twice over as one line each; then only their number.
  std::size_t most_reds = 25;
};

/// Table per target, problems, reds, skips, precision, where the reports are; the verdict line
/// last.
[[nodiscard]] std::string terminal(const record::RunRecord& run, const TerminalOptions& options);

}  // namespace cupel::report
