// SPDX-License-Identifier: Apache-2.0
#include "harness/ctest/plain_test.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace cupel::harness::ctest {
namespace {

/// Properties that a target can say, or that change no outcome.
constexpr std::array<std::string_view, 12> plain_properties = {
    "ATTACHED_FILES", "ATTACHED_FILES_ON_FAIL",
    "COST",           "ENVIRONMENT",
    "LABELS",         "MEASUREMENT",
    "PROCESSORS",     "RUN_SERIAL",
    "TIMEOUT",        "SKIP_RETURN_CODE",
    "DISABLED",       "SKIP_REGULAR_EXPRESSION",
};
/// What CMake's own modules set for each test that they discover in a program: its framework says
/// the same.
constexpr std::string_view gtest_skip_expression = R"(\[  SKIPPED \])";

bool is_plain(const TestEntry& entry) {
  if (entry.command.empty() || entry.flag("DISABLED")) return false;
  const auto skips = entry.words("SKIP_REGULAR_EXPRESSION");
  if (!std::ranges::all_of(skips, [](const auto& one) { return one == gtest_skip_expression; })) {
    return false;
  }
  return std::ranges::all_of(entry.properties, [](const auto& property) {
    return std::ranges::find(plain_properties, property.first) != plain_properties.end() ||
           !property.second.boolean().value_or(true);
  });
}

std::string without_backslashes(std::string_view text) {
  std::string out(text);
  std::erase(out, '\\');
  return out;
}

/// Words by which a framework is told which tests to run.
class Choosing {
 public:
  Choosing(const std::string& harness, const std::vector<std::string>& names) : harness_(harness) {
    for (const std::string& name : names) names_.insert(without_backslashes(name));
  }
  [[nodiscard]] bool operator()(std::string_view word) const {
    if (harness_ == "gtest") {
      return word.starts_with("--gtest_filter=") || word == "--gtest_also_run_disabled_tests";
    }
    if (harness_ == "doctest") return word.starts_with("--test-case=");
    if (harness_ == "boost") return word.starts_with("--run_test=");
    // Catch2 is given the name itself, with what its patterns mean escaped.
    return harness_ == "catch2" && names_.contains(without_backslashes(word));
  }

 private:
  const std::string& harness_;
  std::set<std::string> names_;
};

}  // namespace

std::optional<PlainTest> plain_test(const TestEntry& entry) {
  if (!is_plain(entry)) return std::nullopt;
  PlainTest plain;
  plain.command = entry.command;
  plain.workdir = entry.workdir;
  plain.exclusive = entry.flag("RUN_SERIAL");
  for (const std::string& setting : entry.words("ENVIRONMENT")) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) return std::nullopt;
    plain.env[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  if (const auto found = entry.properties.find("TIMEOUT"); found != entry.properties.end()) {
    const double seconds = found->second.number().value_or(0);
    if (seconds > 0 && seconds < 1e9) plain.timeout = base::from_seconds(seconds);
  }
  if (const auto found = entry.properties.find("SKIP_RETURN_CODE");
      found != entry.properties.end()) {
    const double code = found->second.number().value_or(-1);
    if (code < 0 || code > 255) return std::nullopt;
    plain.skip_code = static_cast<int>(code);
  }
  return plain;
}

std::optional<ProgramUse> common_use(const std::string& program, const std::string& harness,
                                     const std::vector<std::string>& names,
                                     const std::vector<PlainTest>& tests) {
  const Choosing chooses(harness, names);
  std::optional<ProgramUse> use;
  for (const PlainTest& test : tests) {
    PlainTest how = test;
    if (how.command.front() != program) return std::nullopt;
    const auto kept = std::remove_if(how.command.begin() + 1, how.command.end(), chooses);
    const bool one = kept != how.command.end();
    how.command.erase(kept, how.command.end());
    if (!use) {
      use = ProgramUse{program, how, 0, one};
      use->how.skip_code.reset();          // the framework says what was skipped
      if (!one) use->how.timeout.reset();  // it is that of all the program's tests together
    } else if (use->how.command != how.command || use->how.workdir != how.workdir ||
               use->how.env != how.env || use->one_by_one != one) {
      return std::nullopt;
    }
    use->how.exclusive = use->how.exclusive || how.exclusive;
    if (one && how.timeout && (!use->how.timeout || *use->how.timeout < *how.timeout)) {
      use->how.timeout = how.timeout;
    }
    ++use->tests;
  }
  // Two that run all of it differ in something after all: in their names, or in the order meant.
  if (use && !use->one_by_one && use->tests > 1) return std::nullopt;
  return use;
}

}  // namespace cupel::harness::ctest
