// SPDX-License-Identifier: Apache-2.0
// A private folder for one test.
#pragma once

#include <optional>
#include <string>

#include "gtest/gtest.h"
#include "os/directory.h"
#include "os/file.h"

namespace cupel::os {

class ScratchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    base::Result<PrivateDir> made = PrivateDir::make("cupel-os-test-");
    ASSERT_TRUE(made.ok());
    dir_.emplace(std::move(made).value());
  }
  [[nodiscard]] std::string at(const std::string& name) const { return dir_->path() + "/" + name; }
  void put(const std::string& name, std::string_view bytes = "x") const {
    const std::size_t slash = name.rfind('/');
    if (slash != std::string::npos) {
      ASSERT_TRUE(make_directories(at(name.substr(0, slash))).ok());
    }
    ASSERT_TRUE(write_file(at(name), bytes).ok());
  }
  std::optional<PrivateDir> dir_;
};

}  // namespace cupel::os
