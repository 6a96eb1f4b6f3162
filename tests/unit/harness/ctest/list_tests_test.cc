// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ctest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

LaunchOutput said(const std::string& text,
                  const model::Termination& termination = model::Exited{0}) {
  LaunchOutput output;
  output.termination = termination;
  output.standard_output = text;
  return output;
}

ListFault fault_of(const TargetView& target, const LaunchOutput& output) {
  return std::get<ListFault>(make_ctest()->read_listing(target, output));
}

const std::string modern = "ctest version 3.25.1\n\nCMake suite maintained by Kitware\n";

TEST(CtestList, AsksForTheVersionFirst) {
  const auto request = make_ctest()->list_request(ctest_target());
  EXPECT_EQ(request.argv.back().parts().front().text, "--version");
  EXPECT_THAT(request.env_remove, Contains("CTEST_*"));
  const ListStep step = make_ctest()->read_listing(ctest_target(), said(modern));
  const auto& more = std::get<ListMore>(step).request;
  EXPECT_EQ(more.argv.front().parts().front().text, "/bin/sh");
  EXPECT_THAT(more.argv[2].parts().front().text, HasSubstr(" -N "));
  EXPECT_EQ(more.argv.back().parts().front().text, "/build");
  EXPECT_THAT(more.env_remove, Contains("CTEST_*"));
  ASSERT_THAT(more.write, SizeIs(1));
  EXPECT_EQ(more.write[0].content.parts().front().text, "3.25.1");
}

TEST(CtestList, RefusesAVersionThatIsTooOld) {
  for (const char* version : {"3.20.6", "2.8.12", "3", "x"}) {
    const ListFault fault =
        fault_of(ctest_target(), said("ctest version " + std::string(version) + "\n"));
    EXPECT_THAT(fault.detail, HasSubstr("too old")) << version;
    EXPECT_THAT(fault.hint, HasSubstr("3.21"));
  }
  for (const char* version : {"3.21.0", "3.21.0-rc1", "3.31.2", "4.1.0"}) {
    const ListStep step = make_ctest()->read_listing(
        ctest_target(), said("ctest version " + std::string(version) + "\n"));
    EXPECT_TRUE(std::holds_alternative<ListMore>(step)) << version;
  }
}

TEST(CtestList, SaysWhatIsNoCtest) {
  EXPECT_THAT(fault_of(ctest_target(), said("hello\n")).detail, HasSubstr("not ctest"));
  EXPECT_THAT(fault_of(ctest_target(), said("", model::Exited{1})).detail, HasSubstr("code 1"));
  EXPECT_THAT(fault_of(ctest_target(), said("", model::NotStarted{"no such file"})).detail,
              HasSubstr("no such file"));
  EXPECT_THAT(fault_of(ctest_target(), said(modern, model::Signalled{9, false})).detail,
              HasSubstr("SIGKILL"));
}

class CtestOption : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(CtestOption, IsRefusedWhereItChangesWhatRuns) {
  const ListFault fault = fault_of(ctest_target(GetParam()), said(modern));
  EXPECT_THAT(fault.detail, HasSubstr("'" + GetParam().front() + "' cannot stand"));
  EXPECT_THAT(fault.hint, HasSubstr("leave it out"));
}
INSTANTIATE_TEST_SUITE_P(All, CtestOption,
                         ::testing::ValuesIn(std::vector<std::vector<std::string>>{
                             {"-j8"},
                             {"--parallel", "8"},
                             {"-R", "x"},
                             {"-E", "x"},
                             {"-L", "x"},
                             {"-LE", "x"},
                             {"-I", "1,2"},
                             {"-U"},
                             {"-V"},
                             {"-VV"},
                             {"-Q"},
                             {"-F"},
                             {"-FA", ".*"},
                             {"-N"},
                             {"-T", "test"},
                             {"--repeat", "until-pass:3"},
                             {"--rerun-failed"},
                             {"--output-on-failure"},
                             {"--progress"},
                             {"--tests-regex", "x"},
                             {"--stop-on-failure"},
                             {"--schedule-random"},
                             {"-S", "script"},
                             {"--build-and-test"},
                             {"--preset", "x"},
                             {"--unknown"},
                             {"stray"}}));

