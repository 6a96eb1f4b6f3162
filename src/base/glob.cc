// SPDX-License-Identifier: Apache-2.0
// Problem: match without exponential backtracking. Only the latest `*` is ever worth going back to
// (an earlier one could only take more of the text, which the later one can take as well), so one
// remembered place is enough: time is at most pattern times text, space is constant. A `**`
// among path components is the same problem over components instead of characters.
#include "base/glob.h"

#include <algorithm>
#include <cstddef>

namespace cupel::base {
namespace {

/// Length in bytes of the character at `at`: its first byte and the continuation bytes after it.
std::size_t character_length(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end - at;
}

bool has_escape(std::string_view pattern, std::size_t at) {
  return pattern[at] == '\\' && at + 1 < pattern.size();
}

struct Step {
  bool fits = false;
  std::size_t pattern = 0;  ///< bytes taken from the pattern
  std::size_t text = 0;     ///< bytes taken from the text
};

/// One element of the pattern, not a `*`, against the text at `t`, both in range.
Step step(std::string_view pattern, std::size_t p, std::string_view text, std::size_t t) {
  if (pattern[p] == '?') return {true, 1, character_length(text, t)};
  const std::size_t escape = has_escape(pattern, p) ? 1 : 0;
  return {pattern[p + escape] == text[t], 1 + escape, 1};
}

using Parts = std::vector<std::string_view>;

/// Components between slashes; empty ones and "." say nothing about where a path leads.
Parts components(std::string_view path) {
  Parts parts;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") parts.push_back(part);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return parts;
}

bool matches_one(std::string_view pattern, std::string_view id) {
  return pattern == id || glob_match(pattern, id);
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the latest `*`
  std::size_t resume = 0;                     // where in the text its share ends
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
      continue;
    }
    const Step taken = p < pattern.size() ? step(pattern, p, text, t) : Step{};
    if (taken.fits) {
      p += taken.pattern;
      t += taken.text;
    } else if (star != std::string_view::npos) {
      resume += character_length(text, resume);
      t = resume;
      p = star + 1;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool is_glob(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (has_escape(pattern, i)) {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?') {
      return true;
    }
  }
  return false;
}

bool path_match(std::string_view pattern, std::string_view path) {
  const Parts wanted = components(pattern);
  const Parts given = components(path);
  std::size_t w = 0;
  std::size_t g = 0;
  std::size_t star = wanted.size();  // the latest `**`; the size: none yet
  std::size_t resume = 0;
  while (g < given.size()) {
    if (w < wanted.size() && wanted[w] == "**") {
      star = w++;
      resume = g;
    } else if (w < wanted.size() && glob_match(wanted[w], given[g])) {
      ++w;
      ++g;
    } else if (star < wanted.size()) {
      g = ++resume;
      w = star + 1;
    } else {
      return false;
    }
  }
  return std::all_of(wanted.begin() + static_cast<std::ptrdiff_t>(w), wanted.end(),
                     [](std::string_view part) { return part == "**"; });
}

bool select_match(const std::vector<std::string>& patterns, std::string_view id) {
  bool any_plain = false;
  bool selected = false;
  for (const std::string& pattern : patterns) {
    if (pattern.starts_with('!')) {
      if (matches_one(std::string_view(pattern).substr(1), id)) return false;
      continue;
    }
    any_plain = true;
    selected = selected || matches_one(pattern, id);
  }
  return selected || !any_plain;
}

std::string glob_escape(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool acts = text[i] == '*' || text[i] == '?' || text[i] == '\\';
    if (acts || (i == 0 && text[i] == '!')) escaped += '\\';
    escaped += text[i];
  }
  return escaped;
}

std::vector<std::string> exact_first(const std::vector<std::string>& patterns,
                                     const std::vector<std::string>& ids) {
  std::vector<std::string> result;
  result.reserve(patterns.size());
  for (const std::string& pattern : patterns) {
    const bool minus = pattern.starts_with('!');
    const std::string_view body = std::string_view(pattern).substr(minus ? 1 : 0);
    const bool exact = std::find(ids.begin(), ids.end(), body) != ids.end();
    result.push_back(exact ? (minus ? "!" : "") + glob_escape(body) : pattern);
  }
  return result;
}

}  // namespace cupel::base
