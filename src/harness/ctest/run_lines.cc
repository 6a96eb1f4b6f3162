// SPDX-License-Identifier: Apache-2.0
// What ctest prints of its tests while it runs them, without -V and without a terminal:
//
//   start   = *" " "Start" 1*" " NUMBER ": " NAME
//   result  = *" " N "/" N 1*" " "Test" 1*" " "#" NUMBER ": " NAME " " *"." verdict
//   verdict = 1*" " "Passed" 1*" " SECONDS " sec"
//           | [WORDS] "***" WORDS [TEXT] 1*" " SECONDS " sec"
//
// The text has the expression that was or was not found, and may go on over several lines: the
// seconds are missing then. Nothing that a test prints comes here.
#include "harness/ctest/run_lines.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "harness/ctest/test_native.h"

namespace cupel::harness::ctest {
namespace {

void skip(std::string_view& text, char c) {
  text.remove_prefix(std::min(text.find_first_not_of(c), text.size()));
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// The seconds at the end, taken off with the blanks before them.
std::optional<base::Duration> take_seconds(std::string_view& text) {
  constexpr std::string_view unit = " sec";
  if (!text.ends_with(unit)) return std::nullopt;
  const std::string_view before = text.substr(0, text.size() - unit.size());
  const std::size_t blank = before.rfind(' ');
  const std::string_view number = before.substr(blank == std::string_view::npos ? 0 : blank + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || !(value >= 0 && value < 1e9))
    return std::nullopt;
  text = before.substr(0, before.size() - number.size());
  while (text.ends_with(' ')) text.remove_suffix(1);
  return base::from_seconds(value);
}

struct Word {
  std::string_view text;
  model::Reported reported;
};
/// Behind "***"; whatever else stands there is a failure.
constexpr std::array<Word, 2> no_failures = {{
    {"Skipped", model::Reported::skipped},
    {"Not Run (Disabled)", model::Reported::skipped},
}};

}  // namespace

std::optional<StartLine> read_start(std::string_view line) {
  skip(line, ' ');
  if (!take(line, "Start ")) return std::nullopt;
  skip(line, ' ');
  const auto number = take_number(line);
  if (!number || !take(line, ": ")) return std::nullopt;
  return StartLine{*number, line};
}

std::optional<ResultLine> read_result(std::string_view line) {
  skip(line, ' ');
  if (!take_number(line) || !take(line, "/") || !take_number(line)) return std::nullopt;
  skip(line, ' ');
  if (!take(line, "Test")) return std::nullopt;
  skip(line, ' ');
  if (!take(line, "#")) return std::nullopt;
  const auto number = take_number(line);
  if (!number || !take(line, ": ")) return std::nullopt;
  return ResultLine{*number, line};
}

std::optional<Verdict> read_verdict(std::string_view rest, std::string_view name) {
  if (!take(rest, name) || !take(rest, " ")) return std::nullopt;
  skip(rest, '.');
  Verdict verdict;
  verdict.duration = take_seconds(rest);
  skip(rest, ' ');
  if (rest == "Passed" && verdict.duration) {
    verdict.reported = model::Reported::passed;
    return verdict;
  }
  const std::size_t stars = rest.find("***");
  if (stars == std::string_view::npos) return std::nullopt;
  const std::string_view before = rest.substr(0, stars);
  const std::string_view after = rest.substr(stars + 3);
  for (const Word& word : no_failures) {
    if (after == word.text) verdict.reported = word.reported;
  }
  std::string_view words = after.substr(0, after.find("  "));  // the text stands behind two blanks
  while (words.ends_with(' ') || words.ends_with(':')) words.remove_suffix(1);
  verdict.words = base::to_utf8(before.empty() ? words : before);
  return verdict;
}

}  // namespace cupel::harness::ctest
