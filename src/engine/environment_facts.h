// SPDX-License-Identifier: Apache-2.0
// What a run records of the machine and of the tree. The questions go to git and to the commands of
// [pins], run and supervised like any child; here is what their answers mean.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/facts.h"
#include "model/termination.h"
#include "os/machine.h"

namespace cupel::engine {

/// How a question's command ended and what it printed.
struct CommandAnswer {
  model::Termination termination;
  std::string standard_output;
  std::string standard_error;
};

[[nodiscard]] std::vector<std::string> commit_question(const std::string& folder);
/// Changes of tracked files and submodules make a tree dirty, as in `git describe --dirty`; files
/// that git does not track do not.
[[nodiscard]] std::vector<std::string> dirty_question(const std::string& folder);
/// A pin's command, for a shell.
[[nodiscard]] std::vector<std::string> pin_question(const std::string& command);

/// Empty outside a work tree, in one without a commit, and where there is no git.
[[nodiscard]] std::string read_commit(const CommandAnswer& answer);
/// Absent where the answer does not tell.
[[nodiscard]] std::optional<bool> read_dirty(const CommandAnswer& answer);

struct PinReading {
  std::string value;    ///< what the command printed, on one line; empty when it failed
  std::string warning;  ///< empty: none
};
[[nodiscard]] PinReading read_pin(const std::string& name, const CommandAnswer& answer);

[[nodiscard]] model::EnvironmentFacts environment_facts(const os::MachineFacts& machine,
                                                        const CommandAnswer& commit,
                                                        const CommandAnswer& dirty);

}  // namespace cupel::engine
