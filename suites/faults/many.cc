// SPDX-License-Identifier: Apache-2.0
// As many tests as MANY_TESTS says (default 10,000), each of them trivial; every MANY_ABORT-th
// aborts where that variable is set. MANY_TESTS=0 is a program without a test.
#include <gtest/gtest.h>

#include <string>

#include "support.h"

namespace {

int number(const char* name, int otherwise) {
  const std::string text = faults::variable(name);
  return text.empty() ? otherwise : std::stoi(text);
}

struct One : ::testing::Test {
  explicit One(bool aborts) : aborts(aborts) {}
  void TestBody() override {
    if (aborts) std::abort();
  }
  bool aborts;
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const int tests = number("MANY_TESTS", 10000);
  const int every = faults::honest() ? 0 : number("MANY_ABORT", 0);
  for (int i = 0; i < tests; ++i) {
    const bool aborts = every > 0 && i % every == every - 1;
    ::testing::RegisterTest(("Many" + std::to_string(i / 100)).c_str(),
                            ("t" + std::to_string(i)).c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [aborts]() -> One* { return new One(aborts); });
  }
  return RUN_ALL_TESTS();
}
