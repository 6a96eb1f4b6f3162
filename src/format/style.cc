// SPDX-License-Identifier: Apache-2.0
#include "format/style.h"

#include <array>

namespace cupel::format {
namespace {

// Select Graphic Rendition of ECMA-48, in the order of Tone.
constexpr std::array<std::string_view, 6> rendition = {"", "1", "2", "36", "1;31", "33"};

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  const std::string_view code = rendition.at(static_cast<std::size_t>(tone));
  if (!colour || code.empty() || text.empty()) return std::string(text);
  std::string painted = "\x1b[";
  painted.append(code).append("m").append(text).append("\x1b[0m");
  return painted;
}

}  // namespace cupel::format
