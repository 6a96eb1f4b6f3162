// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;

Derived derived_of(const std::string& json) {
  return std::get<Derived>(list_step(json));
}

TEST(CtestFold, ADiscoveredProgramIsOneTarget) {
  const Derived found = derived_of(ctest_data("discovered.json"));
  ASSERT_THAT(found.targets, SizeIs(4));
  const DerivedTarget& first = found.targets[0];
  EXPECT_EQ(first.name, "subject");
  EXPECT_EQ(first.harness, "gtest");
  EXPECT_EQ(first.workdir, "/build");
  EXPECT_FALSE(first.timeout);
  EXPECT_THAT(first.only,
              ElementsAre("Basic.Passes", "Basic.Fails", "Basic.Skips", "Basic.DISABLED_Off",
                          "Basic.MayDie", "Env.IsThatOfCmake", "Env.Unset", "Some/Values.Run/0",
                          "Some/Values.Run/1", "Some/Values.Run/2", "Some/Values.Run/3"));
  ASSERT_THAT(first.command, SizeIs(4));
  EXPECT_EQ(first.command[0], "/bin/sh");
  EXPECT_THAT(first.command[2], HasSubstr("SUBJECT='from cmake'; export SUBJECT;"));
  EXPECT_THAT(first.command[2], HasSubstr("SUBJECT_PATH=/first:\"$SUBJECT_PATH\""));
  EXPECT_EQ(first.command[3], "/bin/subject");
  EXPECT_THAT(first.env, ElementsAre(Pair("CTEST_INTERACTIVE_DEBUG_MODE", "1"),
                                     Pair("DASHBOARD_TEST_FROM_CTEST", "3.25.1")));
}

TEST(CtestFold, WhatDiffersIsKeptApart) {
  const Derived found = derived_of(ctest_data("discovered.json"));
  EXPECT_EQ(found.targets[1].name, "subject@2");
  EXPECT_THAT(found.targets[1].command, ElementsAre("/bin/subject"));
  EXPECT_EQ(found.targets[2].name, "subject@3") << "the same test a second time";
  EXPECT_THAT(found.targets[2].only, ElementsAre("Env.Unset"));
  EXPECT_EQ(found.targets[3].name, "subject@4");
  EXPECT_EQ(found.targets[3].timeout, std::chrono::seconds(7));
}

TEST(CtestFold, WhatOnlyCtestCanRunIsLeft) {
  const Derived found = derived_of(ctest_data("discovered.json"));
  std::vector<std::string> left;
  for (const auto& test : found.own.tests) left.push_back(test.native);
  EXPECT_THAT(left, ElementsAre("15 elsewhere", "16 must_fail", "17 pattern", "18 off", "19 after",
                                "20 steered", "21 plain"));
}

TEST(CtestFold, ProgramsOfTheTreeAreKnown) {
  std::string json = ctest_data("discovered.json");
  for (std::size_t at = json.find("/bin/subject"); at != std::string::npos;
       at = json.find("/bin/subject", at + 12)) {
    json.replace(at, 12, "/build/bin/s");
  }
  EXPECT_THAT(derived_of(json).programs, ElementsAre("/build/bin/s")) << "the shell is none";
  EXPECT_THAT(derived_of(ctest_data("properties.json")).programs, SizeIs(0));
}

/// A tree of one test with this command and these properties.
std::string tree_of(const std::string& command, const std::string& properties = "") {
  return R"({"kind":"ctestInfo","version":{"major":1},"tests":[{"name":"x","command":[)" + command +
         R"(],"properties":[{"name":"WORKING_DIRECTORY","value":"/w"},)" +
         R"({"name":"SKIP_REGULAR_EXPRESSION","value":["\\[  SKIPPED \\]"]})" + properties + "]}]}";
}
std::string property(const std::string& name, const std::string& value) {
  return ",{\"name\":\"" + name + "\",\"value\":" + value + "}";
}
bool is_folded(const std::string& json) {
  return !derived_of(json).targets.empty();
}

const std::string plain = R"("/p","--gtest_filter=A.B","--gtest_also_run_disabled_tests")";

TEST(CtestFold, CommandsOfADiscoveredTest) {
  EXPECT_TRUE(is_folded(tree_of(plain)));
  const Derived with_words = derived_of(tree_of(
      R"("/emu","-L","/p","--gtest_filter=A/B.C/0","--gtest_also_run_disabled_tests","--mine")"));
  EXPECT_THAT(with_words.targets[0].command, ElementsAre("/emu", "-L", "/p", "--mine"));
  EXPECT_EQ(with_words.targets[0].name, "p");
  for (const char* command : {
           R"("/p","--gtest_filter=A.B")",
           R"("/p","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.*","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.B?","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.B:A.C","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.B-C","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=AB","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.B","--gtest_filter=A.C","--gtest_also_run_disabled_tests")",
           R"("/p","--gtest_filter=A.B","--gtest_also_run_disabled_tests","--gtest_repeat=3")",
           R"("/p","--gtest_filter=A.B","--gtest_also_run_disabled_tests","--gtest_output=xml:f")",
           R"("--gtest_filter=A.B","--gtest_also_run_disabled_tests")",
       }) {
    EXPECT_FALSE(is_folded(tree_of(command))) << command;
  }
}

