// SPDX-License-Identifier: Apache-2.0
#include "engine/environment_facts.h"

#include <string_view>

#include "base/text.h"

namespace cupel::engine {
namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

}  // namespace

std::vector<std::string> commit_question(const std::string& folder) {
  return {"git", "-C", folder, "rev-parse", "--verify", "--quiet", "HEAD"};
}

std::vector<std::string> dirty_question(const std::string& folder) {
  // Without the lock that status takes to refresh the index: a person may be committing meanwhile.
  return {
      "git", "-C", folder, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"};
}

std::vector<std::string> pin_question(const std::string& command) {
  return {"/bin/sh", "-c", command};
}

std::string read_commit(const CommandAnswer& answer) {
  if (!model::is_clean_exit(answer.termination)) return {};
  const std::string commit = trimmed(answer.standard_output);
  const bool hash =
      commit.size() >= 40 && commit.find_first_not_of("0123456789abcdef") == std::string::npos;
  return hash ? commit : std::string();
}

std::optional<bool> read_dirty(const CommandAnswer& answer) {
  if (!model::is_clean_exit(answer.termination)) return std::nullopt;
  return !trimmed(answer.standard_output).empty();
}

PinReading read_pin(const std::string& name, const CommandAnswer& answer) {
  PinReading reading;
  if (!model::is_clean_exit(answer.termination)) {
    reading.warning =
        "the command of [pins] " + name + " failed: " + model::describe(answer.termination);
    const std::string said = base::to_one_line(trimmed(answer.standard_error));
    if (!said.empty()) reading.warning += ": " + base::ellipsize(said, 200);
    return reading;
  }
  reading.value = base::to_one_line(trimmed(answer.standard_output));
  if (reading.value.empty()) reading.warning = "the command of [pins] " + name + " printed nothing";
  return reading;
}

model::EnvironmentFacts environment_facts(const os::MachineFacts& machine,
                                          const CommandAnswer& commit, const CommandAnswer& dirty) {
  model::EnvironmentFacts facts;
  facts.host = machine.host;
  facts.os = machine.os;
  facts.kernel = machine.kernel;
  facts.boot_id = machine.boot_id;
  facts.uptime_s = machine.uptime_s;
  facts.cpu = machine.cpu;
  facts.commit = read_commit(commit);
  if (!facts.commit.empty()) facts.dirty = read_dirty(dirty);
  return facts;
}

}  // namespace cupel::engine
