// SPDX-License-Identifier: Apache-2.0
#include "cli/harness_table.h"

#include <memory>

#include "harness/boost/boost.h"
#include "harness/cargo/cargo.h"
#include "harness/catch2/catch2.h"
#include "harness/command/command.h"
#include "harness/ctest/ctest.h"
#include "harness/doctest/doctest.h"
#include "harness/gtest/gtest.h"
#include "harness/libtest/libtest.h"
#include "harness/pytest/pytest.h"

namespace cupel::cli {
namespace {

using Maker = std::unique_ptr<harness::Harness> (*)();

constexpr Maker makers[] = {
    harness::make_gtest,   harness::make_catch2,  harness::make_doctest,
    harness::make_boost,   harness::make_ctest,   harness::make_pytest,
    harness::make_command, harness::make_libtest, harness::make_cargo,
};

const std::vector<std::unique_ptr<harness::Harness>>& table() {
  static const auto rows = [] {
    std::vector<std::unique_ptr<harness::Harness>> made;
    for (const Maker maker : makers) made.push_back(maker());
    return made;
  }();
  return rows;
}

}  // namespace

std::vector<std::string> harness_words() {
  std::vector<std::string> words;
  for (const auto& row : table()) words.emplace_back(row->word());
  return words;
}

std::vector<std::string> container_words() {
  std::vector<std::string> words;
  for (const auto& row : table()) {
    if (row->contains_targets()) words.emplace_back(row->word());
  }
  return words;
}

const harness::Harness* find_harness(const std::string& word) {
  for (const auto& row : table()) {
    if (row->word() == word) return row.get();
  }
  return nullptr;
}

}  // namespace cupel::cli
