// SPDX-License-Identifier: Apache-2.0
// A `cargo test` command line, as the configuration has it, taken apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cupel::harness::cargo {

struct CommandLine {
  std::vector<std::string> cargo;  ///< up to "test": "cargo", "cargo +nightly", "env X=1 cargo"
  /// Which packages, which of their programs, and everything else that a build depends on.
  std::vector<std::string> packages;  ///< values of --package
  std::vector<std::string> excluded;  ///< values of --exclude
  std::vector<std::string> features;  ///< values of --features
  std::vector<std::string> programs;  ///< --lib, --test NAME, …; empty: cargo's default
  std::vector<std::string> options;   ///< all others that a build takes
  /// Those of `options` that any other command of cargo takes as well.
  std::vector<std::string> common_options;
  bool only_docs = false;             ///< --doc
  std::vector<std::string> to_tests;  ///< a filter by name, and what follows "--"
};

/// None where the command has no word "test".
[[nodiscard]] std::optional<CommandLine> parse_command_line(
    const std::vector<std::string>& command);

/// `cargo test` and what chooses and builds; every member, unless packages are named.
[[nodiscard]] std::vector<std::string> test_command(const CommandLine& line);

/// `cargo test --doc` for one package, with those of the features that it has.
[[nodiscard]] std::vector<std::string> doc_command(const CommandLine& line,
                                                   const std::string& package,
                                                   const std::vector<std::string>& has_features);

/// `cargo metadata` where a target's command stands: it is not to be built, and what test programs
/// it has is all that is asked.
[[nodiscard]] bool asks_for_programs(const std::vector<std::string>& command);

/// The command of a target that stands for a package without a test program.
[[nodiscard]] std::vector<std::string> idle_command(const CommandLine& line,
                                                    const std::string& package);
[[nodiscard]] bool is_idle(const std::vector<std::string>& command);

}  // namespace cupel::harness::cargo
