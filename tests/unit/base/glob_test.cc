// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include <gtest/gtest.h>

namespace cupel::base {
namespace {

struct Case {
  std::string pattern;
  std::string text;
  bool matches;
};

TEST(GlobMatch, FollowsItsGrammar) {
  const Case cases[] = {
      {"", "", true},
      {"", "a", false},
      {"a", "", false},
      {"*", "", true},
      {"*", "anything:at/all\nhere", true},
      {"abc", "abc", true},
      {"abc", "abcd", false},
      {"abc", "ab", false},
      {"a*c", "ac", true},
      {"a*c", "abcbc", true},
      {"a*c", "abcb", false},
      {"a**c", "abc", true},
      {"*b*b", "abab", true},
      {"?", "", false},
      {"?", "a", true},
      {"?", "ab", false},
      {"??", "é", false},
      {"?", "é", true},
      {"*?", "é", true},
      {"a?c", "a漢c", true},
      {"[ab]", "a", false},
      {"[ab]", "[ab]", true},
      {"t:A.*/0", "t:A.x/y/0", true},
      {R"(a\*c)", "a*c", true},
      {R"(a\*c)", "abc", false},
      {R"(a\?)", "a?", true},
      {R"(a\?)", "ab", false},
      {R"(a\\b)", R"(a\b)", true},
      {R"(a\b)", "ab", true},
      {R"(a\)", R"(a\)", true},
      {R"(*\)", R"(xy\)", true},
      {"!a", "!a", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(glob_match(c.pattern, c.text), c.matches) << c.pattern << " on " << c.text;
  }
}

TEST(GlobMatch, HandlesTheWorstPatternInQuadraticSteps) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(5000, 'a')));
  EXPECT_TRUE(glob_match(pattern + "b", std::string(5000, 'a') + "b"));
}

TEST(IsGlob, SeesOnlyUnescapedCharacters) {
  EXPECT_TRUE(is_glob("a*"));
  EXPECT_TRUE(is_glob("?"));
  EXPECT_TRUE(is_glob(R"(\\*)"));
  EXPECT_FALSE(is_glob(R"(a\*\?)"));
  EXPECT_FALSE(is_glob("plain[x]"));
  EXPECT_FALSE(is_glob("end\\"));
  EXPECT_FALSE(is_glob(""));
}

TEST(PathMatch, FollowsItsGrammar) {
  const Case cases[] = {
      {"build/*_test", "build/a_test", true},
      {"build/*_test", "build/sub/a_test", false},
      {"build/**/*_test", "build/a_test", true},
      {"build/**/*_test", "build/x/y/a_test", true},
      {"build/**/*_test", "other/x/a_test", false},
      {"**", "a/b/c", true},
      {"**/c", "c", true},
      {"**/c", "a/b/c", true},
      {"**/c", "a/b/d", false},
      {"a/**", "a", true},
      {"a/**", "a/b/c", true},
      {"a/**", "b", false},
      {"a/**/b/**/c", "a/x/b/b/y/c", true},
      {"a/**/b/**/c", "a/x/c", false},
      {"a**", "ab", true},
      {"a**/c", "a/b/c", false},
      {"./a//b/", "a/b", true},
      {"a/?", "a/b", true},
      {"a/?", "a/bc", false},
      {"a?b", "a/b", false},
      {"", "", true},
      {"", "a", false},
      {"a", "", false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(path_match(c.pattern, c.text), c.matches) << c.pattern << " on " << c.text;
  }
}

TEST(PathMatch, HandlesTheWorstPatternInQuadraticSteps) {
  std::string pattern;
  std::string path;
  for (int i = 0; i < 100; ++i) pattern += "**/a/";
  for (int i = 0; i < 2000; ++i) path += "a/";
  EXPECT_FALSE(path_match(pattern + "b", path));
  EXPECT_TRUE(path_match(pattern + "b", path + "b"));
}

TEST(SelectMatch, OrsPatternsAndRemovesTheNegated) {
  EXPECT_TRUE(select_match({}, "t:A"));
  EXPECT_TRUE(select_match({"t:A", "t:B"}, "t:B"));
  EXPECT_FALSE(select_match({"t:A", "t:B"}, "t:C"));
  EXPECT_FALSE(select_match({"t:*", "!t:B"}, "t:B"));
  EXPECT_TRUE(select_match({"t:*", "!t:B"}, "t:A"));
  EXPECT_TRUE(select_match({"!t:B"}, "t:A")) << "only negated ones: everything else is in";
  EXPECT_FALSE(select_match({"!t:B", "t:B"}, "t:B")) << "the order does not matter";
}

TEST(SelectMatch, TakesAnExactIdBeforeItsGlobCharactersAct) {
  EXPECT_TRUE(select_match({R"(t:a\b)"}, R"(t:a\b)"));
  EXPECT_FALSE(select_match({R"(!t:a\b)"}, R"(t:a\b)"));
}

TEST(ExactFirst, KeepsAnExactIdFromSelectingOthers) {
  const std::vector<std::string> ids = {"t:a*", "t:ab"};
  const auto patterns = exact_first({"t:a*"}, ids);
  EXPECT_TRUE(select_match(patterns, "t:a*"));
  EXPECT_FALSE(select_match(patterns, "t:ab"));
  EXPECT_TRUE(select_match(exact_first({"t:a?"}, ids), "t:ab")) << "no exact id: a glob";
  EXPECT_FALSE(select_match(exact_first({"t:*", "!t:a*"}, ids), "t:a*"));
  EXPECT_TRUE(select_match(exact_first({"t:*", "!t:a*"}, ids), "t:ab"));
}

TEST(GlobEscape, MatchesTheTextAndNothingElse) {
  for (const char* text : {"*", "?", "\\", "!a", "a*b?c\\", "plain"}) {
    EXPECT_TRUE(glob_match(glob_escape(text), text)) << text;
    EXPECT_FALSE(is_glob(glob_escape(text))) << text;
  }
  EXPECT_FALSE(glob_match(glob_escape("a*"), "ab"));
  EXPECT_TRUE(select_match({glob_escape("!a")}, "!a"));
}

}  // namespace
}  // namespace cupel::base
