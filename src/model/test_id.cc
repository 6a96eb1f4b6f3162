// SPDX-License-Identifier: Apache-2.0
#include "model/test_id.h"

namespace cupel::model {

base::Result<TestId> parse_test_id(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) {
    return base::usage_error("\"" + std::string(text) + "\" is not a test",
                             "write TARGET:NAME; `cupel list` prints them");
  }
  return TestId{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace cupel::model
