// SPDX-License-Identifier: Apache-2.0
// The one line that says what the gate says, and the lines that say under which precision.
#pragma once

#include <string>

#include "record/run_record.h"

namespace cupel::report {

/// "green", "green (narrowed, 92 of 1411)", "red: 2 failed, 1 crashed", "known: …",
/// "incomplete: …", with the skips that nobody declared. One line of printable text.
[[nodiscard]] std::string verdict_line(const record::RunRecord& run);

/// "f32-strict; pin: NVIDIA_TF32_OVERRIDE=0; operator: …; not set: X (why); production precision
/// was not exercised". One line of printable text.
[[nodiscard]] std::string precision_line(const record::RunRecord& run);

}  // namespace cupel::report
