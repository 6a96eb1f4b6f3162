// SPDX-License-Identifier: Apache-2.0
// A folder, a working directory and an environment of a test's own; all is put back at its end.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"

namespace cupel::cli {

// Destroyed by GoogleTest alone.
class Surroundings : public ::testing::Test {  // NOLINT(cppcoreguidelines-virtual-class-destructor)
 protected:
  Surroundings()
      : here_(std::move(os::current_directory()).value()),
        made_(std::move(os::PrivateDir::make("cupel-cli-")).value()),
        root_(std::move(os::real_path(made_.path())).value()) {
    unset("CUPEL_CONFIG");
  }
  ~Surroundings() override {
    EXPECT_EQ(::chdir(here_.c_str()), 0);
    for (const auto& [name, value] : before_) {
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }
  }

  [[nodiscard]] std::string at(const std::string& name) const { return root_ + "/" + name; }
  std::string put(const std::string& name, const std::string& text) const {
    const std::string path = at(name);
    EXPECT_TRUE(os::make_directories(path.substr(0, path.rfind('/'))).ok());
    EXPECT_TRUE(os::write_file(path, text).ok());
    return path;
  }
  void go(const std::string& name) const {
    EXPECT_TRUE(os::make_directories(at(name)).ok());
    ASSERT_EQ(::chdir(at(name).c_str()), 0);
  }
  void set(const std::string& name, const std::string& value) {
    remember(name);
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  void unset(const std::string& name) {
    remember(name);
    ::unsetenv(name.c_str());
  }

 private:
  void remember(const std::string& name) { before_.emplace(name, os::environment_value(name)); }

  std::string here_;
  os::PrivateDir made_;
  std::string root_;
  std::map<std::string, std::optional<std::string>> before_;
};

inline constexpr const char* small_config =
    "[gate]\nname = \"g\"\n[[target]]\nname = \"t\"\nharness = \"gtest\"\ncommand = "
    "[\"build/t\"]\n";

}  // namespace cupel::cli
