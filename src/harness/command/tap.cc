// SPDX-License-Identifier: Apache-2.0
// The Test Anything Protocol, versions 13 and 14, on stdout:
//
//   stream    = ["TAP version " N] *( plan / point / bail-out / comment / block / subtest / other )
//   plan      = "1.." N [ " # SKIP " REASON ]              once, before or after all points
//   point     = [ "not " ] "ok" [ " " N ] [ " - " ] [ TEXT ] [ " # " ( "SKIP" / "TODO" ) REASON ]
//   bail-out  = "Bail out!" REASON
//   comment   = "#" TEXT
//   block     = "  ---" … "  ..."                          YAML about the point before it
//   subtest   = the same, indented by four, before the point that sums it up
//   other     = anything else: output of the program
//
// A point without a number has the one that is due. "\#" in TEXT is no directive.
#include "harness/command/tap.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace cupel::harness::command {
namespace {

constexpr std::size_t longest_line = std::size_t{64} << 10;
constexpr std::size_t longest_message = std::size_t{16} << 10;
constexpr std::size_t most_failures = 1000;
constexpr std::size_t most_faults = 20;
constexpr std::size_t most_points = 200'000;
constexpr std::string_view blanks = " \t";

bool eat(std::string_view& text, std::string_view literal) {
  if (!text.starts_with(literal)) return false;
  text.remove_prefix(literal.size());
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::optional<std::size_t> eat_number(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool starts_with_word(std::string_view text, std::string_view upper) {
  return text.size() >= upper.size() &&
         std::equal(upper.begin(), upper.end(), text.begin(), [](char a, char b) {
           return a == static_cast<char>(std::toupper(static_cast<unsigned char>(b)));
         });
}

/// The text behind " # WORD", where the line has such a directive; the line then ends before it.
std::optional<std::string> eat_directive(std::string_view& line, std::string_view word) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const bool escaped = at > 0 && line[at - 1] == '\\';
    std::string_view rest = trimmed(line.substr(at + 1));
    if (escaped || !starts_with_word(rest, word)) continue;
    // "SKIPPED" and "TODO:" are written as well.
    rest.remove_prefix(std::min(rest.find_first_of(blanks), rest.size()));
    line = line.substr(0, at);
    return base::to_utf8(trimmed(rest));
  }
  return std::nullopt;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '#' || text[i + 1] == '\\')) ++i;
    plain += text[i];
  }
  return base::to_utf8(plain);
}

}  // namespace

struct TapReader::Point {
  bool ok = false;
  std::optional<std::size_t> number;
  std::string text;
  std::optional<std::string> skip;
  std::optional<std::string> todo;

  [[nodiscard]] bool failed() const { return !ok && !todo; }
};

void TapReader::on_bytes(std::string_view bytes, Points& points) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    const std::size_t room = longest_line - std::min(line_.size(), longest_line);
    line_ += piece.substr(0, room);
    line_cut_ = line_cut_ || piece.size() > room;
    if (end == std::string_view::npos) return;
    on_line(line_, points);
    line_.clear();
    line_cut_ = false;
    bytes.remove_prefix(end + 1);
  }
}

void TapReader::on_line(std::string_view line, Points& points) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (in_block_) {
    if (trimmed(line) == "...") {
      in_block_ = false;
    } else {
      on_diagnostic(trimmed(line));
    }
    return;
  }
  if (line.starts_with("    ")) return on_inner_line(line.substr(4), points);
  if (line.starts_with(' ') && trimmed(line) == "---") {
    in_block_ = true;
    return;
  }
  if (line.starts_with('#')) {
    std::string_view text = trimmed(line.substr(1));
    if (eat(text, "Subtest:")) subtest_ = base::to_utf8(trimmed(text));
    return on_diagnostic(line);
  }
  describes_failure_ = describes_failure_ && line.empty();
  if (on_point(line, false, points) || on_plan(line)) return;
  on_bail_out(line);
}

void TapReader::on_inner_line(std::string_view line, Points& points) {
  std::string_view text = line;
  while (eat(text, "    ")) {
  }
  if (eat(text, "# Subtest:")) {
    subtest_ = base::to_utf8(trimmed(text));
    return;
  }
  if (trimmed(text) == "---" && text.starts_with(' ')) {
    in_block_ = true;
    return;
  }
  if (on_point(text, true, points)) return;
  on_bail_out(text);
}

bool TapReader::on_point(std::string_view line, bool inner, Points& points) {
  Point point;
  point.ok = !eat(line, "not ");
  if (!eat(line, "ok") || (!line.empty() && blanks.find(line.front()) == std::string_view::npos)) {
    return false;
  }
  point.skip = eat_directive(line, "SKIP");
  point.todo = eat_directive(line, "TODO");
  line = trimmed(line);
  std::string_view after = line;
  const auto number = eat_number(after);
  if (number && (after.empty() || blanks.find(after.front()) != std::string_view::npos)) {
    point.number = number;
    line = trimmed(after);
  }
  if (eat(line, "- ") || line == "-") line = line == "-" ? std::string_view() : trimmed(line);
  point.text = unescaped(line);
  if (inner) {
    inner_point(point, points);
  } else {
    outer_point(point, points);
  }
  return true;
}

