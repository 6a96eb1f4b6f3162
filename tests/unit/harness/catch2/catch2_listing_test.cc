// SPDX-License-Identifier: Apache-2.0
// The steps by which a Catch2 program lists, on what real ones answered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catch2_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* identity_v3 =
    "description:    A Catch2 test executable\ncategory:       testframework\n"
    "framework:      Catch2\nversion:        3.7.1\n";
constexpr const char* identity_v2 =
    "description:    A Catch2 test executable\ncategory:       testframework\n"
    "framework:      Catch Test\nversion:        2.13.10\n";

model::LaunchRequest asked(ListStep step) {
  auto* more = std::get_if<ListMore>(&step);
  return more == nullptr ? model::LaunchRequest() : std::move(more->request);
}

std::string written(const model::LaunchRequest& request, const std::string& name) {
  for (const model::FileSpec& file : request.write) {
    if (file.name == name) return file.content.fill({}, {}, "");
  }
  return "(none)";
}

std::string detail_of(ListStep step) {
  const auto* fault = std::get_if<ListFault>(&step);
  if (fault == nullptr) return "(no fault)";
  EXPECT_FALSE(fault->hint.empty());
  return fault->detail + " / " + fault->hint;
}

TEST(Catch2Listing, AsksWhatItIs) {
  EXPECT_THAT(arguments(make_catch2()->list_request(plain_target())), ElementsAre("--libidentify"));
}

TEST(Catch2Listing, AsksEachVersionInItsOwnWay) {
  const model::LaunchRequest v3 = asked(read_step({}, identity_v3));
  EXPECT_THAT(arguments(v3), ElementsAre("-d", "yes", "--order", "decl", "--list-tests", "-r",
                                         "xml", "-o", "{list.xml}", "*"));
  EXPECT_THAT(v3.collect, Contains("list.xml"));
  EXPECT_EQ(written(v3, "identity"), "3.7.1\n0\n");
  const model::LaunchRequest v2 = asked(read_step({}, identity_v2));
  EXPECT_THAT(arguments(v2), ElementsAre("-d", "yes", "--order", "decl", "--list-test-names-only",
                                         "-v", "high", "*"));
  EXPECT_EQ(written(v2, "identity"), "2.13.10\n0\n");
}

TEST(Catch2Listing, CountsWhatIsPrintedBefore) {
  const model::LaunchRequest v2 =
      asked(read_step({}, std::string("version: mine\nhello\n") + identity_v2));
  EXPECT_EQ(written(v2, "identity"), "2.13.10\n2\n");
}

TEST(Catch2Listing, Of371) {
  const model::Listing listing = listing_v3("basic");
  EXPECT_EQ(listing.harness_version, "3.7.1");
  EXPECT_THAT(listing.inseparable, IsEmpty());
  std::map<std::string, model::TestCase> tests;
  for (const model::TestCase& test : listing.tests) tests[test.name] = test;
  EXPECT_EQ(tests.size(), listing.tests.size());
  EXPECT_TRUE(tests.at("hidden").disabled);
  EXPECT_TRUE(tests.at("hidden tagged").disabled);
  EXPECT_FALSE(tests.at("hidden old").disabled);
  EXPECT_EQ(tests.at("pass").location, (model::Location{"catch2v3/basic.cpp", 14}));
  EXPECT_EQ(tests.at("new\nline").native, "new\nline");
  EXPECT_EQ(tests.at("  leading spaces").native, "  leading spaces");
  EXPECT_EQ(tests.at("templated - std::pair<int, char>").native,
            "templated - std::pair<int, char>");
  EXPECT_EQ(tests.count("same@2"), 1U);
}