TEST(CtestFold, PropertiesThatKeepTheirMeaning) {
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"LABELS", R"(["a"])"},
           {"COST", "9.0"},
           {"TIMEOUT", "5.0"},
           {"PROCESSORS", "4"},
           {"ENVIRONMENT", R"(["A=1"])"},
           {"ENVIRONMENT_MODIFICATION", R"(["A=path_list_append:b"])"},
           {"WILL_FAIL", "false"},
           {"RUN_SERIAL", "false"},
           {"DISABLED", "false"},
           {"ATTACHED_FILES", R"(["f"])"}}) {
    EXPECT_TRUE(is_folded(tree_of(plain, property(name, value)))) << name;
  }
}

TEST(CtestFold, PropertiesThatDoNot) {
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"WILL_FAIL", "true"},
           {"PASS_REGULAR_EXPRESSION", R"(["x"])"},
           {"FAIL_REGULAR_EXPRESSION", R"(["x"])"},
           {"SKIP_RETURN_CODE", "77"},
           {"FIXTURES_REQUIRED", R"(["x"])"},
           {"FIXTURES_SETUP", R"(["x"])"},
           {"FIXTURES_CLEANUP", R"(["x"])"},
           {"DEPENDS", R"(["y"])"},
           {"RESOURCE_LOCK", R"(["x"])"},
           {"RESOURCE_GROUPS", R"([{"requirements":[]}])"},
           {"RUN_SERIAL", "true"},
           {"PROCESSOR_AFFINITY", "true"},
           {"REQUIRED_FILES", R"(["x"])"},
           {"TIMEOUT_AFTER_MATCH", R"({"regex":["x"],"timeout":1.0})"},
           {"DISABLED", "true"},
           {"ENVIRONMENT", R"(["GTEST_REPEAT=3"])"},
           {"ENVIRONMENT_MODIFICATION", R"(["XML_OUTPUT_FILE=set:f"])"},
           {"SOMETHING_NEW", R"("x")"}}) {
    EXPECT_FALSE(is_folded(tree_of(plain, property(name, value)))) << name;
  }
  std::string other = tree_of(plain);
  other.replace(other.find("SKIPPED"), 7, "skipped");
  EXPECT_FALSE(is_folded(other));
}

TEST(CtestFold, DisabledByNameAndByProperty) {
  const auto tree = [](const std::string& name, const std::string& value) {
    return tree_of(R"("/p","--gtest_filter=)" + name + R"(","--gtest_also_run_disabled_tests")",
                   property("DISABLED", value));
  };
  EXPECT_TRUE(is_folded(tree("A.DISABLED_B", "true")));
  EXPECT_TRUE(is_folded(tree("DISABLED_A.B", "true")));
  EXPECT_FALSE(is_folded(tree("A.DISABLED_B", "false"))) << "ctest runs it all the same";
  EXPECT_FALSE(is_folded(tree("I/DISABLED_A.B/0", "false")));
  EXPECT_TRUE(is_folded(tree("I/DISABLED_A.B/0", "true")));
}

TEST(CtestFold, ManyTestsAreOneProcess) {
  std::string tests;
  for (int i = 0; i < 10'000; ++i) {
    tests += std::string(i == 0 ? "" : ",") + R"({"name":"x","command":["/p","--gtest_filter=S.T)" +
             std::to_string(i) +
             R"(","--gtest_also_run_disabled_tests"],"properties":[{"name":"WORKING_DIRECTORY",)" +
             R"("value":"/w"},{"name":"SKIP_REGULAR_EXPRESSION","value":["\\[  SKIPPED \\]"]}]})";
  }
  const Derived found =
      derived_of(R"({"kind":"ctestInfo","version":{"major":1},"tests":[)" + tests + "]}");
  ASSERT_THAT(found.targets, SizeIs(1));
  EXPECT_THAT(found.targets[0].only, SizeIs(10'000));
  EXPECT_THAT(found.own.tests, SizeIs(0));
}

TEST(CtestFold, NamesOfProgramsMakeNoIds) {
  const Derived found =
      derived_of(tree_of(R"("/a:b c","--gtest_filter=A.B","--gtest_also_run_disabled_tests")"));
  EXPECT_EQ(found.targets[0].name, "a_b c");
}

}  // namespace
}  // namespace cupel::harness::testing
