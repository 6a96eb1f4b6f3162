// SPDX-License-Identifier: Apache-2.0
// The keys of the two configuration files: one table each, from which the parser takes its checks
// and defaults and editors their schema.
#pragma once

#include <string>
#include <vector>

#include "format/toml_shape.h"

namespace cupel::plan {

/// `harnesses` are the words that `harness` may have.
[[nodiscard]] std::vector<format::ShapeKey> config_keys(const std::vector<std::string>& harnesses);
[[nodiscard]] std::vector<format::ShapeKey> ledger_keys();

/// The JSON Schemas committed as docs/schema/cupel.toml.schema.json and
/// docs/schema/known-failures.toml.schema.json.
[[nodiscard]] std::string config_schema_json(const std::vector<std::string>& harnesses);
[[nodiscard]] std::string ledger_schema_json();

}  // namespace cupel::plan
