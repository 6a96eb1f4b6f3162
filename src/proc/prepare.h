// SPDX-License-Identifier: Apache-2.0
// A launch request made concrete: holes filled, the environment built, files laid out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "proc/launch_spec.h"

namespace cupel::proc {

/// What exec gets.
struct Program {
  std::vector<std::string> candidates;  ///< paths to try in order; empty: the name was not in PATH
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< "NAME=VALUE"
  std::string workdir;
};

struct Prepared {
  Program program;
  std::map<std::string, std::string> env_added;
  std::vector<std::string> env_removed;
};

/// Removes names, and prefixes ending in '*', from an environment; says which were there.
[[nodiscard]] std::vector<std::string> remove_variables(
    std::map<std::string, std::string>& environment, const std::vector<std::string>& patterns);

/// Where to look for `name`: itself when it has a slash, else each folder of PATH in order.
[[nodiscard]] std::vector<std::string> program_candidates(
    const std::string& name, const std::map<std::string, std::string>& environment);

/// Pure but for the last step, which deletes the files to collect and writes those asked for.
[[nodiscard]] base::Result<Prepared> prepare(const LaunchSpec& spec,
                                             const std::map<std::string, std::string>& channels);

/// The files to collect that exist now; what hinders goes to `notes`.
[[nodiscard]] std::map<std::string, std::string> collect_files(const LaunchSpec& spec,
                                                               std::uint64_t limit,
                                                               std::vector<std::string>& notes);

}  // namespace cupel::proc
