// SPDX-License-Identifier: Apache-2.0
// A bounded look at what lies under a folder.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace cupel::os {

struct WalkedFolder {
  std::string path;                      ///< relative to the root; empty: the root itself
  std::vector<std::string> files;        ///< names of regular files, sorted
  std::vector<std::string> executables;  ///< those of them that this user may execute
};

struct WalkBounds {
  std::size_t depth = 16;        ///< of folders below the root
  std::size_t entries = 500000;  ///< files and folders looked at
};

struct Walked {
  std::vector<WalkedFolder> folders;  ///< each before those in it
  bool cut = false;                   ///< a bound was reached: there is more
};

/// Symbolic links are not followed, and folders that cannot be read are passed over. `enter` is
/// asked of each folder below the root before it is read. An error when `root` is no folder.
[[nodiscard]] base::Result<Walked> walk_tree(
    const std::string& root, const std::function<bool(const std::string& relative)>& enter,
    const WalkBounds& bounds = {});

}  // namespace cupel::os
