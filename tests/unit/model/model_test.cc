// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <string>

#include "model/launch_request.h"
#include "model/listing.h"
#include "model/termination.h"
#include "model/test_id.h"

namespace cupel::model {
namespace {

TEST(ParseTestId, SplitsAtTheFirstColon) {
  const auto id = parse_test_id("numerics:Suite::Name:x");
  ASSERT_TRUE(id.ok());
  EXPECT_EQ(id->target, "numerics");
  EXPECT_EQ(id->name, "Suite::Name:x");
  EXPECT_EQ(id->text(), "numerics:Suite::Name:x");
}

TEST(ParseTestId, RefusesAHalf) {
  for (const char* text : {"", "numerics", ":name", "numerics:", ":"}) {
    const auto id = parse_test_id(text);
    ASSERT_FALSE(id.ok()) << text;
    EXPECT_EQ(id.error().kind, base::ErrorKind::usage);
    EXPECT_NE(id.error().hint.find("TARGET:NAME"), std::string::npos);
  }
}

TEST(Describe, HasWordsForEveryEnding) {
  EXPECT_EQ(describe(NotStarted{"no such file"}), "not started: no such file");
  EXPECT_EQ(describe(Exited{3}), "exited with code 3");
  EXPECT_EQ(describe(Signalled{SIGSEGV, true}), "signal 11 (SIGSEGV), core dumped");
  EXPECT_EQ(describe(Signalled{SIGABRT, false}), "signal 6 (SIGABRT)");
  EXPECT_EQ(describe(Signalled{SIGRTMIN + 2, false}),
            "signal " + std::to_string(SIGRTMIN + 2) + " (SIGRTMIN+2)");
  EXPECT_EQ(describe(Signalled{999, false}), "signal 999");
  EXPECT_EQ(describe(KilledByUs{KillReason::test_timeout, false}), "killed: test_timeout");
  EXPECT_EQ(describe(KilledByUs{KillReason::deadline, true}),
            "killed: deadline, TERM was not enough");
  EXPECT_EQ(describe(Lost{"outlived KILL"}), "lost: outlived KILL");
}

TEST(IsCleanExit, IsTrueOfExitZeroAlone) {
  EXPECT_TRUE(is_clean_exit(Exited{0}));
  EXPECT_FALSE(is_clean_exit(Exited{1}));
  EXPECT_FALSE(is_clean_exit(Signalled{}));
  EXPECT_FALSE(is_clean_exit(KilledByUs{}));
  EXPECT_FALSE(is_clean_exit(NotStarted{}));
  EXPECT_FALSE(is_clean_exit(Lost{}));
}

TEST(Template, FillsItsHolesAndLeavesLiteralsAlone) {
  Template text("--out=");
  text.file("report").literal(":{channel}").channel("stream");
  EXPECT_EQ(text.fill({{"stream", "127.0.0.1:9"}}, {{"report", "/tmp/r.xml"}}),
            "--out=/tmp/r.xml:{channel}127.0.0.1:9");
  EXPECT_EQ(Template("plain").fill({}, {}), "plain");
  EXPECT_EQ(Template().fill({}, {}), "");
  EXPECT_EQ(Template("a:").folder().fill({}, {}, "/private"), "a:/private");
}

TEST(TemplateDeathTest, TakesAnUnknownNameForABug) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Template text;
  text.channel("stream");
  // The same name among the files is not what was asked for.
  EXPECT_DEATH((void)text.fill({}, {{"stream", "x"}}), "cupel: bug");
  EXPECT_DEATH((void)Template().folder().fill({}, {}), "cupel: bug");
}

std::vector<std::string> names_of(const std::vector<std::string>& natives) {
  Listing listing;
  for (const std::string& native : natives) {
    TestCase test;
    test.native = native;
    listing.tests.push_back(test);
  }
  assign_names(listing);
  std::vector<std::string> names;
  for (const TestCase& test : listing.tests) names.push_back(test.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(AssignNames, NumbersTheSecondAndLaterOfAName) {
  EXPECT_EQ(names_of({"A", "B", "A", "A"}), (Names{"A", "B", "A@2", "A@3"}));
}

TEST(AssignNames, NeverTakesANameFromATestThatHasIt) {
  EXPECT_EQ(names_of({"A", "A", "A@2"}), (Names{"A", "A@3", "A@2"}));
  EXPECT_EQ(names_of({"A@2", "A", "A", "A"}), (Names{"A@2", "A", "A@3", "A@4"}));
  EXPECT_EQ(names_of({"A@2", "A@2", "A", "A"}), (Names{"A@2", "A@2@2", "A", "A@3"}));
}

TEST(AssignNames, MakesAnyBytesAUniqueUtf8Name) {
  const Names names = names_of({"\xFF", "\\xFF", "", "", "é"});
  EXPECT_EQ(names, (Names{"\\xFF", "\\xFF@2", "(no name)", "(no name)@2", "é"}));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

}  // namespace
}  // namespace cupel::model
