// SPDX-License-Identifier: Apache-2.0
#include "format/toml.h"

#include <gtest/gtest.h>

#include <string>

namespace cupel::format {
namespace {

std::string message_of(const std::string& text) {
  const auto read = parse_toml(text, "/x/c.toml");
  return read.ok() ? "accepted" : read.error().message;
}

TEST(ParseToml, KeepsTypesPlacesAndTheOrderOfTheFile) {
  const auto root = parse_toml(
      "z = \"text\"\nb = 3\na = 1.5\nt = true\nd = 2027-01-31\nw = 07:32:00\n"
      "l = [1, \"x\"]\n[sub]\nkey = {inner = 1}\n",
      "c.toml");
  ASSERT_TRUE(root.ok());
  std::string keys;
  for (const TomlValue& item : root->items) keys += item.key + " ";
  EXPECT_EQ(keys, "z b a t d w l sub ");
  EXPECT_EQ(root->find("z")->text, "text");
  EXPECT_EQ(root->find("b")->integer, 3);
  EXPECT_EQ(root->find("b")->number, 3.0);
  EXPECT_TRUE(root->find("a")->is(TomlType::number));
  EXPECT_TRUE(root->find("t")->boolean);
  EXPECT_EQ(root->find("d")->date, (base::Date{2027, 1, 31}));
  EXPECT_TRUE(root->find("w")->is(TomlType::time));
  ASSERT_EQ(root->find("l")->items.size(), 2U);
  EXPECT_EQ(root->find("l")->items[1].place.column, 9);
  const TomlValue* sub = root->find("sub");
  EXPECT_EQ(sub->place.line, 8);
  EXPECT_EQ(sub->find("key")->key_place.line, 9);
  EXPECT_EQ(sub->find("key")->find("inner")->integer, 1);
  EXPECT_EQ(root->find("nothing"), nullptr);
  EXPECT_EQ(root->find("l")->find("x"), nullptr) << "an array has no members";
}

TEST(ParseToml, NamesThePlaceOfAFault) {
  EXPECT_EQ(message_of("a = 1\nb = \n").rfind("/x/c.toml:2:5: not valid TOML: ", 0), 0U);
  EXPECT_EQ(message_of("a = 1\na = 2\n"),
            "/x/c.toml:2:5: not valid TOML: cannot redefine existing integer 'a'");
  EXPECT_EQ(message_of("[t]\nx=1\n[t]\n"),
            "/x/c.toml:3:1: not valid TOML: cannot redefine existing table 't'");
  EXPECT_EQ(message_of("a = 1\nb = 2\n"), "accepted");
}

TEST(ParseToml, SaysWhereTheFileStopsBeingUtf8) {
  EXPECT_EQ(message_of("ok = 1\né = 'é\xC3' \n"), "/x/c.toml:2:7: the file is not valid UTF-8");
  EXPECT_EQ(message_of("\xFF"), "/x/c.toml:1:1: the file is not valid UTF-8");
  EXPECT_EQ(message_of("a = '\xED\xA0\x80'"), "/x/c.toml:1:6: the file is not valid UTF-8");
  EXPECT_EQ(message_of("a = '漢' # \xE6\xBC"), "/x/c.toml:1:11: the file is not valid UTF-8");
  EXPECT_EQ(message_of("a = 'é'"), "accepted");
  EXPECT_EQ(message_of("\xEF\xBB\xBF"
                       "a = 1"),
            "accepted")
      << "a byte order mark";
}

TEST(ParseToml, SurvivesAnyNesting) {
  EXPECT_NE(message_of("a = " + std::string(100'000, '[')), "accepted");
  EXPECT_EQ(message_of("a = " + std::string(50, '[') + std::string(50, ']')), "accepted");
}

TEST(ParseToml, ReadsAnEmptyFile) {
  const auto root = parse_toml("", "c.toml");
  ASSERT_TRUE(root.ok());
  EXPECT_TRUE(root->items.empty());
}

}  // namespace
}  // namespace cupel::format
