// SPDX-License-Identifier: Apache-2.0
// The folder where the machine's leases are, checked before anything in it is believed.
#pragma once

#include <string>

#include "base/result.h"

namespace cupel::engine {

class LockFolder {
 public:
  /// Makes the folder where it is missing, sticky and open to all users. An error where another
  /// user could replace a lock file under its holder, or where this user may not write.
  [[nodiscard]] static base::Result<LockFolder> open(const std::string& path);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit LockFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace cupel::engine
