// SPDX-License-Identifier: Apache-2.0
// Conditions on strings of the two configuration files.
#pragma once

#include "format/toml_shape.h"

namespace cupel::plan {

/// Names of targets, modes and pins: they stand in ids (before the ':'), in the names of derived
/// targets (NAME/PACKAGE/BINARY), in patterns, file names and on command lines.
[[nodiscard]] format::TextRule name_rule(const std::string& what);
/// As above, and not "gate", which stands for the gate itself where a problem has no target.
[[nodiscard]] format::TextRule target_name_rule();
[[nodiscard]] format::TextRule duration_rule();
[[nodiscard]] format::TextRule variable_name_rule();
[[nodiscard]] format::TextRule cover_rule();
[[nodiscard]] format::TextRule driver_rule();

}  // namespace cupel::plan
