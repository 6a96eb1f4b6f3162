// SPDX-License-Identifier: Apache-2.0
#include "model/listing.h"

#include <unordered_map>
#include <unordered_set>

#include "base/text.h"

namespace cupel::model {
namespace {

/// What a test without any name is called, since an id needs one.
constexpr const char* nameless = "(no name)";

}  // namespace

// "A", "A", "A@2": the first of a name keeps it, and a name that a program gives is never taken
// from it, so the second "A" becomes "A@3" here.
void assign_names(Listing& listing) {
  std::unordered_set<std::string> taken;
  for (TestCase& test : listing.tests) {
    test.name = test.native.empty() ? nameless : base::to_utf8(test.native);
    taken.insert(test.name);
  }
  std::unordered_map<std::string, std::size_t> seen;
  for (TestCase& test : listing.tests) {
    std::size_t& count = seen[test.name];
    if (++count == 1) continue;
    std::string numbered = test.name + "@" + std::to_string(count);
    while (!taken.insert(numbered).second) {
      numbered = test.name + "@" + std::to_string(++count);
    }
    test.name = std::move(numbered);
  }
}

}  // namespace cupel::model
