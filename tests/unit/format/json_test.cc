// SPDX-License-Identifier: Apache-2.0
#include "format/json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace cupel::format {
namespace {

template <typename T>
std::string written(const T& value) {
  std::string text;
  JsonWriter(text).value(value);
  return text;
}

Json read(std::string_view text) {
  auto parsed = parse_json(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << parsed.error().message;
  return parsed.ok() ? std::move(parsed).value() : Json{};
}

TEST(JsonWriter, WritesEveryKindOfValue) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("a", 1).field("b", -2L).field("c",
                                                          std::uint64_t{18446744073709551615U});
  json.field("d", true).key("e").null().field("f", "x").field("g",
                                                              std::vector<std::string>{"1", "2"});
  json.field("h", std::map<std::string, std::string>{{"k", "v"}})
      .key("i")
      .begin_array()
      .end_array();
  json.field("j", std::optional<double>{}).field("k", std::optional<double>{0.5}).end_object();
  EXPECT_EQ(text,
            R"({"a":1,"b":-2,"c":18446744073709551615,"d":true,"e":null,"f":"x","g":["1","2"],)"
            R"("h":{"k":"v"},"i":[],"j":null,"k":0.5})");
}

TEST(JsonWriter, OpensTheLevelsAskedFor) {
  std::string text;
  JsonWriter json(text, 2);
  json.begin_object().key("list").begin_array();
  json.begin_object().field("n", 1).field("m", 2).end_object().begin_object().end_object();
  json.end_array().key("none").begin_array().end_array().end_object();
  EXPECT_EQ(text, "{\n  \"list\": [\n    {\"n\":1,\"m\":2},\n    {}\n  ],\n  \"none\": []\n}");
}

TEST(JsonWriter, EscapesWhatCouldActOnATerminalOrEndTheString) {
  EXPECT_EQ(written("a\"b\\c\n\t\r\x1b[31m\x7f"), R"("a\"b\\c\n\t\r\u001b[31m\u007f")");
  EXPECT_EQ(written(std::string("\0", 1)), R"("\u0000")");
  EXPECT_EQ(written("\xc2\x9b"
                    "A\xc2\xa0\xc3\xa9"),
            "\"\\u009bA\xc2\xa0\xc3\xa9\"");
}

TEST(JsonWriter, MakesAnyBytesValidUtf8) {
  EXPECT_EQ(written("ok \xff\xc3"), R"("ok \\xFF\\xC3")");
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string bytes;
    for (int i = 0; i < 40; ++i) bytes += static_cast<char>(random() & 255);
    EXPECT_TRUE(parse_json(written(bytes)).ok());
  }
}

TEST(JsonWriter, StringsReadBack) {
  std::string every;
  for (int c = 0; c < 128; ++c) every += static_cast<char>(c);
  every += "\xc2\x80\xc2\x9f\xe2\x80\xae\xf0\x9f\x98\x80";
  EXPECT_EQ(read(written(every)).string(), every);
}

TEST(JsonWriter, FloatsRoundTripBitByBit) {
  std::mt19937_64 random(42);
  std::vector<double> samples = {0.0, -0.0, 0.1, 1.1e-3, 5e-324, 1.7976931348623157e308, 1e22, 3.0};
  for (int i = 0; i < 2000; ++i) samples.push_back(std::bit_cast<double>(random()));
  for (const double sample : samples) {
    const std::optional<double> back = read(written(sample)).number();
    ASSERT_TRUE(back.has_value()) << sample;
    if (std::isnan(sample)) {
      EXPECT_TRUE(std::isnan(*back));
    } else {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(sample))
          << sample;
    }
  }
}

