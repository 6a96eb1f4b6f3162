// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cupel::model {

/// TARGET:NAME, split at the first colon. The name is valid UTF-8 and unique in its target; what
/// the harness itself calls the test, byte for byte, is TestCase::native.
struct TestId {
  std::string target;
  std::string name;

  [[nodiscard]] std::string text() const { return target + ":" + name; }
  friend auto operator<=>(const TestId&, const TestId&) = default;
};

/// Fails where there is no colon, or nothing on one side of it.
[[nodiscard]] base::Result<TestId> parse_test_id(std::string_view text);

}  // namespace cupel::model
