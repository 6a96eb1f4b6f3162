// SPDX-License-Identifier: Apache-2.0
// One run with every outcome, a problem of the gate and of a target, known failures, skips of each
// kind, an unexpected pass, measures, sub-cases, a voided attempt and bytes that are no text.
#pragma once

#include <vector>

#include "model/event.h"
#include "record/run_record.h"

namespace cupel::report {

[[nodiscard]] std::vector<model::Event> standard_events();
/// The fold of them all.
[[nodiscard]] record::RunRecord standard_run();

/// A run of `count` tests that all passed, in one target, full scope.
[[nodiscard]] record::RunRecord green_run(std::size_t count);

/// Compares `text` with tests/data/report/NAME; with CUPEL_APPROVE=1 it writes that file instead.
void expect_golden(const char* name, const std::string& text);

}  // namespace cupel::report
