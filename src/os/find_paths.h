// SPDX-License-Identifier: Apache-2.0
// The files under a folder that a path pattern selects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cupel::os {

/// Paths of regular files below `root`, relative to it, that base::path_match takes; sorted.
/// Symbolic links to files count, links to folders are entered unless the folder is one of those
/// above: a loop ends there. Folders that cannot be read are passed over. A pattern that begins
/// with "../" counts from the folders above. An error when `root` is no folder.
[[nodiscard]] base::Result<std::vector<std::string>> find_paths(const std::string& root,
                                                                std::string_view pattern);

}  // namespace cupel::os
