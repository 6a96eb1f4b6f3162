// SPDX-License-Identifier: Apache-2.0
// The log in the format HRF at the level test_suite, which is flushed line by line (1.59 and
// later):
//
//   line    = [ FILE "(" LINE "): " ] entry
//   entry   = "Entering test " KIND " \"" NAME "\""
//           | "Leaving test " KIND " \"" NAME "\"" [ "; testing time: " N ( "us" | "ms" ) ]
//           | "Test " KIND " \"" PATH "\" is skipped because " TEXT
//           | [ "fatal " ] "error: in \"" PATH "\": " TEXT  |  "warning: in \"" PATH "\": " TEXT
//   KIND    = "case" | "suite" | "module"
//
// Texts may have several lines, and messages have no mark at all: a test can write any line of
// this.
#include "harness/boost/log_line.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "harness/boost/native_path.h"

namespace cupel::harness::boost {
namespace {

using Kind = LogLine::Kind;

struct Beginning {
  std::string_view text;
  Kind kind;
};
constexpr std::array<Beginning, 10> beginnings = {{
    {"Entering test case \"", Kind::enter_case},
    {"Leaving test case \"", Kind::leave_case},
    {"Entering test suite \"", Kind::enter_suite},
    {"Leaving test suite \"", Kind::leave_suite},
    {"Leaving test module \"", Kind::leave_module},
    {"Test case \"", Kind::skipped},
    {"Test suite \"", Kind::skipped},
    {"error: in \"", Kind::failure},
    {"fatal error: in \"", Kind::failure},
    {"warning: in \"", Kind::warning},
}};
constexpr std::string_view time_mark = "\"; testing time: ";
constexpr std::string_view skip_mark = "\" is skipped because ";

const Beginning* beginning_of(std::string_view entry) {
  for (const Beginning& one : beginnings) {
    if (entry.starts_with(one.text)) return &one;
  }
  return nullptr;
}

/// Where the entry begins: at the beginning, or behind "FILE(LINE): ".
struct Found {
  const Beginning* beginning = nullptr;
  std::string_view entry;
  model::Location location;
};

Found find_entry(std::string_view line) {
  if (const Beginning* plain = beginning_of(line)) return {plain, line, {}};
  constexpr std::string_view mark = "): ";
  for (std::size_t at = line.find(mark); at != std::string_view::npos;
       at = line.find(mark, at + 1)) {
    const std::string_view entry = line.substr(at + mark.size());
    const Beginning* beginning = beginning_of(entry);
    if (beginning == nullptr) continue;
    const std::size_t open = line.rfind('(', at);
    if (open == std::string_view::npos) return {};
    std::string_view digits = line.substr(open + 1, at - open - 1);
    const std::size_t number = take_count(digits);
    if (!digits.empty() || number >= 1'000'000'000) return {};
    if (number == 0) return {beginning, entry, {}};  // "unknown location(0)"
    return {beginning, entry, {base::to_utf8(line.substr(0, open)), static_cast<int>(number)}};
  }
  return {};
}

/// "74us", "3ms"
std::optional<base::Duration> read_time(std::string_view text) {
  const std::string_view unit =
      text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
  const std::size_t count = take_count(text);
  if (count >= 1'000'000'000'000) return std::nullopt;
  const auto value = static_cast<std::int64_t>(count);
  if (unit == "us") return std::chrono::microseconds(value);
  if (unit == "ms") return std::chrono::milliseconds(value);
  return std::nullopt;
}

/// Name and text of an entry, whose beginning is taken off. False where it is none after all.
bool read_parts(std::string_view rest, LogLine& line) {
  switch (line.kind) {
    case Kind::enter_case:
    case Kind::enter_suite:
      if (!rest.ends_with('"')) return false;
      line.name = rest.substr(0, rest.size() - 1);
      return true;
    case Kind::leave_case:
    case Kind::leave_suite:
    case Kind::leave_module: {
      const std::size_t mark = rest.rfind(time_mark);
      if (mark != std::string_view::npos) {
        line.name = rest.substr(0, mark);
        line.duration = read_time(rest.substr(mark + time_mark.size()));
        return true;
      }
      if (!rest.ends_with('"')) return false;
      line.name = rest.substr(0, rest.size() - 1);
      return true;
    }
    case Kind::skipped: {
      const std::size_t mark = rest.find(skip_mark);
      if (mark == std::string_view::npos) return false;
      line.name = rest.substr(0, mark);
      line.text = rest.substr(mark + skip_mark.size());
      return true;
    }
    case Kind::failure:
    case Kind::warning: {
      const std::size_t mark = rest.find("\": ");
      if (mark == std::string_view::npos) return false;
      line.name = rest.substr(0, mark);
      line.text = rest.substr(mark + 3);
      return true;
    }
    case Kind::other:
      return false;
  }
  return false;
}

}  // namespace

LogLine read_log_line(std::string_view line) {
  Found found = find_entry(line);
  if (found.beginning == nullptr) return {};
  LogLine read;
  read.kind = found.beginning->kind;
  read.location = std::move(found.location);
  if (!read_parts(found.entry.substr(found.beginning->text.size()), read)) return {};
  return read;
}

std::optional<std::string_view> read_open_name(std::string_view line) {
  const Found found = find_entry(line);
  if (found.beginning == nullptr) return std::nullopt;
  if (found.beginning->kind != Kind::enter_case && found.beginning->kind != Kind::leave_case &&
      found.beginning->kind != Kind::enter_suite && found.beginning->kind != Kind::leave_suite) {
    return std::nullopt;
  }
  return found.entry.substr(found.beginning->text.size());
}

}  // namespace cupel::harness::boost
