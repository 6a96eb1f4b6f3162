// SPDX-License-Identifier: Apache-2.0
// Lines of a terminal page: labels in a gutter, text beside them, all within the width. Whatever is
// given to it is made printable here, and only here is it made visible.
#pragma once

#include <string>
#include <string_view>

#include "format/style.h"

namespace cupel::report {

class Page {
 public:
  Page(std::size_t width, format::Style style) : width_(width), style_(style) {}

  /// An empty line, unless one stands there already or nothing does.
  void gap();
  /// A heading of its own line.
  void heading(std::string_view text);
  /// `label` in the gutter and `text` beside it, wrapped; on a narrow page under it.
  void item(std::string_view label, std::string_view text, format::Tone tone = format::Tone::plain);
  /// As item(), on one unbroken line however wide it is: commands and paths are there to be copied.
  void verbatim(std::string_view label, std::string_view text);
  /// Where something stands in a source file.
  void place(std::string_view text);
  /// The line that scripts and people look for: never wrapped.
  void last_word(std::string_view text, format::Tone tone);
  /// Several lines, indented, at most `most` of them after wrapping; how many were left out is
  /// said.
  void block(std::string_view text, std::size_t most);
  /// One line, wrapped with its continuation indented, in a tone.
  void line(std::string_view text, format::Tone tone = format::Tone::plain);
  /// Text that is laid out already.
  void raw(std::string_view text) { out_ += text; }

  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const format::Style& style() const { return style_; }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  [[nodiscard]] bool narrow() const;
  [[nodiscard]] std::string gutter(std::string_view label) const;

  std::size_t width_;
  format::Style style_;
  std::string out_;
};

}  // namespace cupel::report