TEST(Catch2Listing, WithArgumentsOfItsOwnAsksWhatAPlainRunRuns) {
  TargetView target = plain_target();
  target.command.emplace_back("[.integration]");
  const std::map<std::string, std::string> files = {
      {"identity", "3.7.1\n0\n"}, {"list.xml", harness_data("catch2/3.7.1/basic.list.xml")}};
  const model::LaunchRequest more = asked(read_step(files, "", model::Exited{0}, target));
  EXPECT_THAT(arguments(more), Not(Contains("*")));
  EXPECT_EQ(written(more, "all"), files.at("list.xml"));
  std::map<std::string, std::string> last = files;
  last["all"] = files.at("list.xml");
  last["list.xml"] =
      "<MatchingTests><TestCase><Name>hidden tagged</Name><ClassName/><Tags>[.][integration]</Tags>"
      "<SourceInfo><File>catch2v3/basic.cpp</File><Line>24</Line></SourceInfo></TestCase>"
      "</MatchingTests>";
  const auto listing = std::get<model::Listing>(read_step(last, "", model::Exited{0}, target));
  for (const model::TestCase& test : listing.tests) {
    EXPECT_EQ(test.disabled, test.name != "hidden tagged") << test.name;
  }
  last["list.xml"].replace(last["list.xml"].find("24"), 2, "25");
  EXPECT_THAT(detail_of(read_step(last, "", model::Exited{0}, target)), HasSubstr("differ"));
}

TEST(Catch2Listing, Of21310) {
  const std::string all = harness_data("catch2/2.13.10/basic.list.all.txt");
  const std::string plain = harness_data("catch2/2.13.10/basic.list.plain.txt");
  const std::map<std::string, std::string> files = {{"identity", "2.13.10\n0\n"}};
  const model::Termination count = model::Exited{51};
  const model::LaunchRequest more = asked(read_step(files, all, count));
  EXPECT_EQ(written(more, "all"), all);
  const auto listing = std::get<model::Listing>(
      read_step({{"identity", "2.13.10\n0\n"}, {"all", all}}, plain, model::Exited{49}));
  std::map<std::string, model::TestCase> tests;
  for (const model::TestCase& test : listing.tests) tests[test.name] = test;
  EXPECT_EQ(listing.tests.size(), 51U);
  EXPECT_TRUE(tests.at("hidden").disabled);
  EXPECT_TRUE(tests.at("hidden tagged").disabled);
  EXPECT_FALSE(tests.at("hidden old").disabled);
  EXPECT_EQ(tests.at("new\nline").native, "new\nline");
  EXPECT_EQ(tests.at("# hash first").native, "# hash first");
  EXPECT_EQ(tests.at("pass").location, (model::Location{"catch2v2/basic.cpp", 14}));
}

TEST(Catch2Listing, OfV2TheLinesBeforeItAreNoTests) {
  const std::string all = "hello\nworld\na\t@f.cpp:1\nb\t@f.cpp:2\n";
  const auto with = std::get<model::Listing>(
      read_step({{"identity", "2.13.10\n2\n"}, {"all", all}}, all, model::Exited{2}));
  EXPECT_EQ(with.tests[0].name, "a");
  const auto without = std::get<model::Listing>(
      read_step({{"identity", "2.13.10\n0\n"}, {"all", all}}, all, model::Exited{2}));
  EXPECT_EQ(without.tests[0].name, "hello\nworld\na");
}

TEST(Catch2Listing, OfV2AnEmptyListIsBelievedInWordsOnly) {
  std::map<std::string, std::string> files = {{"identity", "2.13.10\n0\n"}};
  const model::LaunchRequest words = asked(read_step(files, ""));
  EXPECT_THAT(arguments(words),
              ElementsAre("-d", "yes", "--order", "decl", "--list-tests", "-v", "high", "*"));
  files["none"] = "";
  EXPECT_THAT(detail_of(read_step(files, "")), HasSubstr("does not say so"));
  EXPECT_THAT(detail_of(read_step(files, "10 matching test cases\n")), HasSubstr("not say so"));
  const model::LaunchRequest plain = asked(read_step(files, "x\n0 matching test cases\n\n"));
  EXPECT_THAT(arguments(plain), Not(Contains("*")));
  files["all"] = "a\t@f.cpp:1\n";
  const auto listing = std::get<model::Listing>(read_step(files, "0 test cases\n\n"));
  ASSERT_EQ(listing.tests.size(), 1U);
  EXPECT_TRUE(listing.tests[0].disabled);
  EXPECT_THAT(detail_of(read_step(files, "")), HasSubstr("does not say so"))
      << "a program that left would have hidden all of its tests";
}

