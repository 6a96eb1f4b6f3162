// SPDX-License-Identifier: Apache-2.0
#include "harness/libtest/own_arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cupel::harness::libtest {
namespace {

/// Options that every launch of ours gives itself, or that would spoil what is read.
struct Dropped {
  std::string_view name;
  bool has_value;
};
constexpr std::array<Dropped, 11> dropped_options{{
    {"--test-threads", true},
    {"--logfile", true},
    {"--color", true},
    {"--format", true},
    {"--shuffle-seed", true},
    {"--shuffle", false},
    {"--exact", false},
    {"--list", false},
    {"--nocapture", false},
    {"--no-capture", false},
    {"--show-output", false},
}};

/// Whether a word is that option, and where its value stands: in the word, or in the next one.
struct Match {
  const Dropped* option = nullptr;
  std::optional<std::string_view> value;
};

Match match(std::string_view word) {
  for (const Dropped& option : dropped_options) {
    if (word == option.name) return {&option, std::nullopt};
    if (option.has_value && word.starts_with(option.name) && word[option.name.size()] == '=') {
      return {&option, word.substr(option.name.size() + 1)};
    }
  }
  return {};
}

bool is_cargo(std::string_view program) {
  const std::size_t slash = program.rfind('/');
  return program.substr(slash == std::string_view::npos ? 0 : slash + 1) == "cargo";
}

/// The place from which on arguments are libtest's.
std::size_t first_argument(const TargetView& target, OwnArguments& own) {
  const auto& command = target.command;
  const auto words_end = std::find(command.begin(), command.end(), "--");
  own.doc_tests =
      is_cargo(command.front()) && std::find(command.begin(), words_end, "--doc") != words_end;
  if (!own.doc_tests) return 1;
  return static_cast<std::size_t>(words_end - command.begin());
}

void note(std::string_view word, OwnArguments& own) {
  if (word == "--ignored") own.ignored = Ignored::only;
  if (word == "--include-ignored") own.ignored = Ignored::included;
}

}  // namespace

OwnArguments own_arguments(const TargetView& target) {
  OwnArguments own;
  const auto& command = target.command;
  const std::size_t first = first_argument(target, own);
  own.words.assign(command.begin(), command.begin() + static_cast<std::ptrdiff_t>(first));
  if (own.doc_tests && first == command.size()) own.words.emplace_back("--");
  for (std::size_t at = first; at < command.size(); ++at) {
    const Match found = match(command[at]);
    if (found.option == nullptr) {
      note(command[at], own);
      own.words.push_back(command[at]);
      continue;
    }
    std::optional<std::string_view> value = found.value;
    if (found.option->has_value && !value && at + 1 < command.size()) value = command[++at];
    if (found.option->name == "--test-threads" && value) own.threads = std::string(*value);
  }
  return own;
}

std::vector<std::string> neutralised_variables() {
  return {"RUST_TEST_*"};
}

void append_run_options(std::vector<model::Template>& argv) {
  for (const char* option : {"--test-threads=1", "--color=never", "--format=pretty"}) {
    argv.emplace_back(option);
  }
}

}  // namespace cupel::harness::libtest
