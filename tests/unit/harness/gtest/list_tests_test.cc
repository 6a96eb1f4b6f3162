// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/list_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gtest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

LaunchOutput clean(const std::string& json) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["list.json"] = json;
  return output;
}

std::string detail_of(const LaunchOutput& output) {
  const ListStep step = make_gtest()->read_listing(target(), output);
  const auto* fault = std::get_if<ListFault>(&step);
  if (fault == nullptr) return "(a listing)";
  EXPECT_FALSE(fault->hint.empty());
  return fault->detail;
}

TEST(ListTests, RequestIsNeutral) {
  const model::LaunchRequest request = make_gtest()->list_request(target());
  ASSERT_THAT(request.argv, SizeIs(4));
  const std::map<std::string, std::string> files = {{"list.json", "/d/list.json"}};
  EXPECT_EQ(request.argv[0].fill({}, {}), "/bin/prog");
  EXPECT_EQ(request.argv[1].fill({}, {}), "--own");
  EXPECT_EQ(request.argv[2].fill({}, {}), "--gtest_list_tests");
  EXPECT_EQ(request.argv[3].fill({}, files), "--gtest_output=json:/d/list.json");
  EXPECT_THAT(request.env_remove, Contains("GTEST_*"));
  EXPECT_THAT(request.env_remove, Contains("XML_OUTPUT_FILE"));
  EXPECT_THAT(request.env_remove, Contains("TESTBRIDGE_TEST_ONLY"));
  EXPECT_THAT(request.collect, ElementsAre("list.json"));
}

class Listings : public ::testing::TestWithParam<std::string> {};
TEST_P(Listings, OfEveryVersion) {
  const model::Listing listing = listing_of(read_data(GetParam() + "/basic.list.json"));
  ASSERT_THAT(listing.tests, SizeIs(69));
  EXPECT_EQ(listing.tests[0].native, "Plain.Pass");
  EXPECT_EQ(listing.tests[0].location.line, 9);
  EXPECT_THAT(listing.tests[0].location.file, HasSubstr("basic.cpp"));
  EXPECT_EQ(listing.tests[14].native,
            "Plain.\xc3\x9cn\xc3\xaf"
            "code");
  EXPECT_EQ(listing.tests[14].name, listing.tests[14].native);
  std::vector<std::string> disabled;
  for (const model::TestCase& test : listing.tests) {
    if (test.disabled) disabled.push_back(test.native);
  }
  EXPECT_THAT(disabled,
              ElementsAre("Plain.DISABLED_Off", "DISABLED_Suite.Off", "DISABLED_Inst/P.Run/0"));
  EXPECT_THAT(listing.inseparable, ElementsAre(67, 68));
  EXPECT_EQ(listing.tests[68].name, "Dup.twin@2");
  EXPECT_EQ(listing.tests[68].native, "Dup.twin");
  EXPECT_EQ(listing.harness_version, "");
}
INSTANTIATE_TEST_SUITE_P(Versions, Listings, ::testing::Values("1.10.0", "1.12.1", "1.18.0"));

TEST(ListTests, NamesAreBytes) {
  const std::string json =
      R"({"testsuites":[{"name":"S","testsuite":[{"name":"\u00FF\u0001\n"},{"name":")"
      "\xff\x80"
      R"("},{"name":""}]}]})";
  const model::Listing listing = listing_of(json);
  ASSERT_THAT(listing.tests, SizeIs(3));
  EXPECT_EQ(listing.tests[0].native, "S.\xff\x01\n");
  EXPECT_EQ(listing.tests[1].native, "S.\xff\x80") << "raw bytes and escaped ones read alike";
  EXPECT_EQ(listing.tests[2].native, "S.");
  EXPECT_EQ(listing.tests[0].name, "S.\\xFF\x01\n");
}

TEST(ListTests, DisabledByAnyPart) {
  const model::Listing listing = listing_of(
      R"({"testsuites":[{"name":"A/DISABLED_S","testsuite":[{"name":"a"}]},)"
      R"({"name":"S","testsuite":[{"name":"DISABLED_a"},{"name":"a/DISABLED_0"},{"name":"aDISABLED_"}]}]})");
  ASSERT_THAT(listing.tests, SizeIs(4));
  EXPECT_TRUE(listing.tests[0].disabled);
  EXPECT_TRUE(listing.tests[1].disabled);
  EXPECT_TRUE(listing.tests[2].disabled);
  EXPECT_FALSE(listing.tests[3].disabled);
}

