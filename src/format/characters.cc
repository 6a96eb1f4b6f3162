// SPDX-License-Identifier: Apache-2.0
#include "format/characters.h"

#include "base/text.h"

namespace cupel::format {
namespace {

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

std::string_view first_character(std::string_view utf8) {
  if (utf8.empty()) return utf8;
  std::size_t length = 1;
  while (length < utf8.size() && continues(utf8[length])) ++length;
  return utf8.substr(0, length);
}

std::string_view prefix_of_width(std::string_view utf8, std::size_t columns) {
  std::size_t taken = 0;
  std::size_t width = 0;
  while (taken < utf8.size()) {
    const std::string_view next = first_character(utf8.substr(taken));
    width += base::display_width(next);
    if (width > columns) break;
    taken += next.size();
  }
  return utf8.substr(0, taken);
}

std::string_view suffix_of_width(std::string_view utf8, std::size_t columns) {
  std::size_t left = base::display_width(utf8);
  while (left > columns) {
    const std::string_view first = first_character(utf8);
    left -= base::display_width(first);
    utf8.remove_prefix(first.size());
  }
  return utf8;
}

}  // namespace cupel::format
