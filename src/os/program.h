// SPDX-License-Identifier: Apache-2.0
// Where a word that names a program leads.
#pragma once

#include <optional>
#include <string>

namespace cupel::os {

/// The path that executing `word` would use: the word itself where it has a slash, else the first
/// executable file of that name in `search_path` (as $PATH has it). Absent: there is none.
[[nodiscard]] std::optional<std::string> find_program(const std::string& word,
                                                      const std::string& search_path);

}  // namespace cupel::os
