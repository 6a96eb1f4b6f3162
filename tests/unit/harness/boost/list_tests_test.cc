// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "boost_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string unit(int id, int parent, const std::string& label, const std::string& color = "green") {
  return "tu" + std::to_string(id) + "[shape=Mrecord,fontname=Helvetica,color=" + color +
         ",label=\"" + label + "\"];\ntu" + std::to_string(parent) + " -> tu" + std::to_string(id) +
         ";\n";
}
std::string needs(int id, int on) {
  return "tu" + std::to_string(id) + " -> tu" + std::to_string(on) +
         "[color=red,style=dotted,constraint=false];\n";
}
std::string graph(const std::string& inside) {
  return "digraph G {rankdir=LR;\ntu1[shape=ellipse,peripheries=2,fontname=Helvetica,color=green,"
         "label=\"m \"q\"\"];\n{\n" +
         inside + "}\n}\n";
}

std::vector<std::string> natives(const model::Listing& listing) {
  std::vector<std::string> found;
  for (const auto& test : listing.tests) found.push_back(test.native);
  return found;
}

TEST(BoostList, AsksForAFileAndWithTheOptionsOfARun) {
  const auto request = make_boost()->list_request(boost_target());
  std::vector<std::string> words;
  for (const auto& word : request.argv) words.push_back(word.parts().front().text);
  EXPECT_THAT(words, Contains("--list_content=DOT"));
  EXPECT_THAT(words, Contains("--report_sink="));
  EXPECT_THAT(words, Contains("--log_level=test_suite"));
  EXPECT_THAT(request.env_remove, ElementsAre("BOOST_TEST_*"));
  EXPECT_THAT(request.collect, ElementsAre("tests.dot"));
}

TEST(BoostList, ReadsPathsPlacesAndColours) {
  const model::Listing listing =
      boost_listing(graph(unit(65536, 1, "a|f.cc(3)") +
                          unit(2, 1, "s|f.cc(4)|timeout=3|expected failures=2|labels: @x @y") +
                          "{\n" + unit(65537, 2, "b|g (2).cc(50)|expected failures=2") +
                          unit(65538, 2, "off|f.cc(6)", "yellow") + "}\n"));
  ASSERT_EQ(listing.tests.size(), 3U);
  EXPECT_THAT(natives(listing), ElementsAre(" a", " s/b", " s/off"));
  EXPECT_EQ(listing.tests[0].name, "a");
  EXPECT_EQ(listing.tests[0].location, (model::Location{"f.cc", 3}));
  EXPECT_EQ(listing.tests[1].location, (model::Location{"g (2).cc", 50}));
  EXPECT_FALSE(listing.tests[1].disabled);
  EXPECT_TRUE(listing.tests[2].disabled);
  EXPECT_EQ(listing.ordering, model::Ordering::fixed);
}

TEST(BoostList, NamesKeepTheirBytes) {
  const model::Listing listing = boost_listing(
      graph(unit(65536, 1, "new\nline|f.cc(3)") + unit(65537, 1, "x\"];\ntu1 -> tu9;\n|f.cc(3)") +
            unit(65538, 1, "bar|x|f.cc(3)") + unit(65539, 1, "bad\xff|f.cc(3)")));
  EXPECT_THAT(natives(listing),
              ElementsAre(" new\nline", " x\"];\ntu1 -> tu9;\n", " bar|x", " bad\xff"));
  EXPECT_EQ(listing.tests[3].name, "bad\\xFF");
}

TEST(BoostList, NamesThatNoFilterCanSayAreMarked) {
  const model::Listing listing =
      boost_listing(graph(unit(65536, 1, "a,b|f.cc(3)") + unit(2, 1, "s:t|f.cc(1)") + "{\n" +
                          unit(65537, 2, "in|f.cc(3)") + "}\n" + unit(65538, 1, "plain|f.cc(3)")));
  EXPECT_THAT(natives(listing), ElementsAre("! a,b", "! s:t/in", " plain"));
}

TEST(BoostList, DependenciesComeAlongAndDecideTheOrder) {
  // c before b before a, by what they depend on; off is disabled and needed all the same.
  const model::Listing listing = boost_listing(
      graph(unit(65536, 1, "a|f.cc(1)") + needs(65536, 65537) + unit(65537, 1, "b|f.cc(2)") +
            needs(65537, 2) + unit(2, 1, "c|f.cc(3)") + "{\n" + unit(65538, 2, "x|f.cc(4)") +
            unit(65539, 2, "off|f.cc(5)", "yellow") + "}\n" + unit(65540, 1, "d|f.cc(6)")));
  EXPECT_THAT(natives(listing), ElementsAre(" c/x", " c/off", " d", "0-1 b", "0-1,3 a"));
}

TEST(BoostList, WhatASuiteNeedsComesWithEachOfItsTests) {
  const model::Listing listing = boost_listing(graph(
      unit(65536, 1, "base|f.cc(1)") + unit(2, 1, "s|f.cc(3)") + needs(2, 65536) + "{\n" +
      unit(65538, 2, "x|f.cc(4)") + unit(65539, 2, "y|f.cc(5)") + needs(65539, 65538) + "}\n"));
  EXPECT_THAT(natives(listing), ElementsAre(" base", "0 s/x", "0-1 s/y"));
}

TEST(BoostList, AProgramWithoutTests) {
  EXPECT_TRUE(boost_listing(graph("")).tests.empty());
}

TEST(BoostList, CutListsAreNeverTaken) {
  const std::string whole = graph(unit(65536, 1, "a|f.cc(3)") + unit(2, 1, "s|f.cc(4)") + "{\n" +
                                  unit(65537, 2, "b|f.cc(5)") + needs(65537, 65536) + "}\n");
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
    EXPECT_TRUE(std::holds_alternative<ListFault>(boost_list_step(whole.substr(0, size)))) << size;
  }
}

TEST(BoostList, SaysWhatIsNoList) {
  const auto fault = [](const LaunchOutput& output) {
    return std::get<ListFault>(make_boost()->read_listing(boost_target(), output));
  };
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.standard_output = "[==========] Running 3 tests\n";
  EXPECT_THAT(fault(output).hint, HasSubstr("gtest"));
  output.standard_output = "hello\n";
  EXPECT_THAT(fault(output).hint, HasSubstr("1.59"));
  output.termination = model::Signalled{6, false};
  EXPECT_THAT(fault(output).detail, HasSubstr("SIGABRT"));
  output.termination = model::Exited{200};
  output.standard_error = "Argument 'x' was given twice\n\n  The program takes\n  For help\n";
  EXPECT_THAT(fault(output).detail, HasSubstr("Argument 'x' was given twice"));
  output.files["tests.dot"] =
      "Test setup error: test unit with name 'x' registered multiple times\n";
  EXPECT_THAT(fault(output).detail, HasSubstr("registered multiple times"));
  EXPECT_THAT(std::get<ListFault>(boost_list_step("digraph H {\n")).detail,
              HasSubstr("not a list of Boost.Test"));
}

}  // namespace
}  // namespace cupel::harness::testing
