// SPDX-License-Identifier: Apache-2.0
// The listing takes two launches: which version of ctest it is, since one that is too old ignores
// what it does not know and runs everything; then its list, written to a file because that of a
// large tree is longer than what is kept of standard output. In a tree of several configurations
// the list has only some of the tests unless one is named: then their count is compared as well.
#include "harness/ctest/build_tree_list.h"

#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "harness/ctest/command_words.h"
#include "harness/ctest/fixtures.h"
#include "harness/ctest/program_fold.h"
#include "harness/ctest/test_entries.h"
#include "harness/ctest/test_native.h"
#include "harness/list_fault.h"

namespace cupel::harness::ctest {
namespace {

constexpr std::string_view version_line = "ctest version ";
/// The first with --output-junit.
constexpr std::pair<std::size_t, std::size_t> oldest{3, 21};
constexpr std::string_view oldest_words = "3.21";

std::vector<model::Template> words_of(const TargetView& target) {
  return {target.command.begin(), target.command.end()};
}

constexpr std::string_view by_hand_hint =
    "run the command by hand with -N; it must list and exit 0";
constexpr const char* list_script = "exec \"$@\" --show-only=json-v1 >\"$0\"";
constexpr const char* count_and_list_script =
    "count=$1; shift; \"$@\" -N >\"$count\" && exec \"$@\" --show-only=json-v1 >\"$0\"";

/// "3.25.1" from "ctest version 3.25.1\n…"; empty where it does not say so.
std::string version_of(std::string_view text) {
  const std::size_t at = text.find(version_line);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + version_line.size());
  return std::string(text.substr(0, text.find_first_of(" \t\r\n")));
}

bool is_too_old(std::string_view version) {
  const auto major = take_number(version);
  if (!major || !version.starts_with('.')) return true;
  version.remove_prefix(1);
  const auto minor = take_number(version);
  return !minor || std::pair(*major, *minor) < oldest;
}

ListStep ask_for_tests(const TargetView& target, const LaunchOutput& output) {
  const std::string version = version_of(output.standard_output);
  if (version.empty()) {
    return list_fault(output, "the command of this target is not ctest",
                      "it has to be like [\"ctest\", \"--test-dir\", \"build\"]");
  }
  if (is_too_old(version)) {
    return ListFault{"ctest " + base::to_one_line(version) + " is too old",
                     "the oldest that cupel can drive is " + std::string(oldest_words),
                     model::ProblemKind::list_failed};
  }
  const bool count = !has_configuration(target.command);
  model::LaunchRequest request;
  request.argv = {"/bin/sh", "-c", count ? count_and_list_script : list_script,
                  model::Template().file(list_file)};
  if (count) request.argv.push_back(model::Template().file(count_file));
  for (model::Template& word : words_of(target)) request.argv.push_back(std::move(word));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.write = {{version_file, version}};
  request.collect = {list_file, count_file, version_file};
  return ListMore{std::move(request)};
}

/// The list has all that ctest counts.
bool is_complete(const LaunchOutput& output, std::size_t listed) {
  const auto file = output.files.find(count_file);
  if (file == output.files.end()) return true;
  constexpr std::string_view total = "Total Tests: ";
  const std::size_t at = file->second.rfind(total);
  if (at == std::string::npos) return false;
  std::string_view count = std::string_view(file->second).substr(at + total.size());
  return take_number(count) == listed;
}

/// The folder of the build tree, with a slash at its end.
std::string tree_of(const TargetView& target) {
  constexpr std::string_view option = "--test-dir";
  std::string folder = target.workdir;
  for (std::size_t i = 0; i < target.command.size(); ++i) {
    const std::string_view word = target.command[i];
    if (word == option && i + 1 < target.command.size()) folder = target.command[i + 1];
    if (word.starts_with(option) && word.substr(option.size()).starts_with('=')) {
      folder = word.substr(option.size() + 1);
    }
  }
  if (!folder.starts_with('/')) folder = target.workdir + "/" + folder;
  return folder.ends_with('/') ? folder : folder + "/";
}

/// The programs of the tests that lie in the tree: others, such as a shell, are not built there.
std::vector<std::string> programs_of(const std::vector<TestEntry>& entries,
                                     const std::string& tree) {
  std::set<std::string> programs;
  for (const TestEntry& entry : entries) {
    for (const std::string& word : entry.command) {
      if (word.starts_with(tree)) {
        programs.insert(word);
        break;
      }
    }
  }
  return {programs.begin(), programs.end()};
}

model::Listing own_listing(const std::vector<TestEntry>& left,
                           const std::vector<std::vector<std::size_t>>& fixtures,
                           const std::string& version) {
  model::Listing listing;
  listing.harness_version = version;
  listing.channel = "ctest's own lines and JUnit report";
  for (const TestEntry& entry : left) {
    model::TestCase& test = listing.tests.emplace_back();
    test.native = entry.name;
    test.location = entry.location;
    test.disabled = entry.flag("DISABLED");
    if (test.disabled) test.disabled_reason = "its property DISABLED";
  }
  model::assign_names(listing);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::size_t number = left[i].number;
    listing.tests[i].native = write_native({number, fixtures[number - 1], left[i].name});
  }
  return listing;
}

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  model::LaunchRequest request;
  request.argv = words_of(target);
  request.argv.emplace_back("--version");
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  return request;
}

ListStep read_listing(const TargetView& target, const LaunchOutput& output) {
  if (auto fault = fault_of_command(target.command)) return *std::move(fault);
  if (auto fault = fault_of_end(output, "ctest", by_hand_hint)) return *std::move(fault);
  const auto version = output.files.find(version_file);
  if (version == output.files.end()) return ask_for_tests(target, output);
  const auto list = output.files.find(list_file);
  auto entries = read_entries(list == output.files.end() ? std::string_view() : list->second);
  if (!entries) {
    return list_fault(output,
                      "the list that ctest wrote cannot be read: " + entries.error().message,
                      by_hand_hint);
  }
  if (entries->empty() || !is_complete(output, entries->size())) {
    return list_fault(output,
                      entries->empty() ? "ctest knows no test in this build tree"
                                       : "ctest counts more tests in this build tree than it lists",
                      "configure and build it, and check --test-dir; a tree of several "
                      "configurations needs -C CONFIG in the command");
  }
  const auto fixtures = fixture_tests(*entries);
  Derived found;
  found.programs = programs_of(*entries, tree_of(target));
  Fold fold = fold_entries(std::move(*entries), version->second);
  found.targets = std::move(fold.targets);
  found.own = own_listing(fold.left, fixtures, version->second);
  return found;
}

}  // namespace cupel::harness::ctest
