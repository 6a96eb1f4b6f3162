// SPDX-License-Identifier: Apache-2.0
// The targets for what ctest knows of one build tree.
//
// The problem: ctest runs a program as one test, or as one for each of its tests; cupel sees more
// where the program has a target of its own. But a ctest target is its whole tree, so what stands
// in a target of its own would run twice beside it. So a tree is taken apart into programs and
// plain commands where targets can say all that its tests say, and is left to ctest as a whole
// otherwise.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/init/prober.h"
#include "cli/init/site.h"
#include "harness/ctest/test_entries.h"
#include "plan/draft.h"

namespace cupel::cli::init {

struct TreeTests {
  std::vector<std::string> ctest;  ///< the command of a target for the whole tree
  std::string version;             ///< of ctest
  std::string name;                ///< for a target that is the whole tree
  std::vector<harness::ctest::TestEntry> entries;
  std::set<std::size_t> folded;  ///< numbers of those that a ctest target runs as one program
};

/// `known`: by absolute path, the programs of the site that were identified. Those that the targets
/// run are put into `covered`.
[[nodiscard]] std::vector<plan::DraftTarget> draft_tree(
    const TreeTests& tree, const Site& site, const std::map<std::string, Identity>& known,
    std::set<std::string>& covered);

/// A target for a program by itself.
[[nodiscard]] plan::DraftTarget program_target(const std::string& path, const Identity& identity,
                                               const Site& site);

}  // namespace cupel::cli::init