TEST(CtestList, TakesTheOptionsThatARunNeeds) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-C", "Release"},
                                                {"--build-config", "Debug"},
                                                {"--timeout", "5"},
                                                {"--timeout=5"},
                                                {"--resource-spec-file", "-R"}}) {
    const ListStep step = make_ctest()->read_listing(ctest_target(words), said(modern));
    EXPECT_TRUE(std::holds_alternative<ListMore>(step)) << words.front();
  }
  TargetView wrapped = ctest_target();
  wrapped.command.insert(wrapped.command.begin(), {"nice", "-n", "5"});
  EXPECT_TRUE(std::holds_alternative<ListMore>(make_ctest()->read_listing(wrapped, said(modern))));
}

TEST(CtestList, ReadsEveryTest) {
  const model::Listing listing = properties_listing();
  EXPECT_EQ(listing.harness_version, "3.25.1");
  EXPECT_EQ(listing.ordering, model::Ordering::fixed);
  ASSERT_THAT(listing.tests, SizeIs(53));
  EXPECT_EQ(listing.tests[0].name, "pass");
  EXPECT_EQ(listing.tests[0].native, "1 pass");
  EXPECT_EQ(listing.tests[1].location.file, "/src/CMakeLists.txt");
  EXPECT_GT(listing.tests[1].location.line, 0);
  EXPECT_EQ(listing.tests[52].name, "pass@2") << "in another directory";
  EXPECT_EQ(listing.tests[52].native, "53 pass");
  EXPECT_THAT(listing.inseparable, SizeIs(0));
  std::vector<std::string> disabled;
  for (const auto& test : listing.tests) {
    if (test.disabled) disabled.push_back(test.name + ": " + test.disabled_reason);
  }
  EXPECT_THAT(disabled, ElementsAre("disabled: its property DISABLED"));
}

TEST(CtestList, KeepsWhichFixturesATestBrings) {
  const model::Listing listing = properties_listing();
  std::map<std::string, std::string> natives;
  for (const auto& test : listing.tests) natives[test.name] = test.native;
  EXPECT_EQ(natives["fix_user"], "19+18,20 fix_user");
  EXPECT_EQ(natives["fix_setup"], "18 fix_setup");
  EXPECT_EQ(natives["fix_user_bad"], "22+21 fix_user_bad");
}

TEST(CtestList, SaysWhatIsNoList) {
  const auto detail = [](const std::string& json) {
    return std::get<ListFault>(list_step(json)).detail;
  };
  EXPECT_THAT(detail(""), HasSubstr("cannot be read"));
  EXPECT_THAT(detail("{}"), HasSubstr("not ctest's list"));
  EXPECT_THAT(detail(R"({"kind":"ctestInfo","tests":[],"version":{"major":2}})"),
              HasSubstr("version other than 1"));
  EXPECT_THAT(detail(R"({"kind":"ctestInfo","tests":[{}],"version":{"major":1}})"),
              HasSubstr("no name"));
  EXPECT_THAT(detail(R"({"kind":"ctestInfo","tests":[],"version":{"major":1}})"),
              HasSubstr("knows no test"));
  const ListStep one =
      list_step(R"({"kind":"ctestInfo","tests":[{"name":"a"}],"version":{"major":1}})");
  EXPECT_THAT(std::get<Derived>(one).own.tests, SizeIs(1));
}

TEST(CtestList, CountsWhereNoConfigurationIsNamed) {
  const ListStep step = make_ctest()->read_listing(ctest_target({"-C", "Debug"}), said(modern));
  const auto& script = std::get<ListMore>(step).request.argv[2].parts().front().text;
  EXPECT_THAT(script, ::testing::Not(HasSubstr(" -N ")));
  LaunchOutput output = listed(ctest_data("properties.json"));
  output.files["count.txt"] = "Test project /b\n  Test #1: a\n\nTotal Tests: 53\n";
  EXPECT_TRUE(std::holds_alternative<Derived>(make_ctest()->read_listing(ctest_target(), output)));
  for (const char* count : {"Total Tests: 54\n", "Total Tests: 5", "", "Total Tests: x"}) {
    output.files["count.txt"] = count;
    const ListFault fault = fault_of(ctest_target(), output);
    EXPECT_THAT(fault.detail, HasSubstr("counts more tests")) << count;
    EXPECT_THAT(fault.hint, HasSubstr("-C CONFIG"));
  }
}

TEST(CtestList, CutListsAreNeverTaken) {
  const std::string whole = ctest_data("properties.json");
  for (std::size_t size = 0; size + 2 < whole.size(); size += 97) {
    EXPECT_TRUE(std::holds_alternative<ListFault>(list_step(whole.substr(0, size)))) << size;
  }
}

}  // namespace
}  // namespace cupel::harness::testing
