// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace cupel::base {
namespace {

using std::string_literals::operator""s;

TEST(Utf8, AcceptsEveryLengthAndRefusesWhatRfc3629Refuses) {
  for (const char* text : {"", "abc", "é", "漢", "😀", "\xF4\x8F\xBF\xBF", "\xEE\x80\x80"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
    EXPECT_EQ(to_utf8(text), text);
  }
  for (const char* bytes :
       {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
        "\xF8\x88\x80\x80\x80", "\xC3(", "a\xE6\xBC"}) {
    EXPECT_FALSE(is_utf8(bytes)) << to_utf8(bytes);
    EXPECT_TRUE(is_utf8(to_utf8(bytes)));
  }
  EXPECT_TRUE(is_utf8("a\0b"s));
}

TEST(Utf8, WritesEachStrayByteAsHex) {
  EXPECT_EQ(to_utf8("a\xFFz"), "a\\xFFz");
  EXPECT_EQ(to_utf8("\xE6\xBC|"), "\\xE6\\xBC|");
  EXPECT_EQ(to_utf8("\xC3\xC3\xA9"), "\\xC3é");
  EXPECT_EQ(to_utf8("\x1b[31m\r\n"), "\x1b[31m\r\n") << "valid text stays as it is";
}

TEST(Utf8, IsSafeOverEveryPairOfBytes) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string bytes = {static_cast<char>(a), static_cast<char>(b)};
      const std::string text = to_printable(bytes);
      EXPECT_TRUE(is_utf8(text));
      for (const char c : text) {
        EXPECT_TRUE(c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20)
            << a << " " << b;
        EXPECT_NE(c, '\x7f');
      }
    }
  }
}

TEST(Printable, EscapesWhatActsOnATerminal) {
  EXPECT_EQ(to_printable("\x1b[31mred"), "\\x1B[31mred");
  EXPECT_EQ(to_printable("a\nb\tc"), "a\nb\tc");
  EXPECT_EQ(to_printable("50%\r100%"), "50%\\x0D100%");
  EXPECT_EQ(to_printable("line\r\nnext"), "line\nnext");
  EXPECT_EQ(to_printable("end\r"), "end\\x0D");
  EXPECT_EQ(to_printable("\x07\x7f"), "\\x07\\x7F");
  EXPECT_EQ(to_printable("a\0b"s), "a\\x00b");
  EXPECT_EQ(to_printable("\xC2\x9B"
                         "31m"),
            "\\xC2\\x9B31m")
      << "the one-character CSI of C1";
  EXPECT_EQ(to_printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE") << "right-to-left override";
  EXPECT_EQ(to_printable("\xE2\x81\xA6"), "\\xE2\\x81\\xA6") << "isolate";
  EXPECT_EQ(to_printable("\xE2\x80\xA9"), "\\xE2\\x80\\xA9") << "paragraph separator";
  EXPECT_EQ(to_printable("é漢😀"), "é漢😀");
  EXPECT_EQ(to_printable("\xFF"), "\\xFF");
}

TEST(OneLine, HasNoLineBreaks) {
  EXPECT_EQ(to_one_line("a\nb\tc\r\nd"), "a\\nb c\\nd");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("é"), 1U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U) << "combining accent";
  EXPECT_EQ(display_width("漢字"), 4U);
  EXPECT_EQ(display_width("😀"), 2U);
  EXPECT_EQ(display_width("\xE2\x80\x8B"), 0U) << "zero-width space";
  EXPECT_EQ(display_width("─│…"), 3U);
}

TEST(Ellipsize, KeepsWithinTheColumns) {
  EXPECT_EQ(ellipsize("abc", 3), "abc");
  EXPECT_EQ(ellipsize("abcd", 3), "ab…");
  EXPECT_EQ(ellipsize("abcd", 1), "…");
  EXPECT_EQ(ellipsize("abcd", 0), "");
  EXPECT_EQ(ellipsize("漢字漢", 4), "漢…") << "half of a wide character is not shown";
  EXPECT_EQ(ellipsize("漢字", 4), "漢字");
  EXPECT_EQ(ellipsize("abe\xCC\x81xyz", 4), "abe\xCC\x81…");
  for (std::size_t columns = 0; columns < 12; ++columns) {
    EXPECT_LE(display_width(ellipsize("a漢b字c漢d", columns)), columns);
  }
}

TEST(Plural, FollowsTheCountAndTheNoun) {
  EXPECT_EQ(plural(1, "test"), "1 test");
  EXPECT_EQ(plural(0, "test"), "0 tests");
  EXPECT_EQ(plural(2, "crash"), "2 crashes");
  EXPECT_EQ(plural(2, "launch"), "2 launches");
  EXPECT_EQ(plural(2, "entry"), "2 entries");
  EXPECT_EQ(plural(2, "day"), "2 days");
  EXPECT_EQ(plural(1, "entry"), "1 entry");
}

TEST(ShellQuote, QuotesOnlyWhatNeedsIt) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(shell_quote(Words{"a/b", "--gtest_filter=A.b:C.d", "x y", ""}),
            "a/b --gtest_filter=A.b:C.d 'x y' ''");
  EXPECT_EQ(shell_quote("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_quote("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_quote("a*"), "'a*'");
  EXPECT_EQ(shell_quote("~x"), "'~x'");
  EXPECT_EQ(shell_quote("é"), "'é'");
  EXPECT_EQ(shell_quote(Words{"A=1", "B=2"}), "'A=1' B=2") << "an assignment only when first";
  EXPECT_EQ(shell_quote(Words{"if", "if"}), "'if' if");
}

TEST(Nearest, SuggestsSlipsOnly) {
  const std::vector<std::string> keys = {"timeout", "start_timeout", "name", "modes"};
  EXPECT_EQ(nearest("tiemout", keys), "timeout");
  EXPECT_EQ(nearest("TIMEOUT", keys), "timeout");
  EXPECT_EQ(nearest("start-timeout", keys), "start_timeout");
  EXPECT_EQ(nearest("nam", keys), "name");
  EXPECT_EQ(nearest("mode", keys), "modes");
  EXPECT_EQ(nearest("nmae", keys), "name") << "a swap is one slip";
  EXPECT_EQ(nearest("evn", {"env"}), "env");
  EXPECT_EQ(nearest("abc", {"cab"}), "");
  EXPECT_EQ(nearest("banana", keys), "");
  EXPECT_EQ(nearest("x", keys), "");
  EXPECT_EQ(nearest("", keys), "");
  EXPECT_EQ(nearest("name", {}), "");
}

TEST(RenderError, ShowsMessageContextAndHint) {
  EXPECT_EQ(render(usage_error("bad key", "remove it").during("reading a.toml").during("starting")),
            "cupel: error: bad key (while reading a.toml, while starting)\n  hint: remove it\n");
  EXPECT_EQ(render(trouble("no space")), "cupel: error: no space\n");
}

}  // namespace
}  // namespace cupel::base
