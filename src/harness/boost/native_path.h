// SPDX-License-Identifier: Apache-2.0
// The names by which the parts of this harness mean the same file and channel, and what it keeps of
// a test in TestCase::native, since choosing a test has consequences for others:
//
//   native = [ "!" ] [ RANGE *( "," RANGE ) ] " " PATH
//   RANGE  = FIRST [ "-" LAST ]
//   PATH   = *( SUITE "/" ) CASE
//
// The ranges are the places in the listing of the tests that Boost.Test runs along with this one,
// because it depends on them. '!' says that no filter can express the path.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cupel::harness::boost {

inline constexpr const char* list_file = "tests.dot";
inline constexpr const char* report_file = "report.xml";
inline constexpr const char* log_channel = "log";

/// Every option can be given by a variable.
[[nodiscard]] inline std::vector<std::string> neutralised_variables() {
  return {"BOOST_TEST_*"};
}

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
};

struct Native {
  bool inexpressible = false;
  std::vector<Range> needed;
  std::string path;
};

[[nodiscard]] inline std::string write_native(const Native& native) {
  std::string text = native.inexpressible ? "!" : "";
  for (std::size_t i = 0; i < native.needed.size(); ++i) {
    const Range& range = native.needed[i];
    text += (i == 0 ? "" : ",") + std::to_string(range.first);
    if (range.last != range.first) text += "-" + std::to_string(range.last);
  }
  return text + " " + native.path;
}

[[nodiscard]] inline std::size_t take_count(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{}) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// What write_native wrote.
[[nodiscard]] inline Native read_native(std::string_view text) {
  Native native;
  if (text.starts_with('!')) {
    native.inexpressible = true;
    text.remove_prefix(1);
  }
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    Range range;
    range.first = range.last = take_count(text);
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      range.last = take_count(text);
    }
    native.needed.push_back(range);
    if (text.starts_with(',')) text.remove_prefix(1);
  }
  if (!text.empty()) native.path = text.substr(1);
  return native;
}

/// The path without its last part: "" for a test that is in no suite.
[[nodiscard]] inline std::string_view suite_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}
[[nodiscard]] inline std::string_view leaf_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is the beginning
}

}  // namespace cupel::harness::boost
