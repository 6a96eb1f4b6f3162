// SPDX-License-Identifier: Apache-2.0
#include "report/target_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>

#include "base/text.h"
#include "format/table.h"
#include "report/view.h"

namespace cupel::report {
namespace {

using format::Tone;

constexpr std::size_t least_name = 12;  // columns of a target's name, however narrow the page
constexpr std::size_t most_rows = 60;   // targets shown; beyond, only those that are not all green

// The columns after the target's name: the outcomes in their order, then seconds and launches.
constexpr std::size_t column_count = model::outcome_count + 2;
constexpr std::array<std::string_view, column_count> long_titles = {
    "passed",  "failed",  "crashed", "timed out", "skipped",
    "missing", "not run", "seconds", "launches"};
constexpr std::array<std::string_view, column_count> short_titles = {
    "pass", "fail", "crash", "t/out", "skip", "miss", "n/run", "sec", "launches"};

struct Row {
  std::string name;
  model::RunCounts counts;
  double duration_s = 0;
  std::size_t launches = 0;
  [[nodiscard]] bool all_green() const {
    return counts.of(model::Outcome::passed) + counts.of(model::Outcome::skipped) ==
           counts.selected;
  }
};

void add(Row& sum, const Row& row) {
  for (std::size_t i = 0; i < model::outcome_count; ++i) {
    sum.counts.by_outcome[i] += row.counts.by_outcome[i];
  }
  sum.counts.selected += row.counts.selected;
  sum.duration_s += row.duration_s;
  sum.launches += row.launches;
}

std::vector<Row> rows_of(const record::RunRecord& run) {
  std::vector<Row> rows;
  Row others;
  std::size_t left_out = 0;
  const std::vector<TargetView> views = by_target(run);
  for (const TargetView& view : views) {
    Row row{base::to_one_line(view.target->name), view.counts, view.duration_s, view.launches};
    if (rows.size() >= most_rows && row.all_green() && view.target->problems.empty()) {
      ++left_out;
      add(others, row);
    } else {
      rows.push_back(std::move(row));
    }
  }
  if (left_out > 0) {
    others.name = fmt::format("{} more, green", left_out);
    rows.push_back(std::move(others));
  }
  return rows;
}

Row total_of(const std::vector<Row>& rows) {
  Row total;
  total.name = "total";
  for (const Row& row : rows) add(total, row);
  return total;
}

std::string number_text(const Row& row, std::size_t column) {
  if (column < model::outcome_count) {
    const std::size_t count = row.counts.by_outcome[column];
    return count == 0 ? "-" : std::to_string(count);
  }
  if (column == model::outcome_count) return fmt::format("{:.1f}", row.duration_s);
  return std::to_string(row.launches);
}

Tone number_tone(const Row& row, std::size_t column) {
  if (column >= model::outcome_count) return Tone::plain;
  if (row.counts.by_outcome[column] == 0) return Tone::faint;
  const Tone tone = tone_of(static_cast<model::Outcome>(column));
  return tone == Tone::good ? Tone::plain : tone;  // only what wants a look is set off
}

using Columns = std::bitset<column_count>;

format::Table table_of(const std::vector<Row>& rows, const Row& total, Columns shown,
                       const std::array<std::string_view, column_count>& titles) {
  std::vector<format::Column> columns = {{"target", format::Align::left, least_name}};
  for (std::size_t i = 0; i < column_count; ++i) {
    if (shown[i]) columns.push_back({std::string(titles[i]), format::Align::right, 0});
  }
  format::Table table(std::move(columns));
  const auto add_row = [&](const Row& row) {
    std::vector<format::Cell> cells = {{row.name}};
    for (std::size_t i = 0; i < column_count; ++i) {
      if (shown[i]) cells.push_back({number_text(row, i), number_tone(row, i)});
    }
    table.add_row(std::move(cells));
  };
  for (const Row& row : rows) add_row(row);
  if (rows.size() > 1) {
    table.add_rule();
    add_row(total);
  }
  return table;
}

Columns with_numbers(const Row& total) {
  Columns shown;
  shown.set();
  for (std::size_t i = 1; i < model::outcome_count; ++i) shown[i] = total.counts.by_outcome[i] > 0;
  return shown;
}

std::string paragraphs(const std::vector<Row>& rows, std::size_t width,
                       const format::Style& style) {
  std::string text;
  for (const Row& row : rows) {
    std::string numbers;
    for (std::size_t i = 0; i < model::outcome_count; ++i) {
      const std::size_t count = row.counts.by_outcome[i];
      if (count > 0) numbers += fmt::format("{} {}, ", count, long_titles[i]);
    }
    numbers += fmt::format("{:.1f} s, {}", row.duration_s, row.launches);
    numbers += row.launches == 1 ? " launch" : " launches";
    text += format::cut_middle(row.name, width, style) + "\n";
    for (const std::string& line : format::wrap(numbers, width - std::min<std::size_t>(width, 2))) {
      text += "  " + line + "\n";
    }
  }
  return text;
}

}  // namespace

std::string target_table(const record::RunRecord& run, std::size_t width,
                         const format::Style& style) {
  std::vector<Row> rows = rows_of(run);
  if (rows.empty()) return {};
  const Row total = total_of(rows);
  const Columns all = Columns().set();
  if (const auto table = table_of(rows, total, all, long_titles); table.natural_width() <= width) {
    return table.render(width, style);
  }
  for (const Columns shown : {all, with_numbers(total)}) {
    const auto table = table_of(rows, total, shown, short_titles);
    if (table.least_width() <= width) return table.render(width, style);
  }
  if (rows.size() > 1) rows.push_back(total);
  return paragraphs(rows, width, style);
}

}  // namespace cupel::report
