// SPDX-License-Identifier: Apache-2.0
// The names by which the parts of this harness mean the same file, and what it keeps of a test in
// TestCase::native, since ctest is told tests by number:
//
//   native = NUMBER [ "+" NUMBER *( "," NUMBER ) ] " " NAME
//
// The numbers after '+' are the tests of fixtures that run whenever this one does.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cupel::harness::ctest {

inline constexpr const char* list_file = "tests.json";
inline constexpr const char* count_file = "count.txt";
inline constexpr const char* version_file = "version.txt";
inline constexpr const char* choice_file = "choice.txt";
inline constexpr const char* report_file = "junit.xml";

/// Variables that change what ctest runs, how many at once, or what it prints.
[[nodiscard]] inline std::vector<std::string> neutralised_variables() {
  return {"CTEST_*"};
}

/// A test as ctest is told of it.
struct Native {
  std::size_t number = 0;
  std::vector<std::size_t> fixtures;
  std::string name;
};

/// The number that `text` begins with, taken off it.
[[nodiscard]] inline std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

[[nodiscard]] inline std::string write_native(const Native& native) {
  std::string text = std::to_string(native.number);
  for (std::size_t i = 0; i < native.fixtures.size(); ++i) {
    text += (i == 0 ? "+" : ",") + std::to_string(native.fixtures[i]);
  }
  return text + " " + native.name;
}

/// What write_native wrote; number 0 for anything else.
[[nodiscard]] inline Native read_native(std::string_view text) {
  Native native;
  native.number = take_number(text).value_or(0);
  while (!text.empty() && (text.front() == '+' || text.front() == ',')) {
    text.remove_prefix(1);
    if (const auto number = take_number(text)) native.fixtures.push_back(*number);
  }
  if (!text.empty()) native.name = text.substr(1);
  return native;
}

}  // namespace cupel::harness::ctest
