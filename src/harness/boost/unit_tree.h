// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/listing.h"

namespace cupel::harness::boost {

/// A suite or a test case.
struct Unit {
  std::size_t id = 0;
  std::size_t parent = 0;
  std::string name;
  model::Location location;
  bool enabled = false;  ///< unless it is named
  bool is_suite = false;
  std::vector<std::size_t> children;  ///< ids, in the order in which they run
  std::vector<std::size_t> depends;   ///< ids
};

struct Tree {
  std::map<std::size_t, Unit> units;  ///< by id
  std::size_t root = 0;
};

/// Reads what --list_content=DOT writes.
[[nodiscard]] base::Result<Tree> read_tree(std::string_view dot);

}  // namespace cupel::harness::boost
