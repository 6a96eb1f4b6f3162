// SPDX-License-Identifier: Apache-2.0
// Another file with tests of the same names.
#include <doctest/doctest.h>

TEST_CASE("first passes") {
  CHECK(true);
}
TEST_CASE("same name") {
  CHECK(true);
}
