// SPDX-License-Identifier: Apache-2.0
// Folders: made, listed, removed with all they hold, and private ones for a while.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace cupel::os {

/// Makes the folder and those above it that are missing; one that is there is fine.
[[nodiscard]] base::Result<void> make_directories(const std::string& path, unsigned mode = 0777);

/// Removes a file or a folder with all it holds. Symbolic links are removed, never followed; a
/// folder that denies access to its owner is opened up first. What is not there is no error.
[[nodiscard]] base::Result<void> remove_tree(const std::string& path);

/// Names in a folder, sorted, without "." and "..".
[[nodiscard]] base::Result<std::vector<std::string>> list_directory(const std::string& path);

[[nodiscard]] bool is_directory(const std::string& path);

/// $TMPDIR where it names a folder, /tmp otherwise.
[[nodiscard]] std::string temporary_root();

/// A new folder that only this user may enter; removed with all it holds at the end.
class PrivateDir {
 public:
  /// Under `parent`, or under temporary_root() where that is empty.
  [[nodiscard]] static base::Result<PrivateDir> make(const std::string& prefix,
                                                     const std::string& parent = {});
  PrivateDir(const PrivateDir&) = delete;
  PrivateDir& operator=(const PrivateDir&) = delete;
  PrivateDir(PrivateDir&& other) noexcept;
  PrivateDir& operator=(PrivateDir&& other) noexcept;
  ~PrivateDir();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The folder stays.
  void keep() { path_.clear(); }

 private:
  explicit PrivateDir(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace cupel::os
