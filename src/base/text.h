// SPDX-License-Identifier: Apache-2.0
// Bytes from test programs are anything; text that cupel writes is valid UTF-8. This is the border.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cupel::base {

[[nodiscard]] bool is_utf8(std::string_view bytes);

/// Valid UTF-8 for any bytes: each byte that is no part of a valid sequence becomes the four
/// characters \xHH. Valid text, control characters included, is returned as it is.
[[nodiscard]] std::string to_utf8(std::string_view bytes);

/// The same, and nothing in it can act on a terminal: ESC and other control characters (C0, DEL,
/// C1) become \xHH, a lone CR too; tab and newline stay. Bidirectional overrides are escaped as
/// well.
[[nodiscard]] std::string to_printable(std::string_view bytes);

/// to_printable on one line: newlines become "\n" (two characters), tabs a blank.
[[nodiscard]] std::string to_one_line(std::string_view bytes);

/// Columns that valid UTF-8 takes on a terminal: wide East Asian characters two, combining none.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// Cut to at most `columns`, the last one an ellipsis where something was cut.
[[nodiscard]] std::string ellipsize(std::string_view utf8, std::size_t columns);

/// "1 test", "2 tests".
[[nodiscard]] std::string plural(std::size_t count, std::string_view noun);

/// A command that a POSIX shell reads back as exactly these words.
[[nodiscard]] std::string shell_quote(const std::vector<std::string>& words);
[[nodiscard]] std::string shell_quote(std::string_view word);

/// The candidate nearest to `word` by edit distance, empty when none is near enough to suggest.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string>& candidates);

}  // namespace cupel::base
