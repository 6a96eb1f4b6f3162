// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <cupel/pact/events.hpp>

namespace cupel::pact {
namespace {

std::string text_line(std::string_view value) {
  EventLine line("taken", 7, 42);
  return std::string(line.text("name", value).finish());
}

TEST(EventLine, Measure) {
  EventLine line("measure", 4711, 123456789012345);
  line.test("Rope", "At131071").text("name", "k cache").number("observed", 1.25e-7);
  line.number("tolerance", 0.5).text("basis", "because");
  EXPECT_EQ(line.finish(),
            "{\"cupel\":1,\"e\":\"measure\",\"pid\":4711,\"t\":123456789012345,"
            "\"test\":\"Rope.At131071\",\"name\":\"k cache\",\"observed\":1.25e-07,"
            "\"tolerance\":0.5,\"basis\":\"because\"}\n");
}

TEST(EventLine, WithoutATest) {
  EventLine line("worsen", 1, 2);
  line.test("", "").text("why", "x").boolean("dead", true);
  EXPECT_EQ(line.finish(),
            "{\"cupel\":1,\"e\":\"worsen\",\"pid\":1,\"t\":2,\"why\":\"x\",\"dead\":true}\n");
}

TEST(EventLine, NumbersThatJsonLacks) {
  EventLine line("measure", 1, 2);
  const double inf = std::numeric_limits<double>::infinity();
  line.number("a", std::numeric_limits<double>::quiet_NaN()).number("b", inf).number("c", -inf);
  const std::string text(line.finish());
  EXPECT_NE(text.find("\"a\":\"nan\",\"b\":\"inf\",\"c\":\"-inf\"}"), std::string::npos) << text;
}

TEST(EventLine, AnyBytesBecomeValidJson) {
  EXPECT_NE(text_line("a\"b\\c\n\x01").find("\"a\\\"b\\\\c\\u000a\\u0001\""), std::string::npos);
  EXPECT_NE(text_line("\xc3\xa4\xe2\x82\xac").find("\"\xc3\xa4\xe2\x82\xac\""), std::string::npos);
  // Stray, overlong, surrogate, cut off: each byte on its own.
  EXPECT_NE(text_line("\xff").find("\"\\\\xFF\""), std::string::npos);
  EXPECT_NE(text_line("\xc0\xaf").find("\"\\\\xC0\\\\xAF\""), std::string::npos);
  EXPECT_NE(text_line("\xed\xa0\x80").find("\"\\\\xED\\\\xA0\\\\x80\""), std::string::npos);
  EXPECT_NE(text_line("\xe2\x82").find("\"\\\\xE2\\\\x82\""), std::string::npos);
}

TEST(EventLine, LongStringsAreCutBetweenCharacters) {
  std::string longest;
  for (int i = 0; i < 3000; ++i) longest += "\xc3\xa4";
  EventLine line("measure", 1, 2);
  line.test(longest, longest).text("name", longest).text("basis", std::string(9999, '\x01'));
  const std::string_view text = line.finish();
  EXPECT_LE(text.size(), line_limit);
  EXPECT_EQ(text.substr(text.size() - 6), "\xe2\x80\xa6\"}\n");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text.substr(at));
    ASSERT_GT(length, 0u) << at;
    at += length;
  }
}

TEST(EventLine, ArraysSayWhenTheyAreFull) {
  EventLine line("subcases", 1, 2);
  line.open_array("names");
  int taken = 0;
  while (line.array_item(std::string(300, 'x'), taken == 0)) ++taken;
  EXPECT_GT(taken, 5);
  EXPECT_LE(line.close_array().finish().size(), line_limit);
}

}  // namespace
}  // namespace cupel::pact
