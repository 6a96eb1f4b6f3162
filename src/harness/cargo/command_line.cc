// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cupel::harness::cargo {
namespace {

enum class Sort { package, exclude, feature, program, docs, dropped, common, workspace, build };

/// Options of `cargo test` with a value, and those without one that are more than an option of the
/// build. `letter`: its short form, which may have its value in the same word.
struct Option {
  std::string_view name;
  char letter;
  bool has_value;
  Sort sort;
};
constexpr std::array<Option, 32> option_table{{
    {"--package", 'p', true, Sort::package},
    {"--exclude", 0, true, Sort::exclude},
    {"--features", 'F', true, Sort::feature},
    {"--workspace", 0, false, Sort::workspace},
    {"--all", 0, false, Sort::workspace},
    {"--lib", 0, false, Sort::program},
    {"--bin", 0, true, Sort::program},
    {"--bins", 0, false, Sort::program},
    {"--example", 0, true, Sort::program},
    {"--examples", 0, false, Sort::program},
    {"--test", 0, true, Sort::program},
    {"--tests", 0, false, Sort::program},
    {"--bench", 0, true, Sort::program},
    {"--benches", 0, false, Sort::program},
    {"--all-targets", 0, false, Sort::program},
    {"--doc", 0, false, Sort::docs},
    {"--no-run", 0, false, Sort::dropped},
    {"--no-fail-fast", 0, false, Sort::dropped},
    {"--message-format", 0, true, Sort::dropped},
    {"--color", 0, true, Sort::dropped},
    {"--verbose", 'v', false, Sort::dropped},
    {"--quiet", 'q', false, Sort::dropped},
    {"--jobs", 'j', true, Sort::build},
    {"--target", 0, true, Sort::build},
    {"--target-dir", 0, true, Sort::build},
    {"--profile", 0, true, Sort::build},
    {"--lockfile-path", 0, true, Sort::common},
    {"--manifest-path", 0, true, Sort::common},
    {"--config", 0, true, Sort::common},
    {"--locked", 0, false, Sort::common},
    {"--frozen", 0, false, Sort::common},
    {"--offline", 0, false, Sort::common},
}};
constexpr Option unstable{"-Z", 'Z', true, Sort::common};

struct Match {
  const Option* option = nullptr;
  std::optional<std::string> value;  ///< in the same word
};

Match match(const std::string& word) {
  const auto fits = [&](const Option& option) -> std::optional<Match> {
    if (word == option.name) return Match{&option, std::nullopt};
    if (option.has_value && word.starts_with(option.name) && word[option.name.size()] == '=') {
      return Match{&option, word.substr(option.name.size() + 1)};
    }
    if (option.letter == 0 || word.size() < 2 || word[0] != '-' || word[1] != option.letter)
      return std::nullopt;
    if (word.size() == 2) return Match{&option, std::nullopt};
    if (option.has_value) return Match{&option, word.substr(word[2] == '=' ? 3 : 2)};
    return std::nullopt;
  };
  for (const Option& option : option_table) {
    if (auto found = fits(option)) return *found;
  }
  return fits(unstable).value_or(Match{});
}

/// The option as one word or two, as every version takes it.
void append(std::vector<std::string>& words, const Option& option,
            const std::optional<std::string>& value) {
  words.emplace_back(option.name);
  if (value) words.push_back(*value);
}

void sort_in(const Option& option, const std::optional<std::string>& value, CommandLine& line) {
  switch (option.sort) {
    case Sort::package:
      if (value) line.packages.push_back(*value);
      return;
    case Sort::exclude:
      if (value) line.excluded.push_back(*value);
      return;
    case Sort::feature:
      if (value) line.features.push_back(*value);
      return;
    case Sort::program:
      return append(line.programs, option, value);
    case Sort::docs:
      line.only_docs = true;
      return;
    case Sort::common:
      append(line.common_options, option, value);
      return append(line.options, option, value);
    case Sort::build:
      return append(line.options, option, value);
    case Sort::dropped:
    case Sort::workspace:
      return;
  }
}

void take_arguments(const std::vector<std::string>& command, std::size_t at, CommandLine& line) {
  for (; at < command.size(); ++at) {
    const std::string& word = command[at];
    if (word == "--") {
      line.to_tests.insert(line.to_tests.end(),
                           command.begin() + static_cast<std::ptrdiff_t>(at) + 1, command.end());
      return;
    }
    Match found = match(word);
    if (found.option == nullptr) {
      // What is no option is a filter by name.
      (word.starts_with('-') ? line.options : line.to_tests).push_back(word);
      continue;
    }
    if (found.option->has_value && !found.value && at + 1 < command.size()) {
      found.value = command[++at];
    }
    sort_in(*found.option, found.value, line);
  }
}

void append_pairs(std::vector<std::string>& words, const char* option,
                  const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    words.emplace_back(option);
    words.push_back(value);
  }
}