TEST(Catch2Listing, OfV2TheExitCodeCountsTheTests) {
  const std::string all = "a\t@f.cpp:1\nb\t@f.cpp:2\n";
  const std::map<std::string, std::string> files = {{"identity", "2.13.10\n0\n"}};
  EXPECT_THAT(detail_of(read_step(files, all, model::Exited{3})), HasSubstr("listed 2 tests"));
  EXPECT_EQ(detail_of(read_step(files, all, model::Exited{2})), "(no fault)");
  EXPECT_THAT(detail_of(read_step(files, all, model::Signalled{11, false})), HasSubstr("SIGSEGV"));
}

TEST(Catch2Listing, OfV2TestsOfOneNameAreInseparable) {
  const std::string all = "twin\t@f.cpp:1\na\t@f.cpp:2\ntwin \t@f.cpp:3\n";
  const auto listing = std::get<model::Listing>(
      read_step({{"identity", "2.13.10\n0\n"}, {"all", all}}, all, model::Exited{3}));
  EXPECT_THAT(listing.inseparable, ElementsAre(0, 2));
}

LaunchOutput ended(const model::Termination& termination, const std::string& out,
                   const std::string& err) {
  LaunchOutput output;
  output.termination = termination;
  output.standard_output = out;
  output.standard_error = err;
  return output;
}

TEST(Catch2Listing, FaultsSayWhatToDo) {
  const auto fault = [](const LaunchOutput& output) {
    return detail_of(make_catch2()->read_listing(plain_target(), output));
  };
  EXPECT_THAT(fault(ended(model::Exited{1}, "", harness_data("catch2/2.13.10/twice.stderr.txt"))),
              HasSubstr("rename one"));
  EXPECT_THAT(fault(ended(model::Exited{0}, "[doctest] doctest version is \"2.4.9\"\n", "")),
              HasSubstr("harness = \"doctest\""));
  EXPECT_THAT(fault(ended(model::Exited{1}, "[==========] Running 3 tests", "")),
              HasSubstr("harness = \"gtest\""));
  EXPECT_THAT(fault(ended(model::Exited{101}, "", "error: Unrecognized option: 'libidentify'\n")),
              HasSubstr("harness = \"libtest\""));
  EXPECT_THAT(fault(ended(model::Exited{0}, "hi\n", "")), HasSubstr("2.13 or later"));
  EXPECT_THAT(fault(ended(model::Signalled{6, false}, "", "")), HasSubstr("SIGABRT"));
  EXPECT_THAT(fault(ended(model::KilledByUs{model::KillReason::listing_timeout, true}, "", "")),
              HasSubstr("start_timeout"));
  EXPECT_THAT(fault(ended(model::NotStarted{"no such file"}, "", "")), HasSubstr("no such file"));
  EXPECT_THAT(
      fault(ended(model::Exited{0}, "description: x\nframework: Catch\nversion: 1.12.2\n", "")),
      HasSubstr("oldest"));
}

TEST(Catch2Listing, SaysWhatCatch2DoesNotUnderstand) {
  LaunchOutput output =
      ended(model::Exited{255}, "",
            "\nError(s) in input:\n  Unrecognised token: --nope\n\nRun with -? for "
            "usage\n\n");
  EXPECT_THAT(detail_of(make_catch2()->read_listing(plain_target(), output)),
              HasSubstr("Unrecognised token: --nope"));
  output.files["identity"] = "3.7.1\n0\n";
  EXPECT_THAT(detail_of(make_catch2()->read_listing(plain_target(), output)),
              HasSubstr("Unrecognised token: --nope"));
}

TEST(Catch2Listing, WhatIsNoListingIsAFault) {
  const std::string whole = harness_data("catch2/3.7.1/basic.list.xml");
  const auto fault = [&](const std::string& xml) {
    return detail_of(read_step({{"identity", "3.7.1\n0\n"}, {"list.xml", xml}}));
  };
  EXPECT_EQ(fault(whole), "(no fault)");
  EXPECT_THAT(fault(whole.substr(0, whole.size() / 2)), HasSubstr("not Catch2's XML"));
  EXPECT_THAT(fault("<other/>"), HasSubstr("not Catch2's XML"));
  EXPECT_THAT(fault(""), HasSubstr("not Catch2's XML"));
}

}  // namespace
}  // namespace cupel::harness::testing
