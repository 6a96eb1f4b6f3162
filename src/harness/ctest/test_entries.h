// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "format/json.h"
#include "model/listing.h"

namespace cupel::harness::ctest {

/// One add_test() of the build tree.
struct TestEntry {
  std::size_t number = 0;  ///< ctest's own, from 1
  std::string name;
  std::vector<std::string> command;  ///< empty: its program was not found
  std::string workdir;
  model::Location location;                        ///< where CMake was told of it, if it says
  std::map<std::string, format::Json> properties;  ///< the others

  [[nodiscard]] bool flag(const std::string& property) const;
  /// The words of a list; empty where the property is not set.
  [[nodiscard]] std::vector<std::string> words(const std::string& property) const;
};

/// Reads what ctest --show-only=json-v1 printed.
[[nodiscard]] base::Result<std::vector<TestEntry>> read_entries(std::string_view json);

}  // namespace cupel::harness::ctest
