// SPDX-License-Identifier: Apache-2.0
// GoogleTest's result stream, protocol version 1.0 (1.8.1 to 1.18), one event a line:
//
//   connection = version *( event )
//   version    = "gtest_streaming_protocol_version=1.0"
//   event      = "event=TestProgramStart"
//              | "event=TestIterationStart&iteration=" N
//              | "event=TestCaseStart&name=" RAW           a suite
//              | "event=TestStart&name=" RAW               without its suite
//              | "event=TestPartResult&file=" ENC "&line=" N "&message=" ENC
//              | "event=TestEnd" END | "event=TestCaseEnd" END | "event=TestIterationEnd" END
//              | "event=TestProgramEnd&passed=" BIT
//   END        = "&passed=" BIT "&elapsed_time=" N "ms"
//
// ENC has '%', '=', '&' and newline as %XX, other bytes as they are. RAW has every byte as it is, a
// newline too, so that a name may go on in what looks like the next line.
#include "harness/gtest/stream.h"

#include <array>
#include <charconv>
#include <optional>

namespace cupel::harness::gtest {
namespace {

using Kind = StreamLine::Kind;

struct Cursor {
  std::string_view rest;

  bool skip(std::string_view literal) {
    if (!rest.starts_with(literal)) return false;
    rest.remove_prefix(literal.size());
    return true;
  }
  std::optional<std::int64_t> number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{}) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return value;
  }
  std::optional<bool> bit() {
    if (skip("1")) return true;
    if (skip("0")) return false;
    return std::nullopt;
  }
};

bool read_nothing(Cursor& at, StreamLine& /*line*/) {
  return at.rest.empty();
}

bool read_iteration(Cursor& at, StreamLine& line) {
  const auto iteration = at.skip("&iteration=") ? at.number() : std::nullopt;
  line.line = iteration.value_or(-1);
  return iteration && at.rest.empty();
}

bool read_name(Cursor& at, StreamLine& line) {
  if (!at.skip("&name=")) return false;
  line.name = at.rest;
  return true;
}

bool read_part(Cursor& at, StreamLine& line) {
  if (!at.skip("&file=")) return false;
  const std::size_t end = at.rest.find('&');
  if (end == std::string_view::npos) return false;
  line.file = at.rest.substr(0, end);
  at.rest.remove_prefix(end);
  const auto number = at.skip("&line=") ? at.number() : std::nullopt;
  if (!number || !at.skip("&message=")) return false;
  line.line = *number;
  line.message = at.rest;
  return line.message.find('&') == std::string_view::npos;
}

bool read_passed(Cursor& at, StreamLine& line) {
  const auto passed = at.skip("&passed=") ? at.bit() : std::nullopt;
  line.passed = passed.value_or(false);
  return passed.has_value();
}

bool read_program_end(Cursor& at, StreamLine& line) {
  return read_passed(at, line) && at.rest.empty();
}

bool read_end(Cursor& at, StreamLine& line) {
  if (!read_passed(at, line) || !at.skip("&elapsed_time=")) return false;
  const auto elapsed = at.number();
  line.elapsed_ms = elapsed.value_or(0);
  return elapsed && at.skip("ms") && at.rest.empty();
}

struct Row {
  std::string_view word;
  Kind kind;
  bool (*read)(Cursor&, StreamLine&);
};
// The most frequent first.
constexpr std::array<Row, 9> rows = {{
    {"TestStart", Kind::test_start, read_name},
    {"TestEnd", Kind::test_end, read_end},
    {"TestPartResult", Kind::part, read_part},
    {"TestCaseStart", Kind::suite_start, read_name},
    {"TestCaseEnd", Kind::suite_end, read_end},
    {"TestIterationStart", Kind::iteration_start, read_iteration},
    {"TestIterationEnd", Kind::iteration_end, read_end},
    {"TestProgramStart", Kind::program_start, read_nothing},
    {"TestProgramEnd", Kind::program_end, read_program_end},
}};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

StreamLine parse_stream_line(std::string_view text) {
  StreamLine line;
  Cursor at{text};
  if (!at.skip("event=")) {
    if (at.skip("gtest_streaming_protocol_version=1.") && at.number() && at.rest.empty()) {
      line.kind = Kind::version;
    }
    return line;
  }
  for (const Row& row : rows) {
    Cursor body = at;
    // A word ends the line or is followed by '&': TestStart is no prefix of another event's word.
    if (!body.skip(row.word) || !(body.rest.empty() || body.rest.front() == '&')) continue;
    if (row.read(body, line)) {
      line.kind = row.kind;
      return line;
    }
    return StreamLine{};
  }
  return line;
}

std::string percent_decode(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high >= 0 && low >= 0) {
        bytes += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    bytes += text[i];
  }
  return bytes;
}

}  // namespace cupel::harness::gtest
