// SPDX-License-Identifier: Apache-2.0
// What a test program tells cupel beside its own results: lines appended to the file that the
// environment variable CUPEL_EVENTS names. Each line is one write(2) on a descriptor opened with
// O_APPEND, so that lines of several threads and processes do not mix.
//
//   line     = "{" head ["," test] "," body "}" LF        JSON, UTF-8, at most line_limit bytes
//   head     = "\"cupel\":1,\"e\":" kind ",\"pid\":" integer ",\"t\":" integer
//                                       t: CLOCK_MONOTONIC in nanoseconds
//   test     = "\"test\":" string       the test as its framework names it; absent outside tests
//   body     = of the kind:
//     "measure"   "name":string "observed":number "tolerance":number ["ceiling":number]
//                 "basis":string        an error beside what was allowed, and why that much
//     "subcases"  "names":[string,…]    sub-cases that this test is going to run; may come again
//     "subcase"   "name":string         this one began
//     "taken"     "name":string         this code path ran
//     "worsen"    "why":string "dead":boolean
//                                       the test failed; dead: the device context too
//   number   = JSON number, or one of the strings "nan" "inf" "-inf"
//
// Bytes of a string that are not valid UTF-8 are written as the four characters \xHH. A string
// that is too long is cut and ends in "…". A reader ignores keys that it does not know; a line can
// make an outcome worse, never better.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cupel::pact {

inline constexpr const char* events_variable = "CUPEL_EVENTS";
inline constexpr std::size_t line_limit = 4096;
/// Longest a string may be in a line, escapes included, so that any three fit.
inline constexpr std::size_t test_limit = 2000;
inline constexpr std::size_t text_limit = 800;

/// Bytes of the valid UTF-8 sequence at the head of `bytes`; 0 where there is none.
inline std::size_t utf8_sequence(std::string_view bytes) {
  struct Shape {
    unsigned char low, high, second_low, second_high;
    std::size_t length;
  };
  // Unicode 15, table 3-7: well-formed byte sequences.
  static constexpr Shape shapes[] = {
      {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
      {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
      {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (const Shape& shape : shapes) {
    if (bytes.empty() || at(0) < shape.low || at(0) > shape.high) continue;
    if (bytes.size() < shape.length) return 0;
    if (shape.length > 1 && (at(1) < shape.second_low || at(1) > shape.second_high)) return 0;
    for (std::size_t i = 2; i < shape.length; ++i) {
      if (at(i) < 0x80 || at(i) > 0xbf) return 0;
    }
    return shape.length;
  }
  return 0;
}

/// Builds one line on the stack: no allocation, no locale.
class EventLine {
 public:
  EventLine(const char* kind, std::int64_t pid, std::int64_t monotonic_ns) {
    raw("{\"cupel\":1,\"e\":\"");
    raw(kind);
    raw("\",\"pid\":");
    integer(pid);
    raw(",\"t\":");
    integer(monotonic_ns);
  }

  EventLine& test(std::string_view suite, std::string_view name) {
    if (suite.empty() && name.empty()) return *this;
    key("test");
    raw("\"");
    const std::size_t end = size_ + test_limit;
    if (!suite.empty() && escaped(suite, end)) escaped(".", end);
    escaped(name, end);
    raw("\"");
    return *this;
  }
  EventLine& text(const char* name, std::string_view value) {
    key(name);
    quoted(value);
    return *this;
  }
  EventLine& number(const char* name, double value) {
    key(name);
    if (std::isfinite(value)) {
      size_ = static_cast<std::size_t>(
          std::to_chars(buffer_ + size_, buffer_ + line_limit, value).ptr - buffer_);
    } else {
      const char* infinite = value > 0 ? "\"inf\"" : "\"-inf\"";
      raw(std::isnan(value) ? "\"nan\"" : infinite);
    }
    return *this;
  }
  EventLine& boolean(const char* name, bool value) {
    key(name);
    raw(value ? "true" : "false");
    return *this;
  }
  EventLine& open_array(const char* name) {
    key(name);
    raw("[");
    return *this;
  }
  /// False where the array has no room for another string; nothing was added then.
  bool array_item(std::string_view value, bool first) {
    if (size_ + text_limit + array_tail > line_limit) return false;
    if (!first) raw(",");
    quoted(value);
    return true;
  }
  EventLine& close_array() {
    raw("]");
    return *this;
  }

  /// The finished line with its newline; good for as long as this object is.
  std::string_view finish() {
    raw("}\n");
    return {buffer_, size_};
  }

 private:
  static constexpr std::size_t array_tail = 16;  // the quotes, a comma, the cut mark, "]}\n"

  void raw(std::string_view bytes) {
    if (size_ + bytes.size() > line_limit) return;  // cannot happen: the limits leave room
    std::memcpy(buffer_ + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void key(const char* name) {
    raw(",\"");
    raw(name);
    raw("\":");
  }
  void integer(std::int64_t value) {
    size_ = static_cast<std::size_t>(
        std::to_chars(buffer_ + size_, buffer_ + line_limit, value).ptr - buffer_);
  }
  void quoted(std::string_view value) {
    raw("\"");
    escaped(value, size_ + text_limit);
    raw("\"");
  }

  /// Adds the text up to the position `end`; false where it was cut.
  bool escaped(std::string_view text, std::size_t end) {
    while (!text.empty()) {
      const std::size_t plain = plain_ascii(text, end - size_);
      raw(text.substr(0, plain));
      text.remove_prefix(plain);
      if (text.empty()) break;
      const std::size_t length = utf8_sequence(text);
      char escape[8];
      const std::string_view piece =
          length == 0 ? hex(text[0], escape) : character(text.substr(0, length), escape);
      if (size_ + piece.size() + 3 > end) {
        raw("\xe2\x80\xa6");
        return false;
      }
      raw(piece);
      text.remove_prefix(length == 0 ? 1 : length);
    }
    return true;
  }
  /// How many bytes at the head stand for themselves and leave room for a cut mark: most text.
  static std::size_t plain_ascii(std::string_view text, std::size_t room) {
    std::size_t count = 0;
    while (count < text.size() && count + 4 < room) {
      const auto value = static_cast<unsigned char>(text[count]);
      if (value < 0x20 || value > 0x7e || value == '"' || value == '\\') break;
      ++count;
    }
    return count;
  }
  static std::string_view hex(char byte, char* out) {
    static constexpr char digits[] = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    std::memcpy(out, "\\\\x", 3);
    out[3] = digits[value >> 4];
    out[4] = digits[value & 15];
    return {out, 5};
  }
  static std::string_view character(std::string_view utf8, char* out) {
    static constexpr char digits[] = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(utf8[0]);
    if (value == '"') return "\\\"";
    if (value == '\\') return "\\\\";
    if (value >= 0x20) return utf8;
    std::memcpy(out, "\\u00", 4);
    out[4] = digits[value >> 4];
    out[5] = digits[value & 15];
    return {out, 6};
  }

  std::size_t size_ = 0;
  char buffer_[line_limit];
};

}  // namespace cupel::pact
