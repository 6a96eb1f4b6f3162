// SPDX-License-Identifier: Apache-2.0
#include "harness/ctest/command_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cupel::harness::ctest {
namespace {

/// Options that a target may have; each is followed by one word unless it is written with '='.
constexpr std::array<std::string_view, 7> kept_options = {
    "--test-dir",
    "-C",
    "--build-config",
    "--timeout",
    "--resource-spec-file",
    "--test-output-size-passed",
    "--test-output-size-failed",
};

struct Refusal {
  std::string_view option;  ///< the beginning of it
  std::string_view why;
};
/// The first row that fits counts.
constexpr std::array<Refusal, 20> refusals = {{
    {"--repeat", "it runs a failing test again until it passes"},
    {"--rerun-failed", "it chooses tests by an earlier run; use cupel's own -k"},
    {"--tests-", "choose tests with cupel's own -k"},
    {"--label-", "choose tests with cupel's own -k"},
    {"--exclude-", "choose tests with cupel's own -k"},
    {"--fixture-", "tests would run without the fixtures that they require"},
    {"--union", "choose tests with cupel's own -k"},
    {"--stop-on-failure", "the rest would not be judged"},
    {"--schedule-random", "use cupel's own --shuffle"},
    {"--parallel", "cupel runs one test of a build tree at a time"},
    {"--test-load", "cupel runs one test of a build tree at a time"},
    {"-FA", "tests would run without the fixtures that they require"},
    {"-FS", "tests would run without the fixtures that they require"},
    {"-FC", "tests would run without the fixtures that they require"},
    {"-R", "choose tests with cupel's own -k"},
    {"-E", "choose tests with cupel's own -k"},
    {"-L", "choose tests with cupel's own -k"},
    {"-I", "choose tests with cupel's own -k"},
    {"-F", "choose tests with cupel's own -k"},
    {"-j", "cupel runs one test of a build tree at a time"},
}};

/// The word after the program; the program may stand behind a wrapper and its words.
std::size_t after_ctest(const std::vector<std::string>& command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string_view word = command[i];
    if (word.substr(word.rfind('/') + 1).starts_with("ctest")) return i + 1;
  }
  return 1;
}

bool is_kept(std::string_view word) {
  return std::ranges::find(kept_options, word.substr(0, word.find('='))) != kept_options.end();
}

}  // namespace

std::optional<ListFault> fault_of_command(const std::vector<std::string>& command) {
  for (std::size_t i = after_ctest(command); i < command.size(); ++i) {
    const std::string& word = command[i];
    if (is_kept(word)) {
      if (word.find('=') == std::string::npos) ++i;
      continue;
    }
    const auto row = std::ranges::find_if(
        refusals, [&](const Refusal& one) { return word.starts_with(one.option); });
    const std::string why =
        row == refusals.end() ? "it is none of those that a test run needs" : std::string(row->why);
    return ListFault{"'" + word + "' cannot stand in the command of a ctest target: " + why,
                     "leave it out; --test-dir DIR, -C CONFIG, --timeout SECONDS and "
                     "--resource-spec-file FILE may stand there",
                     model::ProblemKind::list_failed};
  }
  return std::nullopt;
}

bool has_configuration(const std::vector<std::string>& command) {
  return std::ranges::any_of(command, [](std::string_view word) {
    return word.starts_with("-C") || word.starts_with("--build-config");
  });
}

}  // namespace cupel::harness::ctest
