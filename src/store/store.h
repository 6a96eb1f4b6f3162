// SPDX-License-Identifier: Apache-2.0
// Where the runs of one configuration are.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace cupel::store {

/// The folder `.cupel` beside a configuration: runs/ID and history.sqlite. Made on first use, with
/// a .gitignore in it, so that no run is ever committed by accident.
class Store {
 public:
  explicit Store(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string history() const { return path_ + "/history.sqlite"; }
  [[nodiscard]] std::string run(std::string_view id) const {
    return path_ + "/runs/" + std::string(id);
  }

  [[nodiscard]] base::Result<void> prepare() const;

  /// The folder of the latest run that was begun, is not finished, and that no cupel is writing.
  [[nodiscard]] base::Result<std::string> last_unfinished_run() const;

 private:
  std::string path_;
};

}  // namespace cupel::store
