// SPDX-License-Identifier: Apache-2.0
#include "format/table.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "format/characters.h"

namespace cupel::format {
namespace {

constexpr std::size_t gap = 2;  // columns between two columns

std::size_t sum(const std::vector<std::size_t>& widths) {
  const std::size_t gaps = widths.empty() ? 0 : (widths.size() - 1) * gap;
  return std::accumulate(widths.begin(), widths.end(), gaps);
}

// One line of cells; blanks at the end of it are left out.
void append_line(std::string& out, const std::vector<Column>& columns,
                 const std::vector<std::size_t>& widths, const std::vector<Cell>& cells,
                 const Style& style) {
  std::size_t owed = 0;  // blanks that are written only if something follows
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = cut_middle(cells[i].text, widths[i], style);
    const std::size_t room = widths[i] - std::min(widths[i], base::display_width(text));
    if (i > 0) owed += gap;
    if (columns[i].align == Align::right) owed += room;
    if (!text.empty()) {
      out.append(owed, ' ');
      out += style.paint(cells[i].tone, text);
      owed = 0;
    }
    if (columns[i].align == Align::left) owed += room;
  }
  out += '\n';
}

}  // namespace

void Table::add_row(std::vector<Cell> cells) {
  CUPEL_CHECK(cells.size() == columns_.size(), "a table row of the wrong length");
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::natural_widths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(base::display_width(column.title));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], base::display_width(row[i].text));
    }
  }
  return widths;
}

std::size_t Table::natural_width() const {
  return sum(natural_widths());
}

std::size_t Table::least_width() const {
  std::vector<std::size_t> widths = natural_widths();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (columns_[i].least > 0) widths[i] = std::min(widths[i], columns_[i].least);
  }
  return sum(widths);
}

// The widest column that may be cut gives way first, a character at a time.
std::vector<std::size_t> Table::fitted_widths(std::size_t width) const {
  std::vector<std::size_t> widths = natural_widths();
  while (sum(widths) > width) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (columns_[i].least == 0 || widths[i] <= columns_[i].least) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) break;
    --widths[widest];
  }
  return widths;
}

std::string Table::render(std::size_t width, const Style& style) const {
  const std::vector<std::size_t> widths = fitted_widths(width);
  std::vector<Cell> titles;
  for (const Column& column : columns_) titles.push_back({column.title, Tone::faint});
  std::string out;
  append_line(out, columns_, widths, titles, style);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (std::ranges::find(rules_, i) != rules_.end()) {
      out += style.paint(Tone::faint, std::string(sum(widths), '-')) + "\n";
    }
    append_line(out, columns_, widths, rows_[i], style);
  }
  return out;
}

std::string cut_middle(std::string_view utf8, std::size_t columns, const Style& style) {
  if (base::display_width(utf8) <= columns) return std::string(utf8);
  const std::string_view mark = style.unicode ? "\xE2\x80\xA6" : "~";
  if (columns <= 1) return columns == 0 ? "" : std::string(mark);
  const std::size_t front = (columns - 1) / 2;
  std::string cut(prefix_of_width(utf8, front));
  cut += mark;
  cut += suffix_of_width(utf8, columns - 1 - front);
  return cut;
}

std::vector<std::string> wrap(std::string_view utf8, std::size_t width) {
  std::vector<std::string> lines;
  width = std::max<std::size_t>(width, 1);
  for (std::size_t begin = 0; begin <= utf8.size();) {
    const std::size_t end = std::min(utf8.find('\n', begin), utf8.size());
    std::string_view rest = utf8.substr(begin, end - begin);
    while (base::display_width(rest) > width && rest != first_character(rest)) {
      std::string_view line = prefix_of_width(rest, width);
      if (line.empty()) line = first_character(rest);  // one character is wider than a line
      const bool at_blank = line.size() < rest.size() && rest[line.size()] == ' ';
      const std::size_t blank = at_blank ? line.size() : line.rfind(' ');
      // Blanks that only indent are no place to break.
      const bool breakable = blank != std::string_view::npos &&
                             line.substr(0, blank).find_first_not_of(' ') != std::string_view::npos;
      const std::size_t length = breakable ? blank : line.size();
      lines.emplace_back(rest.substr(0, length));
      rest.remove_prefix(length + (breakable ? 1 : 0));
    }
    lines.emplace_back(rest);
    begin = end + 1;
  }
  return lines;
}

}  // namespace cupel::format