TEST(JsonWriter, NonFiniteNumbersAreStrings) {
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), R"("nan")");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), R"("inf")");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), R"("-inf")");
  EXPECT_EQ(read(R"("-inf")").number(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(read(R"("infinite")").number(), std::nullopt);
}

TEST(Json, ReadsMembersElementsAndKinds) {
  const Json root = read(R"({"b":[1,2.5,"x",true,null],"a":{"n":-3}})");
  EXPECT_EQ(root.kind(), Json::Kind::object);
  EXPECT_EQ(root.size(), 2U);
  EXPECT_EQ(root.members()[0].first, "a");
  EXPECT_EQ(root["a"]["n"].integer(), -3);
  EXPECT_EQ(root["a"]["n"].count(), std::nullopt);
  const auto items = root["b"].elements();
  ASSERT_EQ(items.size(), 5U);
  EXPECT_EQ(items[0].count(), 1U);
  EXPECT_EQ(items[1].number(), 2.5);
  EXPECT_EQ(items[1].integer(), std::nullopt);
  EXPECT_EQ(items[2].string(), "x");
  EXPECT_EQ(items[3].boolean(), true);
  EXPECT_TRUE(items[4].is_null());
  EXPECT_TRUE(root["a"].has("n"));
}

TEST(Json, WhatIsNotThereIsAbsent) {
  const Json root = read(R"({"a":"text","big":18446744073709551615})");
  EXPECT_FALSE(root.has("z"));
  EXPECT_TRUE(root["z"]["y"].is_null());
  EXPECT_TRUE(root["a"].elements().empty());
  EXPECT_TRUE(root["a"].members().empty());
  EXPECT_EQ(root["a"].size(), 0U);
  EXPECT_EQ(root["a"].number(), std::nullopt);
  EXPECT_EQ(root["a"].boolean(), std::nullopt);
  EXPECT_EQ(root.string(), std::nullopt);
  EXPECT_EQ(root["big"].integer(), std::nullopt);
  EXPECT_EQ(root["big"].count(), 18446744073709551615U);
}

TEST(Json, AValueOutlivesTheDocumentItCameFrom) {
  Json inner;
  {
    const Json root = read(R"({"a":{"b":"kept"}})");
    inner = root["a"]["b"];
  }
  EXPECT_EQ(inner.string(), "kept");
}

TEST(Json, FaultsNameTheirPlace) {
  const auto broken = parse_json("{\n  \"a\": 1,\n  \"b\": }");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message.substr(0, 35), "not JSON at line 3, column 8: synta");
  EXPECT_FALSE(parse_json("").ok());
  EXPECT_FALSE(parse_json("{\"a\":1} trailing").ok());
  EXPECT_FALSE(parse_json("\"\xff\"").ok());
  EXPECT_TRUE(parse_json("{\n  \"a\": 1,\n  \"b\": 2}").ok());
}

TEST(Json, DeepNestingIsReadWithoutRecursion) {
  const std::size_t depth = 200000;
  EXPECT_TRUE(parse_json(std::string(depth, '[') + std::string(depth, ']')).ok());
  EXPECT_FALSE(parse_json(std::string(depth, '[')).ok());
}

/// What a listener is told, as text.
class Told : public JsonListener {
 public:
  void begin(bool object) override { text += object ? "{ " : "[ "; }
  void end() override { text += "end "; }
  void key(std::string& name) override { text += name + ": "; }
  void string(std::string& value) override { text += "'" + value + "' "; }
  void integer(std::int64_t number) override { text += std::to_string(number) + " "; }
  void other() override { text += "other "; }
  std::string text;
};

TEST(JsonScan, TellsEverythingInTheOrderOfTheText) {
  Told told;
  const std::string text =
      R"({"b":[1,-2,"x\n\u00e9",null,true,0.5,18446744073709551615],"a":{},"b":"again"})";
  ASSERT_TRUE(scan_json(text, told).ok());
  EXPECT_EQ(told.text,
            "{ b: [ 1 -2 'x\n\xc3\xa9' other other other other end a: { end b: 'again' end ");
}

TEST(JsonScan, FaultsAreThoseOfAWholeDocument) {
  for (const std::string text :
       {"", "{\n  \"a\": 1,\n  \"b\": }", "[1] trailing", "[1", "\"\xff\"", "[1e999]"}) {
    Told told;
    const auto scanned = scan_json(text, told);
    ASSERT_FALSE(scanned.ok()) << text;
    EXPECT_EQ(scanned.error().message, parse_json(text).error().message) << text;
  }
  Told told;
  EXPECT_TRUE(scan_json("[1]", told).ok());
}

}  // namespace
}  // namespace cupel::format
