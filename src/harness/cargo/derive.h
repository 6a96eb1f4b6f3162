// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/cargo/command_line.h"
#include "harness/cargo/workspace.h"
#include "harness/contract.h"

namespace cupel::harness::cargo {

/// All that was learned of a workspace.
struct Workspace {
  CommandLine line;
  std::string workdir;
  std::vector<Package> packages;
  Build build;
  std::map<std::string, Surroundings> surroundings;  ///< by executable
};

/// The members that the command line asks for.
[[nodiscard]] std::vector<Package> wanted_packages(const std::vector<Package>& packages,
                                                   const CommandLine& line);

/// The test programs and the doc tests as targets, PACKAGE/PROGRAM and PACKAGE/doc, and each member
/// that has neither as PACKAGE.
[[nodiscard]] Derived derive(const Workspace& workspace);

/// No targets, but the sources of all test programs that the members have.
[[nodiscard]] Derived tested_parts(const std::vector<Package>& packages);

}  // namespace cupel::harness::cargo
