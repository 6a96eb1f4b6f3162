// SPDX-License-Identifier: Apache-2.0
#include "format/toml_shape.h"

#include <gtest/gtest.h>

#include <string>

namespace cupel::format {
namespace {

bool is_even_length(std::string_view text) {
  return text.size() % 2 == 0;
}

std::vector<ShapeKey> keys() {
  return {
      {.name = "word", .instead = "word = \"a\"", .words = {"alpha", "beta"}, .fallback = {"beta"}},
      {.name = "text", .instead = "text = \"x\""},
      {.name = "ruled", .rule = {"^(..)+$", is_even_length, "is odd", "write an even number"}},
      {.name = "count",
       .type = ShapeType::integer,
       .instead = "count = 1",
       .fallback = {"2"},
       .least = 1,
       .most = 3},
      {.name = "share",
       .type = ShapeType::number,
       .instead = "share = 0.5",
       .above = 0,
       .below = 1},
      {.name = "flag", .type = ShapeType::boolean, .instead = "flag = true", .fallback = {"true"}},
      {.name = "day", .type = ShapeType::date, .instead = "day = 2027-01-31"},
      {.name = "list",
       .type = ShapeType::text_list,
       .instead = "list = [\"a\"]",
       .not_empty = true,
       .fallback = {"d"}},
      {.name = "map",
       .type = ShapeType::text_map,
       .instead = "map = { A = \"b\" }",
       .may_be_empty = true,
       .name_rule = {"^(..)+$", is_even_length, "is odd", "even"}},
      {.name = "sub",
       .type = ShapeType::table,
       .instead = "[sub]",
       .keys = {{.name = "need", .instead = "need = \"x\"", .required = true}}},
      {.name = "many",
       .type = ShapeType::table_list,
       .instead = "[[many]]",
       .keys = {{.name = "inner", .instead = "inner = \"x\""}}},
      {.name = "named",
       .type = ShapeType::table_map,
       .instead = "[named.X]",
       .keys = {{.name = "inner", .instead = "inner = \"x\""}}},
      {.name = "later", .unsupported = true},
  };
}

struct Case {
  const char* text;
  const char* message;  ///< after "c.toml:"; empty: accepted
  const char* hint;
};

void hold(const Case& c) {
  const auto root = parse_toml(c.text, "c.toml");
  ASSERT_TRUE(root.ok()) << c.text;
  const auto checked = check_shape(*root, keys(), "c.toml");
  if (*c.message == '\0') {
    EXPECT_TRUE(checked.ok()) << c.text << ": " << checked.error().message;
    return;
  }
  ASSERT_FALSE(checked.ok()) << c.text;
  EXPECT_EQ(checked.error().message.rfind(std::string("c.toml:") + c.message, 0), 0U)
      << c.text << ": " << checked.error().message;
  EXPECT_NE(checked.error().hint.find(c.hint), std::string::npos)
      << c.text << ": " << checked.error().hint;
  EXPECT_FALSE(checked.error().hint.empty());
  EXPECT_EQ(checked.error().kind, base::ErrorKind::usage);
}

TEST(CheckShape, RefusesWrongKeysAndScalarsAndAcceptsTheTwin) {
  const Case cases[] = {
      {"wrod = 'alpha'", "1:1: unknown key \"wrod\" in the file", "did you mean \"word\"?"},
      {"word = 'alpha'", "", ""},
      {"zzzzzz = 1", "1:1: unknown key", "the keys here are: word, text"},
      {"word = 'alpah'", "1:8: \"word\" cannot be \"alpah\"",
       "did you mean \"alpha\"? write one of: \"alpha\", \"beta\""},
      {"word = 1", "1:8: \"word\" must be a string, not an integer", "write word = \"a\""},
      {"text = ''", "1:8: \"text\" is empty", "write text = \"x\""},
      {"text = \"\\u0000\"", "1:8: \"text\" has a NUL character", "remove"},
      {"text = ' '", "", ""},
      {"ruled = 'abc'", "1:9: \"abc\" is odd", "write an even number"},
      {"ruled = 'abcd'", "", ""},
      {"count = 0", "1:9: \"count\" must be at least 1", "write count = 1"},
      {"count = 4", "1:9: count = 4 is not supported by this version", "the most it serves is"},
      {"count = 1.0", "1:9: \"count\" must be an integer, not a number", "write count = 1"},
      {"count = 3", "", ""},
      {"share = 0.0", "1:9: \"share\" must lie between 0 and 1", "write share = 0.5"},
      {"share = 1", "1:9: \"share\" must lie between", ""},
      {"share = nan", "1:9: \"share\" must lie between", ""},
      {"share = 0.999", "", ""},
      {"flag = 'true'", "1:8: \"flag\" must be true or false, not a string", "write flag = true"},
      {"flag = false", "", ""},
      {"day = '2027-01-31'", "1:7: \"day\" must be a date, not a string", "write day = 2027-01-31"},
      {"day = 2027-01-31T00:00:00", "1:7: \"day\" must be a date, not a date or time", ""},
      {"day = 2027-01-31", "", ""},
  };
  for (const Case& c : cases) hold(c);
}

TEST(CheckShape, RefusesWrongListsAndTablesAndAcceptsTheTwin) {
  const Case cases[] = {
      {"list = 'a'", "1:8: \"list\" must be an array of strings, not a string", ""},
      {"list = []", "1:8: \"list\" is empty", "write list = [\"a\"]"},
      {"list = ['a', 2]", "1:14: \"list\" must hold strings, not an integer", ""},
      {"list = ['a', '']", "1:14: \"list\" is empty", ""},
      {"list = ['a', 'b']", "", ""},
      {"map = { AB = 1 }", "1:14: \"map\" must hold strings, not an integer", ""},
      {"map = { ABC = '' }", "1:9: \"ABC\" is odd", ""},
      {"map = { AB = '' }", "", ""},
      {"sub = 1", "1:7: \"sub\" must be a table, not an integer", "write [sub]"},
      {"\n[sub]\n", "2:1: [sub] has no \"need\"", "add need = \"x\""},
      {"[sub]\nneed = 'x'\nned = 'x'\n", "3:1: unknown key \"ned\" in [sub]", "did you mean"},
      {"[sub]\nneed = 'x'\n", "", ""},
      {"[many]\ninner = 'x'", "1:1: \"many\" must be an array of tables, not a table", "[[many]]"},
      {"many = ['x']", "1:9: \"many\" must be an array of tables", ""},
      {"[[many]]\n[[many]]\nother = 1\n", "3:1: unknown key \"other\" in [[many]]", ""},
      {"[[many]]\n[[many]]\ninner = 'x'\n", "", ""},
      {"[named]\nA = 1", "2:5: \"named\" must be a table of tables, not an integer", ""},
      {"[named.A]\nother = 1", "2:1: unknown key \"other\" in [named.A]", ""},
      {"[named.A]\ninner = 'x'", "", ""},
      {"later = 1", "1:1: \"later\" in the file is not supported by this version",
       "remove the key"},
      {"flag = 1\nword = 1\n", "1:8:", ""},
      {"word = 1\nflag = 1\n", "1:8:", ""},
  };
  for (const Case& c : cases) hold(c);
}

TEST(CheckShape, SuggestsNoKeyThatNothingServes) {
  const auto root = parse_toml("latr = 1", "c.toml");
  const auto checked = check_shape(*root, keys(), "c.toml");
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().hint.find("later"), std::string::npos) << checked.error().hint;
}

TEST(ShapeReader, ReadsWhatIsThereAndTheDefaultsOfTheRest) {
  const auto root = parse_toml(
      "word = 'alpha'\ncount = 3\nflag = false\nshare = 0.25\nday = 2027-01-31\n"
      "list = ['a', 'b']\nmap = { AB = 'x' }\n[sub]\nneed = 'n'\n[[many]]\ninner = 'i'\n"
      "[named.N]\ninner = 'j'\n",
      "c.toml");
  ASSERT_TRUE(root.ok());
  const auto table = keys();
  const ShapeReader full(&*root, table);
  EXPECT_EQ(full.text("word"), "alpha");
  EXPECT_EQ(full.integer("count"), 3);
  EXPECT_FALSE(full.boolean("flag"));
  EXPECT_EQ(full.number("share"), 0.25);
  EXPECT_EQ(full.date("day"), (base::Date{2027, 1, 31}));
  EXPECT_EQ(full.text_list("list"), (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(full.text_map("map").size(), 1U);
  EXPECT_EQ(full.text_map("map")[0], (std::pair<std::string, std::string>{"AB", "x"}));
  EXPECT_EQ(full.table("sub").text("need"), "n");
  ASSERT_EQ(full.tables("many").size(), 1U);
  EXPECT_EQ(full.tables("many")[0].text("inner"), "i");
  EXPECT_EQ(full.tables("named").at(0).key(), "N");
  EXPECT_EQ(full.place("list", 1).column, 14);
  EXPECT_EQ(full.place("count").line, 2);

  const ShapeReader none(nullptr, table);
  EXPECT_EQ(none.text("word"), "beta");
  EXPECT_EQ(none.text("text"), "");
  EXPECT_EQ(none.optional_text("text"), std::nullopt);
  EXPECT_EQ(none.integer("count"), 2);
  EXPECT_TRUE(none.boolean("flag"));
  EXPECT_EQ(none.number("share"), std::nullopt);
  EXPECT_EQ(none.date("day"), std::nullopt);
  EXPECT_EQ(none.text_list("list"), (std::vector<std::string>{"d"}));
  EXPECT_TRUE(none.text_map("map").empty());
  EXPECT_EQ(none.table("sub").text("need"), "");
  EXPECT_TRUE(none.tables("many").empty());
}

TEST(ShapeReaderDeathTest, TakesAKeyThatTheTableLacksForABug) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto table = keys();
  const ShapeReader reader(nullptr, table);
  EXPECT_DEATH((void)reader.text("nothing"), "cupel: bug");
  EXPECT_DEATH((void)reader.text("count"), "cupel: bug");
}

TEST(ShapeSchema, HasEveryServedKeyAndNoOther) {
  const std::string schema = shape_schema(keys(), "c.toml");
  for (const ShapeKey& key : keys()) {
    EXPECT_EQ(schema.find("\"" + key.name + "\": {") != std::string::npos, !key.unsupported)
        << key.name;
  }
  EXPECT_NE(schema.find("\"additionalProperties\": false"), std::string::npos);
  EXPECT_NE(schema.find("\"default\": \"beta\""), std::string::npos);
  EXPECT_EQ(schema.back(), '\n');
}

}  // namespace
}  // namespace cupel::format
