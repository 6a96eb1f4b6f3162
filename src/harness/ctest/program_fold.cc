// SPDX-License-Identifier: Apache-2.0
// The problem: gtest_discover_tests writes one add_test for each test of a program,
//
//   [EXECUTOR…] PROGRAM "--gtest_filter=" SUITE "." TEST "--gtest_also_run_disabled_tests" [WORD…]
//
// and each of them starts a process. Those that differ in nothing but the filter are one program
// with a list of tests, which one process can run. That is only done where the outcome is the same:
// where the filter names one test and can hit no other, and where every property of the test is one
// that the program's own framework, or the way it is started, gives its meaning.
#include "harness/ctest/program_fold.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "harness/ctest/test_environment.h"
#include "harness/gtest/wire.h"

namespace cupel::harness::ctest {
namespace {

/// Properties that say nothing about how a test is run or judged, or that are looked at below.
constexpr std::array<std::string_view, 11> kept_properties = {
    "ATTACHED_FILES", "ATTACHED_FILES_ON_FAIL",   "COST",    "DISABLED",
    "ENVIRONMENT",    "ENVIRONMENT_MODIFICATION", "LABELS",  "MEASUREMENT",
    "PROCESSORS",     "SKIP_REGULAR_EXPRESSION",  "TIMEOUT",
};

/// What the modules of CMake set for every test that they discover.
constexpr std::string_view gtest_skip_expression = R"(\[  SKIPPED \])";

constexpr std::string_view filter_flag = "--gtest_filter=";
constexpr std::string_view disabled_flag = "--gtest_also_run_disabled_tests";

/// A test of a program that is known.
struct Part {
  std::string harness;
  std::string native;
  std::string program;               ///< the last part of its path
  std::vector<std::string> command;  ///< without what chooses the test
};

std::string program_name(std::string_view word) {
  std::string name = base::to_one_line(word.substr(word.rfind('/') + 1));
  std::ranges::replace(name, ':', '_');  // an id is split at its first colon
  return name.empty() ? "program" : name;
}

std::optional<Part> as_gtest(const TestEntry& entry) {
  Part part{"gtest", {}, {}, {}};
  std::size_t flags = 0;
  for (std::size_t i = 0; i < entry.command.size(); ++i) {
    const std::string_view word = entry.command[i];
    if (i > 0 && word.starts_with(filter_flag)) {
      part.native = word.substr(filter_flag.size());
      part.program = program_name(entry.command[i - 1]);
      ++flags;
    } else if (word == disabled_flag) {
      flags += 100;
    } else if (word.starts_with("--gtest_")) {
      return std::nullopt;
    } else {
      part.command.emplace_back(word);
    }
  }
  const bool one_of_each = flags == 101;
  const bool exact = part.native.find('.') != std::string::npos &&
                     part.native.find_first_of(":-*?\n") == std::string::npos;
  if (!one_of_each || !exact) return std::nullopt;
  const auto expressions = entry.words("SKIP_REGULAR_EXPRESSION");
  if (expressions.size() != 1 || expressions[0] != gtest_skip_expression) return std::nullopt;
  const std::size_t dot = part.native.find('.');
  const std::string_view name = part.native;
  const bool off = gtest::has_disabled_mark(name.substr(0, dot)) ||
                   gtest::has_disabled_mark(name.substr(dot + 1));
  if (off != entry.flag("DISABLED")) return std::nullopt;
  return part;
}

bool has_kept_properties_alone(const TestEntry& entry) {
  return std::ranges::all_of(entry.properties, [](const auto& property) {
    return std::ranges::find(kept_properties, property.first) != kept_properties.end() ||
           !property.second.boolean().value_or(true);
  });
}

/// Variables that would change what the framework runs or writes; it takes them from the
/// environment, and here they would be set after that.
bool steers_framework(const std::vector<std::string>& settings) {
  const std::vector<std::string> steering = gtest::neutralised_variables();
  return std::ranges::any_of(settings, [&](const std::string& setting) {
    const std::string_view name = std::string_view(setting).substr(0, setting.find('='));
    return std::ranges::any_of(steering, [&](std::string_view pattern) {
      return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                    : name == pattern;
    });
  });
}

std::optional<base::Duration> timeout_of(const TestEntry& entry) {
  const auto found = entry.properties.find("TIMEOUT");
  if (found == entry.properties.end()) return std::nullopt;
  const double seconds = found->second.number().value_or(0);
  if (!(seconds > 0 && seconds < 1e9)) return std::nullopt;  // 0 is as if it were not set
  return base::from_seconds(seconds);
}

class Folder {
 public:
  explicit Folder(const std::string& version) : version_(version) {}

  /// False where the test cannot be folded.
  bool add(const TestEntry& entry) {
    std::optional<Part> part = as_gtest(entry);
    if (!part || !has_kept_properties_alone(entry)) return false;
    const auto environment = entry.words("ENVIRONMENT");
    const auto modifications = entry.words("ENVIRONMENT_MODIFICATION");
    if (steers_framework(environment) || steers_framework(modifications)) return false;
    auto words = environment_words(environment, modifications);
    if (!words) return false;
    words->insert(words->end(), part->command.begin(), part->command.end());
    part->command = std::move(*words);
    place(entry, std::move(*part));
    return true;
  }

  std::vector<DerivedTarget> take() { return std::move(targets_); }

 private:
  using Key =
      std::tuple<std::string, std::vector<std::string>, std::string, std::optional<base::Duration>>;

  void place(const TestEntry& entry, Part part) {
    const auto timeout = timeout_of(entry);
    auto& groups = groups_[Key{part.harness, part.command, entry.workdir, timeout}];
    // A second add_test of the same test is a test of its own.
    for (const std::size_t group : groups) {
      if (!names_[group].insert(part.native).second) continue;
      targets_[group].only.push_back(std::move(part.native));
      return;
    }
    groups.push_back(targets_.size());
    names_.push_back({part.native});
    DerivedTarget& target = targets_.emplace_back();
    target.name = part.program;
    const std::size_t twins = ++programs_[part.program];
    if (twins > 1) target.name += "@" + std::to_string(twins);
    target.harness = std::move(part.harness);
    target.command = std::move(part.command);
    target.workdir = entry.workdir;
    // What every test that ctest starts has in its environment.
    target.env = {{"CTEST_INTERACTIVE_DEBUG_MODE", "1"}, {"DASHBOARD_TEST_FROM_CTEST", version_}};
    target.only = {std::move(part.native)};
    target.timeout = timeout;
  }

  const std::string& version_;
  std::vector<DerivedTarget> targets_;
  std::vector<std::set<std::string>> names_;  ///< of each target
  std::map<Key, std::vector<std::size_t>> groups_;
  std::map<std::string, std::size_t> programs_;
};

}  // namespace

Fold fold_entries(std::vector<TestEntry> entries, const std::string& version) {
  // Whoever must run after a test knows it by ctest's order alone.
  std::set<std::string> awaited;
  for (const TestEntry& entry : entries) {
    for (std::string& name : entry.words("DEPENDS")) awaited.insert(std::move(name));
  }
  Folder folder(version);
  Fold fold;
  for (TestEntry& entry : entries) {
    if (awaited.contains(entry.name) || !folder.add(entry)) fold.left.push_back(std::move(entry));
  }
  fold.targets = folder.take();
  return fold;
}

}  // namespace cupel::harness::ctest
