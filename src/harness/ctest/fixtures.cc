// SPDX-License-Identifier: Apache-2.0
// The problem: a test that requires a fixture brings along the tests that set it up and those that
// clean it up, and these may require fixtures themselves.
#include "harness/ctest/fixtures.h"

#include <map>
#include <set>
#include <string>

namespace cupel::harness::ctest {
namespace {

using ByFixture = std::map<std::string, std::vector<std::size_t>>;  // places

ByFixture providers(const std::vector<TestEntry>& entries) {
  ByFixture by_fixture;
  for (std::size_t place = 0; place < entries.size(); ++place) {
    for (const char* property : {"FIXTURES_SETUP", "FIXTURES_CLEANUP"}) {
      for (const std::string& fixture : entries[place].words(property)) {
        by_fixture[fixture].push_back(place);
      }
    }
  }
  return by_fixture;
}

}  // namespace

std::vector<std::vector<std::size_t>> fixture_tests(const std::vector<TestEntry>& entries) {
  const ByFixture by_fixture = providers(entries);
  std::vector<std::vector<std::size_t>> all(entries.size());
  if (by_fixture.empty()) return all;
  for (std::size_t place = 0; place < entries.size(); ++place) {
    std::set<std::size_t> brought;
    std::vector<std::size_t> open = {place};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const std::string& fixture : entries[at].words("FIXTURES_REQUIRED")) {
        const auto found = by_fixture.find(fixture);
        if (found == by_fixture.end()) continue;
        for (const std::size_t one : found->second) {
          if (one != place && brought.insert(one).second) open.push_back(one);
        }
      }
    }
    for (const std::size_t one : brought) all[place].push_back(entries[one].number);
  }
  return all;
}

}  // namespace cupel::harness::ctest