TEST(ListTests, NoTestsIsAListing) {
  EXPECT_THAT(listing_of(R"({"tests": 0, "name": "AllTests", "testsuites": []})").tests, IsEmpty());
}

TEST(ListTests, EveryOtherEndIsAFault) {
  const std::string good = R"({"testsuites": []})";
  EXPECT_EQ(detail_of(clean(good)), "(a listing)");
  LaunchOutput output = clean(good);
  output.termination = model::Exited{3};
  EXPECT_THAT(detail_of(output), HasSubstr("exited with code 3"));
  output.termination = model::Signalled{11, false};
  EXPECT_THAT(detail_of(output), HasSubstr("SIGSEGV"));
  output.termination = model::KilledByUs{model::KillReason::listing_timeout, true};
  EXPECT_THAT(detail_of(output), HasSubstr("did not finish in time"));
  output.termination = model::NotStarted{"no such file"};
  EXPECT_THAT(detail_of(output), HasSubstr("no such file"));
  output.termination = model::Lost{"gone"};
  EXPECT_NE(detail_of(output), "(a listing)");
}

TEST(ListTests, GarbageIsAFault) {
  for (const std::string json :
       {"",
        "{",
        "garbage",
        "[]",
        "{}",
        "null",
        "3",
        R"({"testsuites": 3})",
        R"({"testsuites": {}})",
        R"({"other": {"testsuites": []}})",
        R"({"testsuites": [3]})",
        R"({"testsuites": [[]]})",
        R"({"testsuites": ["S"]})",
        R"({"testsuites": [null]})",
        R"({"testsuites": [{}]})",
        R"({"testsuites": [{"name": "S"}]})",
        R"({"testsuites": [{"testsuite": []}]})",
        R"({"testsuites": [{"name": 1, "testsuite": []}]})",
        R"({"testsuites": [{"name": "S", "testsuite": 1}]})",
        R"({"testsuites": [{"name": "S", "testsuite": [{}]}]})",
        R"({"testsuites": [{"name": "S", "testsuite": [{"name": 1}]}]})",
        R"({"testsuites": [{"name": "S", "testsuite": [7]}]})",
        R"({"testsuites": [{"name": "S", "testsuite": [], "testsuite": []}]})",
        R"({"testsuites": [], "testsuites": []})",
        R"({"testsuites": []} trailing)"}) {
    EXPECT_NE(detail_of(clean(json)), "(a listing)") << json;
  }
}

TEST(ListTests, MembersMayComeInAnyOrderAndOthersArePassedOver) {
  const model::Listing listing = listing_of(
      R"({"name": "x", "more": [{"testsuites": [{"name": 3}]}, [[]]], "testsuites": [)"
      R"({"testsuite": [{"line": 7, "more": {"name": "no", "line": 8}, "name": "a", "file": "f"},)"
      R"({"line": -1, "name": "b"}], "more": [{"name": "no"}], "name": "DISABLED_S"},)"
      R"({"name": "T", "testsuite": []}], "tests": 1})");
  ASSERT_THAT(listing.tests, SizeIs(2));
  EXPECT_EQ(listing.tests[0].native, "DISABLED_S.a");
  EXPECT_TRUE(listing.tests[0].disabled);
  EXPECT_EQ(listing.tests[0].location.file, "f");
  EXPECT_EQ(listing.tests[0].location.line, 7);
  EXPECT_EQ(listing.tests[1].native, "DISABLED_S.b");
  EXPECT_EQ(listing.tests[1].location.line, 0);
}

TEST(ListTests, SaysWhatElseTheProgramMayBe) {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.standard_output = "noise\n";
  EXPECT_THAT(detail_of(output),
              HasSubstr("wrote no GoogleTest listing; its last line was \"noise\""));
  output.standard_output = "[doctest] doctest version is \"2.4.9\"\n";
  EXPECT_THAT(detail_of(output), HasSubstr("doctest program"));
  output.standard_output = "This program contains tests written using Google Test.\n";
  EXPECT_THAT(detail_of(output), HasSubstr("help"));
  output.standard_output.clear();
  output.standard_error = "error: Unrecognized option: 'gtest_list_tests'\n";
  output.termination = model::Exited{101};
  EXPECT_THAT(detail_of(output), HasSubstr("libtest"));
}

}  // namespace
}  // namespace cupel::harness::testing
