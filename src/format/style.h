// SPDX-License-Identifier: Apache-2.0
// How text is set off on a terminal. A value that callers hand on, so that a report is a function
// of its arguments. Colour only ever repeats what a word or a sign says, and red is never set
// against green: bad is bold red, good is cyan.
#pragma once

#include <string>
#include <string_view>

namespace cupel::format {

enum class Tone { plain, strong, faint, good, bad, warn };

struct Style {
  bool colour = false;
  /// Signs and ellipses beyond ASCII.
  bool unicode = true;

  /// `text`, which holds no escape sequence, in that tone.
  [[nodiscard]] std::string paint(Tone tone, std::string_view text) const;
};

}  // namespace cupel::format
