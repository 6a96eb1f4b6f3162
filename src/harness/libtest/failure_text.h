// SPDX-License-Identifier: Apache-2.0
// What failed tests printed, as libtest prints it at the end of a run, and the failure in it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/finding.h"

namespace cupel::harness::libtest {

/// The texts of these tests, in the order in which they ended. A text may hold whatever its test
/// printed, another's headline too: that moves text from one to another, and never a verdict.
[[nodiscard]] std::unordered_map<std::string, std::string> failure_texts(
    std::string_view closing, const std::vector<std::string>& failed);

/// The failure in the text of the test of that name; `message` is libtest's own, where it has one.
[[nodiscard]] model::Failure read_failure(std::string_view name, std::string_view text,
                                          const std::string& message);

}  // namespace cupel::harness::libtest
