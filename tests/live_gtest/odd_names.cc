// SPDX-License-Identifier: Apache-2.0
// Tests whose names a filter cannot say. Every one passes.
#include <gtest/gtest.h>

namespace {

struct Empty : ::testing::Test {
  void TestBody() override {}
};

struct Name {
  const char* suite;
  const char* test;
};
constexpr Name names[] = {
    {"Plain", "a"},
    {"Plain", "b"},
    {"Plain", "DISABLED_c"},
    {"Odd", "has space"},
    {"Odd", "has:colon"},
    {"Odd", "has-dash"},
    {"Odd", "has.dot"},
    {"Odd", "has*star"},
    {"Odd", "has?mark"},
    {"Odd", "-neg"},
    {"Odd", ":neg"},
    {"Odd", "*"},
    {"Odd", "?"},
    {"Odd", "-"},
    {"Odd", ""},
    {"Odd", " lead"},
    {"Odd", "trail "},
    {"Odd", "cr\rin"},
    {"Odd", "nl\nin"},
    {"Odd", "nl:in"},
    {"Odd", "end\r"},
    {"Odd", "end\n"},
    {"Odd", "\n"},
    {"Odd", "tab\t"},
    {"Odd", "#hash"},
    {"Odd", "\xc3\xa9"},
    {"Odd", "\xff\x01"},
    {"Odd", "quote\"'\\"},
    {"A B", "t"},
    {"A:B", "t"},
    {"A.B", "t"},
    {"A-B", "t"},
    {"A", "B.t"},
    {"Twin", "t"},
    {"Twin", "t"},
    {"", "t"},
    {"-S", "t"},
    {"--gtest_filter=*", "t"},
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (const Name& name : names) {
    ::testing::RegisterTest(name.suite, name.test, nullptr, nullptr, __FILE__, __LINE__,
                            []() -> Empty* { return new Empty; });
  }
  return RUN_ALL_TESTS();
}
