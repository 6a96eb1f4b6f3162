// SPDX-License-Identifier: Apache-2.0
// The environment that cupel was started with, as a value.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace cupel::os {

/// Every variable; of a name that stands twice, the first counts, as getenv has it.
[[nodiscard]] std::map<std::string, std::string> environment();
[[nodiscard]] std::optional<std::string> environment_value(const std::string& name);

}  // namespace cupel::os