/// The features of one value, which are parted by commas or blanks.
std::vector<std::string> split_features(std::string_view value) {
  std::vector<std::string> features;
  while (true) {
    const std::size_t begin = value.find_first_not_of(", \t");
    if (begin == std::string_view::npos) return features;
    value.remove_prefix(begin);
    const std::string_view one = value.substr(0, value.find_first_of(", \t"));
    features.emplace_back(one);
    value.remove_prefix(one.size());
  }
}

}  // namespace

std::optional<CommandLine> parse_command_line(const std::vector<std::string>& command) {
  const auto end = std::find(command.begin(), command.end(), "--");
  const auto verb = std::find_if(
      command.begin(), end, [](const std::string& word) { return word == "test" || word == "t"; });
  if (verb == end || verb == command.begin()) return std::nullopt;
  CommandLine line;
  line.cargo.assign(command.begin(), verb);
  take_arguments(command, static_cast<std::size_t>(verb - command.begin()) + 1, line);
  return line;
}

std::vector<std::string> test_command(const CommandLine& line) {
  std::vector<std::string> words = line.cargo;
  words.emplace_back("test");
  if (line.packages.empty()) words.emplace_back("--workspace");
  append_pairs(words, "--package", line.packages);
  append_pairs(words, "--exclude", line.excluded);
  append_pairs(words, "--features", line.features);
  words.insert(words.end(), line.programs.begin(), line.programs.end());
  words.insert(words.end(), line.options.begin(), line.options.end());
  return words;
}

std::vector<std::string> doc_command(const CommandLine& line, const std::string& package,
                                     const std::vector<std::string>& has_features) {
  std::vector<std::string> words = line.cargo;
  for (const char* word : {"test", "--doc", "--package"}) words.emplace_back(word);
  words.push_back(package);
  for (const std::string& value : line.features) {
    for (const std::string& feature : split_features(value)) {
      // Cargo refuses a feature that the one package does not have; "package/feature" it sorts out.
      const bool has =
          feature.find('/') != std::string::npos ||
          std::find(has_features.begin(), has_features.end(), feature) != has_features.end();
      if (has) append_pairs(words, "--features", {feature});
    }
  }
  words.insert(words.end(), line.options.begin(), line.options.end());
  words.emplace_back("--");
  words.insert(words.end(), line.to_tests.begin(), line.to_tests.end());
  return words;
}

bool asks_for_programs(const std::vector<std::string>& command) {
  return command.size() == 2 && command.back() == "metadata";
}

std::vector<std::string> idle_command(const CommandLine& line, const std::string& package) {
  std::vector<std::string> words = line.cargo;
  words.emplace_back("pkgid");
  words.push_back(package);
  return words;
}

bool is_idle(const std::vector<std::string>& command) {
  return command.size() > 2 && command[command.size() - 2] == "pkgid";
}

}  // namespace cupel::harness::cargo
