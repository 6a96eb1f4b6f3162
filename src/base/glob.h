// SPDX-License-Identifier: Apache-2.0
// Patterns that select tests, and patterns that select paths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cupel::base {

/// Test patterns: `*` any run of characters (every character), `?` one character, `\` takes the
/// next character as it is; everything else stands for itself. Linear in text times pattern.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

/// True where the pattern has an unescaped `*` or `?`.
[[nodiscard]] bool is_glob(std::string_view pattern);

/// Path patterns: `*` and `?` do not cross '/', a whole component `**` stands for any number of
/// components, none included. Both are relative, with '/' between components.
[[nodiscard]] bool path_match(std::string_view pattern, std::string_view path);

/// Several patterns: an id is in when any plain one matches (or there is no plain one), and no
/// pattern that begins with '!' does. An exact id matches first, before its glob characters act.
[[nodiscard]] bool select_match(const std::vector<std::string>& patterns, std::string_view id);

/// A pattern that matches exactly this text.
[[nodiscard]] std::string glob_escape(std::string_view text);

/// The patterns for select_match where a pattern that is the exact id of one of `ids` selects that
/// id alone, however many others its glob characters would match as well.
[[nodiscard]] std::vector<std::string> exact_first(const std::vector<std::string>& patterns,
                                                   const std::vector<std::string>& ids);

}  // namespace cupel::base
