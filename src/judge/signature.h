// SPDX-License-Identifier: Apache-2.0
// What two reds have in common when they fail for the same reason: the words of their first message
// without what differs from run to run and from test to test.
#pragma once

#include <string>
#include <string_view>

#include "model/words.h"

namespace cupel::judge {

/// "failed: max error # > # at row # in rope.cc:#". `message` is the first failure's; where there
/// is none, `detail` ("signal 11 (SIGSEGV)") speaks. One line, at most 200 columns, and the same
/// text for the same input in every run.
[[nodiscard]] std::string signature(model::Outcome outcome, std::string_view message,
                                    std::string_view detail);

/// The part after the outcome: numbers and hexadecimal addresses become #, quoted values "*", paths
/// their last component, runs of white space one blank.
[[nodiscard]] std::string normalize_message(std::string_view message);

}  // namespace cupel::judge
