// SPDX-License-Identifier: Apache-2.0
// 2,000 tests; one in the middle dies when FAULT says so.
#ifdef FRAMEWORK_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>
#include <vector>

#include "../misbehave.h"

namespace {

constexpr int count = 2000;

void passes() {
  CHECK(true);
}

void culprit() {
  misbehave::here();
  CHECK(true);
}

struct Register {
  Register() {
    for (int i = 0; i < count; ++i) {
      const std::string name = "a test, with a comma, number " + std::to_string(i * 7919 % count);
      REGISTER_TEST_CASE(i == count / 2 ? culprit : passes, name, "[many]");
    }
  }
};
const Register tests;

}  // namespace
