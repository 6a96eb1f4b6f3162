// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "format/table.h"

namespace cupel::report {
namespace {

constexpr std::size_t gutter_width = 13;  // "  stopped by "
constexpr std::size_t narrow_below = 60;
constexpr std::size_t longest_text = 8000;  // bytes looked at of any one text

// Only so much of a text is looked at, since a test may print megabytes on one line.
std::string_view head_of(std::string_view text) {
  return text.substr(0, longest_text);
}

}  // namespace

bool Page::narrow() const {
  return width_ < narrow_below;
}

void Page::gap() {
  if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
}

void Page::heading(std::string_view text) {
  gap();
  line(text, format::Tone::strong);
}

std::string Page::gutter(std::string_view label) const {
  std::string text = "  " + std::string(label);
  text.resize(std::max(text.size() + 1, gutter_width), ' ');
  return text;
}

void Page::item(std::string_view label, std::string_view text, format::Tone tone) {
  std::string begin = gutter(label);
  std::string indent(gutter_width, ' ');
  if (narrow()) {
    if (!label.empty()) out_ += style_.paint(format::Tone::faint, "  " + std::string(label)) + "\n";
    begin = indent = "    ";
  }
  const std::size_t room = width_ - std::min(width_ - 1, begin.size());
  for (const std::string& line : format::wrap(base::to_one_line(head_of(text)), room)) {
    out_ += style_.paint(format::Tone::faint, begin) + style_.paint(tone, line) + "\n";
    begin = indent;
  }
}

void Page::verbatim(std::string_view label, std::string_view text) {
  if (narrow()) {
    out_ += style_.paint(format::Tone::faint, "  " + std::string(label)) + "\n    ";
  } else {
    out_ += style_.paint(format::Tone::faint, gutter(label));
  }
  out_ += base::to_one_line(text) + "\n";
}

void Page::place(std::string_view text) {
  out_ += "  " + style_.paint(format::Tone::faint, base::to_one_line(text)) + "\n";
}

void Page::block(std::string_view text, std::size_t most) {
  constexpr std::string_view indent = "    ";
  const std::string_view head = head_of(text);
  std::string printable = base::to_printable(head);
  while (printable.ends_with('\n')) printable.pop_back();
  std::ranges::replace(printable, '\t', ' ');
  if (printable.empty()) return;
  const std::size_t room = width_ - std::min(width_ - 1, indent.size());
  const std::vector<std::string> lines = format::wrap(printable, room);
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    if (!lines[i].empty()) out_.append(indent).append(lines[i]);
    out_ += '\n';
  }
  std::string left_out;
  if (lines.size() > most) left_out = base::plural(lines.size() - most, "more line");
  if (head.size() < text.size()) {
    left_out +=
        fmt::format("{}{} more bytes", left_out.empty() ? "" : " and ", text.size() - head.size());
  }
  if (left_out.empty()) return;
  out_ += style_.paint(format::Tone::faint, fmt::format("{}... {}", indent, left_out)) + "\n";
}

void Page::last_word(std::string_view text, format::Tone tone) {
  out_ += style_.paint(tone, base::to_one_line(text)) + "\n";
}

void Page::line(std::string_view text, format::Tone tone) {
  std::string_view indent;
  const std::size_t room = width_ - std::min<std::size_t>(width_ - 1, 2);
  for (const std::string& part : format::wrap(base::to_one_line(head_of(text)), room)) {
    out_.append(indent).append(style_.paint(tone, part)).append("\n");
    indent = "  ";
  }
}

}  // namespace cupel::report
