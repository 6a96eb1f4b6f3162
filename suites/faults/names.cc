// SPDX-License-Identifier: Apache-2.0
// Names of every shape that GoogleTest lets through. Every test passes; each writes its own name to
// the file that NAMES_RAN names, so that a test which ran twice or not at all is seen.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "support.h"

namespace {

struct Odd : ::testing::Test {
  void TestBody() override {
    const std::string file = faults::variable("NAMES_RAN");
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    if (!file.empty()) {
      std::ofstream(file, std::ios::app) << info->test_suite_name() << '.' << info->name() << '\n';
    }
  }
};

constexpr auto names = std::to_array<const char*>({
    "has space",
    "has,comma",
    "has:colon",
    "has::two",
    "has-dash",
    "star*",
    "quest?",
    "quote\"q",
    "apostrophe'",
    "back\\slash",
    "br[ack]",
    "dot.dot",
    "slash/slash",
    "#hash",
    "  lead",
    "trail  ",
    "\xc3\xa9",
    "bad\xff\xfe"
    "utf",
    "zero\xe2\x80\x8bwidth",
    "tab\there",
    "bell\x07",
    "-neg",
    "-",
    "*",
    "?",
    ":",
    "--gtest_filter=x",
    "@2",
    "a=b&c=d",
    "<tag attr=\"1\">",
    "]]>",
    "%0A",
    "$HOME",
    "DISABLED",
    "exact",
    "exacX",
});

constexpr auto suites = std::to_array<const char*>(
    {"Odd Suite", "Odd:Suite", "Odd.Suite", "Odd-Suite", "Odd*", "OddSuite/0", "Suite.With"});

struct Typed : ::testing::TestWithParam<std::string> {};
TEST_P(Typed, Run) {}
INSTANTIATE_TEST_SUITE_P(Strings, Typed, ::testing::Values("a b", "nl\nnl", "", "\xff"));

template <typename T>
struct Kinds : ::testing::Test {};
using KindList = ::testing::Types<int, std::vector<std::pair<int, const char*>>>;
TYPED_TEST_SUITE(Kinds, KindList);
TYPED_TEST(Kinds, Works) {
  EXPECT_GT(sizeof(TypeParam), 0U);
}

void add(const char* suite, const char* name) {
  ::testing::RegisterTest(suite, name, nullptr, nullptr, __FILE__, __LINE__,
                          []() -> Odd* { return new Odd; });
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (const char* name : names) add("Odd", name);
  for (const char* suite : suites) add(suite, "t");
  if (faults::asked("twins")) {
    add("Twins", "same");
    add("Twins", "same");
  }
  return RUN_ALL_TESTS();
}
