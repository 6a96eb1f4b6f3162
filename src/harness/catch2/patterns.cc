// SPDX-License-Identifier: Apache-2.0
#include "harness/catch2/patterns.h"

#include <algorithm>
#include <utility>

#include "format/xml_events.h"

namespace cupel::harness::catch2 {
namespace {

constexpr std::string_view exclude = "exclude:";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

/// Where a "\xHH" begins: v3 lists a byte so that is no text, and which byte it is cannot be told
/// from the four characters.
std::size_t find_escaped_byte(std::string_view text) {
  for (std::size_t at = text.find("\\x"); at != std::string_view::npos;
       at = text.find("\\x", at + 1)) {
    if (at + 4 <= text.size() && is_hex(text[at + 2]) && is_hex(text[at + 3])) return at;
  }
  return std::string_view::npos;
}

std::string folded_name(const std::string& native) {
  std::string text(format::trim_blanks(native));
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

std::string quoted(std::string_view text) {
  std::string pattern = "\"";
  for (const char c : text) {
    if (std::string_view("\\,[]\"*~").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern + "\"";
}

/// The tests that a name pattern hits, as Catch2 matches it.
std::vector<std::size_t> hits_of(const model::Listing& listing, std::string pattern) {
  pattern = folded_name(pattern);
  const bool open_start = pattern.starts_with('*');
  if (open_start) pattern.erase(0, 1);
  const bool open_end = pattern.ends_with('*');
  if (open_end) pattern.pop_back();
  std::vector<std::size_t> hits;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    const std::string name = folded_name(listing.tests[i].native);
    const bool hit = open_start && open_end ? name.find(pattern) != std::string::npos
                     : open_start           ? name.ends_with(pattern)
                     : open_end             ? name.starts_with(pattern)
                                            : name == pattern;
    if (hit) hits.push_back(i);
  }
  return hits;
}

}  // namespace

std::string_view SpecRules::compared(std::string_view native) const {
  return format::trim_blanks(native);
}

char SpecRules::folded(char c) const {
  return lower(c);
}

std::size_t SpecRules::expressible(std::string_view text) const {
  if (text.starts_with('*')) return 0;
  std::size_t length = std::min({text.size(), text.find_first_of("\n\r"), find_escaped_byte(text)});
  const std::size_t excluding = text.find(exclude);
  // Up to the last letter of it, so that the pattern does not hold the word.
  if (excluding != std::string_view::npos) {
    length = std::min(length, excluding + exclude.size() - 1);
  }
  return length;
}

bool SpecRules::is_exact(std::string_view text) const {
  return !text.empty() && !text.ends_with('*') && expressible(text) == text.size();
}

std::string SpecRules::spell(std::string_view text, bool and_more) const {
  std::string pattern = quoted(text);
  if (and_more) pattern.insert(pattern.size() - 1, "*");
  return pattern;
}

LooseSpec loose_spec(const model::Listing& listing, std::size_t test) {
  const std::string name(format::trim_blanks(listing.tests[test].native));
  std::vector<std::pair<std::string, std::string>> candidates;  // as spelt, as matched
  const std::size_t first = name.find(exclude);
  if (first == std::string::npos) {
    candidates.emplace_back(quoted(name), name);
  } else {
    const std::string head = name.substr(0, first);
    const std::string tail = name.substr(name.rfind(exclude) + exclude.size());
    if (!tail.empty()) candidates.emplace_back("\"*" + quoted(tail).substr(1), "*" + tail);
    if (!head.empty()) candidates.emplace_back(SpecRules().spell(head, true), head + "*");
  }
  LooseSpec best;
  bool found = false;
  for (const auto& [spelt, matched] : candidates) {
    std::vector<std::size_t> hits = hits_of(listing, matched);
    if (std::find(hits.begin(), hits.end(), test) == hits.end()) continue;
    if (found && hits.size() >= best.also.size()) continue;
    best = {spelt, std::move(hits)};
    found = true;
  }
  if (!found) {
    for (std::size_t i = 0; i < listing.tests.size(); ++i) {
      if (!listing.tests[i].disabled) best.also.push_back(i);
    }
  }
  std::erase(best.also, test);
  return best;
}

}  // namespace cupel::harness::catch2
