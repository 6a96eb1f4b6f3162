// SPDX-License-Identifier: Apache-2.0
#include "harness/ctest/plain_test.h"

#include <gtest/gtest.h>

namespace cupel::harness::ctest {
namespace {

using Words = std::vector<std::string>;

/// A test of the command "/b/t" with these properties besides its folder, in JSON.
TestEntry entry_of(const std::string& properties, const std::string& command = R"(["/b/t"])") {
  const auto entries = read_entries(
      R"({"kind":"ctestInfo","version":{"major":1,"minor":0},"tests":[{"name":"n","command":)" +
      command + R"(,"properties":[{"name":"WORKING_DIRECTORY","value":"/b"})" + properties +
      "]}]}");
  EXPECT_TRUE(entries.ok() && entries->size() == 1);
  return entries->front();
}
std::string property(const std::string& name, const std::string& value) {
  return R"(,{"name":")" + name + R"(","value":)" + value + "}";
}

TEST(PlainTest, SaysWhatATargetCanSay) {
  const auto plain = plain_test(
      entry_of(property("ENVIRONMENT", R"(["A=b=c","D="])") + property("TIMEOUT", "1.5") +
               property("SKIP_RETURN_CODE", "77") + property("RUN_SERIAL", "true") +
               property("LABELS", R"(["x"])") + property("COST", "3.0")));
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->command, Words{"/b/t"});
  EXPECT_EQ(plain->workdir, "/b");
  EXPECT_EQ(plain->env, (std::map<std::string, std::string>{{"A", "b=c"}, {"D", ""}}));
  EXPECT_EQ(plain->timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(plain->skip_code, 77);
  EXPECT_TRUE(plain->exclusive);
}

TEST(PlainTest, IsNoneWhereCtestAloneKnowsWhatIsMeant) {
  EXPECT_TRUE(plain_test(entry_of("")));
  EXPECT_TRUE(plain_test(entry_of(property("WILL_FAIL", "false"))));
  const std::vector<std::pair<const char*, const char*>> others = {
      {"WILL_FAIL", "true"},
      {"PASS_REGULAR_EXPRESSION", R"(["ok"])"},
      {"SKIP_REGULAR_EXPRESSION", R"(["no"])"},
      {"FIXTURES_REQUIRED", R"(["f"])"},
      {"DEPENDS", R"(["other"])"},
      {"RESOURCE_LOCK", R"(["l"])"},
      {"REQUIRED_FILES", R"(["f"])"},
      {"ENVIRONMENT_MODIFICATION", R"(["A=set:b"])"},
      {"DISABLED", "true"},
      {"ENVIRONMENT", R"(["no_value"])"},
      {"SKIP_RETURN_CODE", "256"},
      {"NOBODY_KNOWS_THIS", R"("x")"},
  };
  for (const auto& [name, value] : others) {
    EXPECT_FALSE(plain_test(entry_of(property(name, value)))) << name;
  }
  EXPECT_FALSE(plain_test(entry_of("", "[]"))) << "its program was not there";
}

PlainTest starts(Words command) {
  PlainTest test;
  test.command = std::move(command);
  test.workdir = "/b";
  return test;
}
std::optional<ProgramUse> use_of(const std::string& harness, const std::vector<PlainTest>& tests,
                                 const Words& names = {}) {
  return common_use("/b/t", harness, names, tests);
}

TEST(CommonUse, ATestThatIsTheWholeProgram) {
  PlainTest test = starts({"/b/t", "--data", "x"});
  test.timeout = std::chrono::seconds(9);
  test.skip_code = 4;
  const auto use = use_of("gtest", {test});
  ASSERT_TRUE(use);
  EXPECT_EQ(use->how.command, test.command);
  EXPECT_FALSE(use->one_by_one);
  EXPECT_FALSE(use->how.timeout) << "it was that of all its tests";
  EXPECT_FALSE(use->how.skip_code);
}

TEST(CommonUse, TestsThatAreEachOneOfTheProgram) {
  PlainTest slow = starts({"/b/t", "--gtest_filter=A.b", "--gtest_also_run_disabled_tests"});
  slow.timeout = std::chrono::seconds(9);
  slow.exclusive = true;
  PlainTest quick = starts({"/b/t", "--gtest_filter=A.c"});
  quick.timeout = std::chrono::seconds(2);
  const auto use = use_of("gtest", {quick, slow});
  ASSERT_TRUE(use);
  EXPECT_EQ(use->how.command, Words{"/b/t"});
  EXPECT_TRUE(use->one_by_one && use->how.exclusive);
  EXPECT_EQ(use->tests, 2U);
  EXPECT_EQ(use->how.timeout, std::chrono::seconds(9));
}

TEST(CommonUse, EachFrameworkChoosesInItsWay) {
  const std::vector<std::pair<const char*, const char*>> ways = {
      {"doctest", "--test-case=a b"}, {"boost", "--run_test=a/b"}, {"catch2", "a\\, [b]"}};
  for (const auto& [harness, word] : ways) {
    const auto use = use_of(harness, {starts({"/b/t", word})}, {"a, [b]"});
    ASSERT_TRUE(use) << harness;
    EXPECT_EQ(use->how.command, Words{"/b/t"}) << harness;
  }
  EXPECT_EQ(use_of("catch2", {starts({"/b/t", "other"})}, {"a"})->how.command,
            (Words{"/b/t", "other"}));
}

TEST(CommonUse, IsNoneWhereTheyDoNotAgree) {
  const PlainTest one = starts({"/b/t", "--gtest_filter=A.b"});
  EXPECT_TRUE(use_of("gtest", {one, one}));
  PlainTest moved = one;
  moved.workdir = "/c";
  EXPECT_FALSE(use_of("gtest", {one, moved}));
  PlainTest dressed = one;
  dressed.env["A"] = "b";
  EXPECT_FALSE(use_of("gtest", {one, dressed}));
  EXPECT_FALSE(use_of("gtest", {one, starts({"/b/t", "--gtest_filter=A.c", "--data"})}));
  EXPECT_FALSE(use_of("gtest", {one, starts({"/b/t"})})) << "one of them is the whole program";
  EXPECT_FALSE(use_of("gtest", {starts({"/b/t"}), starts({"/b/t"})}));
  EXPECT_FALSE(use_of("gtest", {starts({"/usr/bin/env", "/b/t"})})) << "it is wrapped";
}

}  // namespace
}  // namespace cupel::harness::ctest
