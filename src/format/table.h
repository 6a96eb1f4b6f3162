// SPDX-License-Identifier: Apache-2.0
// Tables and paragraphs that know how wide the terminal is. Text given to them is valid UTF-8
// without control characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "format/style.h"

namespace cupel::format {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
  /// How far it may be cut when the table is too wide; 0: not at all.
  std::size_t least = 0;
};

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void add_row(std::vector<Cell> cells);
  /// A rule above the next row: what follows sums up what came before.
  void add_rule() { rules_.push_back(rows_.size()); }

  /// How wide it is uncut, and how wide at least.
  [[nodiscard]] std::size_t natural_width() const;
  [[nodiscard]] std::size_t least_width() const;

  /// Title row and rows, no line wider than `width` where least_width() allows it, none with
  /// trailing blanks.
  [[nodiscard]] std::string render(std::size_t width, const Style& style) const;

 private:
  [[nodiscard]] std::vector<std::size_t> natural_widths() const;
  [[nodiscard]] std::vector<std::size_t> fitted_widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::size_t> rules_;  ///< places in rows_
};

/// Cut to `columns` by leaving out the middle, so that beginning and end both stay.
[[nodiscard]] std::string cut_middle(std::string_view utf8, std::size_t columns,
                                     const Style& style);

/// Breaks at blanks, and inside words that are wider than a line; no line is wider than `width`
/// columns (1 at least). Newlines in the text stay; one empty text is one empty line.
[[nodiscard]] std::vector<std::string> wrap(std::string_view utf8, std::size_t width);

}  // namespace cupel::format
