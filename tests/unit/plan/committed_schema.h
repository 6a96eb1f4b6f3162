// SPDX-License-Identifier: Apache-2.0
// Holds a generated editor schema against the committed file.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace cupel::plan {

/// Compares with the committed file; CUPEL_APPROVE=1 in the environment rewrites it instead.
inline void expect_committed(const std::string& name, const std::string& generated) {
  const auto root = std::filesystem::path(CUPEL_TEST_DATA).parent_path().parent_path();
  const std::filesystem::path path = root / "docs/schema" / name;
  const char* approve = std::getenv("CUPEL_APPROVE");
  if (approve != nullptr && std::string(approve) == "1") {
    std::ofstream(path) << generated;
  }
  std::ostringstream committed;
  committed << std::ifstream(path).rdbuf();
  EXPECT_TRUE(committed.str() == generated)
      << path << " is not what the table of keys says. If the table is right, run this test once "
      << "with CUPEL_APPROVE=1 in the environment and commit the file.";
}

}  // namespace cupel::plan