void TapReader::inner_point(const Point& point, Points& points) {
  std::string name = point.text.empty() ? std::to_string(point.number.value_or(0)) : point.text;
  if (!subtest_.empty()) name = subtest_ + " > " + name;
  if (point.failed()) inner_failed_.push_back(name);
  if (points.size() < most_points) points.push_back({std::move(name), !point.skip});
}

void TapReader::outer_point(const Point& point, Points& points) {
  ++outer_;
  const std::string number = std::to_string(outer_);
  const std::string name = number + (point.text.empty() ? "" : " " + point.text);
  if (points.size() < most_points) points.push_back({name, !point.skip});
  if (point.number && *point.number != outer_) {
    fault("point " + std::to_string(*point.number) + " came where " + number + " was due");
  }
  if (plan_after_points_) fault("point " + number + " came after a plan at the end");
  if (bailed_out_) fault("point " + number + " came after \"Bail out!\"");
  if (point.skip) {
    ++skipped_;
    if (first_skip_.empty()) first_skip_ = *point.skip;
  }
  describes_failure_ = point.failed();
  if (point.failed()) {
    fail("not ok " + name);
  } else if (!inner_failed_.empty() && !point.todo) {
    fault("ok " + name + ", and its subtest has \"not ok\": " + inner_failed_.front());
  }
  inner_failed_.clear();
  subtest_.clear();
}

bool TapReader::on_plan(std::string_view line) {
  const bool is_plan = eat(line, "1..");
  const auto count = is_plan ? eat_number(line) : std::nullopt;
  if (!count || !(trimmed(line).empty() || trimmed(line).starts_with('#'))) return false;
  if (plan_) {
    fault("there is a second plan");
    return true;
  }
  plan_ = count;
  plan_skip_ = eat_directive(line, "SKIP");
  plan_after_points_ = outer_ > 0;
  return true;
}

bool TapReader::on_bail_out(std::string_view line) {
  if (!eat(line, "Bail out!")) return false;
  bailed_out_ = true;
  const std::string_view reason = trimmed(line);
  fault("it bailed out" + (reason.empty() ? std::string() : ": " + base::to_utf8(reason)));
  return true;
}

/// Of a point that is not ok: its comments and its block, with the place if they have one.
void TapReader::on_diagnostic(std::string_view line) {
  if (!describes_failure_ || failures_.empty()) return;
  model::Failure& failure = failures_.back();
  std::string_view text = trimmed(line.starts_with('#') ? line.substr(1) : line);
  if (failure.message.size() < longest_message) failure.message += "\n" + base::to_utf8(text);
  if (eat(text, "file:")) {
    text = trimmed(text);
    if (text.size() > 1 && (text.front() == '"' || text.front() == '\'')) {
      text = text.substr(1, text.size() - 2);
    }
    failure.location.file = base::to_utf8(text);
  } else if (eat(text, "line:")) {
    text = trimmed(text);
    if (const auto number = eat_number(text); number && *number < 1'000'000'000) {
      failure.location.line = static_cast<int>(*number);
    }
  }
}

void TapReader::fail(std::string message) {
  describes_failure_ = failures_.size() < most_failures;
  if (describes_failure_) failures_.push_back({std::move(message), {}});
}

void TapReader::fault(std::string message) {
  if (faults_.size() < most_faults) faults_.push_back("TAP: " + std::move(message));
}

TapVerdict TapReader::finish(Points& points) {
  if (!line_.empty()) on_line(std::exchange(line_, {}), points);
  TapVerdict verdict;
  verdict.silent = !plan_ && outer_ == 0 && !bailed_out_;
  if (!plan_ && !bailed_out_) fault("there is no plan, such as \"1..3\", on stdout");
  if (plan_ && outer_ > *plan_) {
    fault(base::plural(*plan_, "point") + " planned, and " + std::to_string(outer_) + " came");
  }
  if (plan_ && outer_ < *plan_) {
    fault(base::plural(*plan_, "point") + " planned, and only " + std::to_string(outer_) + " came");
    for (std::size_t n = outer_ + 1; n <= *plan_ && points.size() < most_points; ++n) {
      points.push_back({std::to_string(n), false});
    }
  }
  if (plan_ == 0 && !plan_skip_) fault("the plan is 1..0 and does not say that it skips");
  verdict.failures = std::move(failures_);
  for (std::string& text : faults_) verdict.failures.push_back({std::move(text), {}});
  const bool all_skipped = outer_ > 0 && skipped_ == outer_;
  verdict.skipped = verdict.failures.empty() && (plan_ == 0 || all_skipped);
  if (verdict.skipped) verdict.skip_reason = plan_ == 0 ? plan_skip_.value_or("") : first_skip_;
  return verdict;
}

}  // namespace cupel::harness::command
