// SPDX-License-Identifier: Apache-2.0
// The tree that a configuration is to be written for: what a walk and a few small files tell.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/layout.h"

namespace cupel::cli::init {

struct Site {
  std::string root;  ///< absolute, without symbolic links
  std::vector<plan::ChosenTree> trees;
  std::vector<std::string> cargo;  ///< folders of workspaces, relative
  std::vector<plan::PytestRoot> pytest;
  std::vector<std::string> programs;  ///< ELF executables, relative; none of a twin of a tree
  bool cut = false;                   ///< the walk was ended: there is more

  [[nodiscard]] std::string absolute(const std::string& relative) const;
  /// As a path that the configuration can have: relative where it lies below the root.
  [[nodiscard]] std::string shown(const std::string& absolute) const;
};

/// Reads, starts nothing.
[[nodiscard]] base::Result<Site> survey_site(const std::string& root);

}  // namespace cupel::cli::init
