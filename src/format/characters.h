// SPDX-License-Identifier: Apache-2.0
// Valid UTF-8 by characters and by the columns that they take.
#pragma once

#include <cstddef>
#include <string_view>

namespace cupel::format {

/// The first character; empty where there is none.
[[nodiscard]] std::string_view first_character(std::string_view utf8);
/// The longest beginning, and the longest end, that is no wider than `columns`.
[[nodiscard]] std::string_view prefix_of_width(std::string_view utf8, std::size_t columns);
[[nodiscard]] std::string_view suffix_of_width(std::string_view utf8, std::size_t columns);

}  // namespace cupel::format
