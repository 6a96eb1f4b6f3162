// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "harness/ctest/test_entries.h"

namespace cupel::harness::ctest {

/// For each test, by place: the numbers of the tests that ctest runs whenever it runs this one,
/// which set up and clean up the fixtures that it requires. In rising order.
[[nodiscard]] std::vector<std::vector<std::size_t>> fixture_tests(
    const std::vector<TestEntry>& entries);

}  // namespace cupel::harness::ctest
