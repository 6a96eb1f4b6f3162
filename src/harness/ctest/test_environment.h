// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cupel::harness::ctest {

/// Words that, put before a command, start it in the environment that ctest would give the test:
/// whatever the caller's environment is, the properties ENVIRONMENT and ENVIRONMENT_MODIFICATION
/// apply to it. Empty where they are; absent where that cannot be said in words.
[[nodiscard]] std::optional<std::vector<std::string>> environment_words(
    const std::vector<std::string>& environment, const std::vector<std::string>& modifications);

}  // namespace cupel::harness::ctest
