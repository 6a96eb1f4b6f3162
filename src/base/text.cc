// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/width_table.h"

namespace cupel::base {
namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  ///< 0: no valid sequence begins here
};

// The forms of RFC 3629: what the first byte holds besides its marker, and the smallest code that
// may be written in so many bytes.
struct Form {
  std::uint8_t mask;
  std::uint8_t marker;
  std::size_t length;
  char32_t least;
};
constexpr std::array<Form, 4> forms{{
    {0x80, 0x00, 1, 0x0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
}};

Decoded decode(std::string_view bytes, std::size_t at) {
  const std::uint8_t first = byte_at(bytes, at);
  for (const Form& form : forms) {
    if ((first & form.mask) != form.marker) continue;
    if (at + form.length > bytes.size()) return {};
    char32_t code = first & static_cast<std::uint8_t>(~form.mask);
    for (std::size_t i = 1; i < form.length; ++i) {
      const std::uint8_t next = byte_at(bytes, at + i);
      if ((next & 0xC0U) != 0x80U) return {};
      code = (code << 6U) | (next & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < form.least || code > 0x10FFFF || surrogate) return {};
    return {code, form.length};
  }
  return {};
}

void append_hex(std::string& out, std::string_view bytes) {
  for (const char byte : bytes) {
    fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<std::uint8_t>(byte));
  }
}

/// Code points that move the cursor, ring, recolour, or reorder what stands around them.
bool acts_on_terminal(char32_t code) {
  if (code == '\n' || code == '\t') return false;
  if (code < 0x20 || (code >= 0x7F && code <= 0x9F)) return true;
  const bool marks = code == 0x061C || code == 0x200E || code == 0x200F;
  const bool separators = code == 0x2028 || code == 0x2029;
  return marks || separators || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

template <std::size_t N>
bool in_ranges(const CodeRange (&ranges)[N], char32_t code) {
  const auto* after =
      std::upper_bound(std::begin(ranges), std::end(ranges), code,
                       [](char32_t value, const CodeRange& range) { return value < range.first; });
  return after != std::begin(ranges) && code <= std::prev(after)->last;
}

std::size_t width_of(char32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return 0;
  if (code < 0x300) return 1;
  if (in_ranges(zero_width_ranges, code)) return 0;
  return in_ranges(wide_ranges, code) ? 2 : 1;
}

/// Applies `each(code, sequence)` to the characters; a byte of no valid sequence comes with code
/// 0xFFFFFFFF.
constexpr char32_t invalid = 0xFFFFFFFF;
template <typename Each>
void for_each_character(std::string_view bytes, Each&& each) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Decoded found = decode(bytes, at);
    const std::size_t length = std::max<std::size_t>(found.length, 1);
    each(found.length == 0 ? invalid : found.code, bytes.substr(at, length));
    at += length;
  }
}

/// True for nothing but printable ASCII, which is what nearly all text here is.
bool is_plain(std::string_view bytes) {
  bool plain = true;
  for (const char c : bytes) plain &= c >= 0x20 && c < 0x7F;
  return plain;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), letters
/// without case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // the row of i - 1
  std::vector<std::size_t> row(b.size() + 1);     // the row of i
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> next(b.size() + 1, i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const bool same = lower(a[i]) == lower(b[j]);
      next[j + 1] = std::min({row[j] + (same ? 0 : 1), row[j + 1] + 1, next[j] + 1});
      const bool swapped =
          i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) && lower(a[i - 1]) == lower(b[j]);
      if (swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before = std::move(row);
    row = std::move(next);
  }
  return row[b.size()];
}

bool is_word_character(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

constexpr std::array<std::string_view, 13> reserved_words{{"case", "do", "done", "elif", "else",
                                                           "esac", "fi", "for", "if", "in", "then",
                                                           "until", "while"}};

/// As the first word, these mean something else to a shell than a program of that name.
bool needs_quotes_first(std::string_view word) {
  return word.find('=') != std::string_view::npos ||
         std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

std::string in_quotes(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  if (is_plain(bytes)) return true;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = decode(bytes, at).length;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string to_utf8(std::string_view bytes) {
  if (is_plain(bytes)) return std::string(bytes);
  std::string text;
  text.reserve(bytes.size());
  for_each_character(bytes, [&](char32_t code, std::string_view sequence) {
    if (code == invalid) {
      append_hex(text, sequence);
    } else {
      text += sequence;
    }
  });
  return text;
}

std::string to_printable(std::string_view bytes) {
  if (is_plain(bytes)) return std::string(bytes);
  std::string text;
  text.reserve(bytes.size());
  const char* const end = bytes.data() + bytes.size();
  for_each_character(bytes, [&](char32_t code, std::string_view sequence) {
    const char* const next = sequence.data() + sequence.size();
    if (code == '\r' && next != end && *next == '\n')
      return;  // the end of a line, not an overwrite
    if (code == invalid || acts_on_terminal(code)) {
      append_hex(text, sequence);
    } else {
      text += sequence;
    }
  });
  return text;
}

std::string to_one_line(std::string_view bytes) {
  std::string line;
  for (const char c : to_printable(bytes)) {
    if (c == '\n') {
      line += "\\n";
    } else {
      line += c == '\t' ? ' ' : c;
    }
  }
  return line;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  for_each_character(utf8, [&](char32_t code, std::string_view) {
    width += code == invalid ? 1 : width_of(code);
  });
  return width;
}

std::string ellipsize(std::string_view utf8, std::size_t columns) {
  if (display_width(utf8) <= columns) return std::string(utf8);
  if (columns == 0) return {};
  std::string kept;
  std::size_t width = 0;
  bool full = false;
  for_each_character(utf8, [&](char32_t code, std::string_view sequence) {
    const std::size_t more = code == invalid ? 1 : width_of(code);
    full = full || width + more > columns - 1;
    if (full) return;
    width += more;
    kept += sequence;
  });
  return kept + "…";
}

std::string plural(std::size_t count, std::string_view noun) {
  std::string text = fmt::format("{} {}", count, noun);
  if (count == 1 || noun.empty()) return text;
  const auto ends = [&](std::string_view end) { return noun.ends_with(end); };
  const bool vowel_before_y =
      noun.size() > 1 &&
      std::string_view("aeiou").find(noun[noun.size() - 2]) != std::string_view::npos;
  if (ends("y") && !vowel_before_y) return text.substr(0, text.size() - 1) + "ies";
  const bool sibilant = ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh");
  return text + (sibilant ? "es" : "s");
}

std::string shell_quote(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), is_word_character);
  return plain ? std::string(word) : in_quotes(word);
}

std::string shell_quote(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) {
    const bool first = command.empty();
    if (!first) command += ' ';
    command += first && needs_quotes_first(word) ? in_quotes(word) : shell_quote(word);
  }
  return command;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  // A third of the letters wrong is the most that still looks like a slip.
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string best;
  for (const std::string& candidate : candidates) {
    const std::size_t difference =
        std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (difference >= limit) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= limit) continue;
    limit = distance;
    best = candidate;
    if (distance == 0) break;
  }
  return best;
}

}  // namespace cupel::base
