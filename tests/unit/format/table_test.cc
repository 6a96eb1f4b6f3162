// SPDX-License-Identifier: Apache-2.0
#include "format/table.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace cupel::format {
namespace {

const Style plain{};
const Style ascii{false, false};

Table sample() {
  Table table({{"target", Align::left, 8}, {"passed"}, {"note", Align::left}});
  table.add_row({{"numerics/fused_rope_test"}, {"12"}, {"x"}});
  table.add_row({{"b"}, {"1406", Tone::bad}, {}});
  return table;
}

void expect_no_line_wider_than(const std::string& text, std::size_t width) {
  for (const std::string& line : wrap(text, 100000)) {
    EXPECT_LE(base::display_width(line), width) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(Table, AlignsAndLeavesNoTrailingBlanks) {
  EXPECT_EQ(sample().render(80, plain),
            "target                    passed  note\n"
            "numerics/fused_rope_test      12  x\n"
            "b                           1406\n");
}

TEST(Table, CutsTheColumnThatMayBeCut) {
  EXPECT_EQ(sample().natural_width(), 24U + 2 + 6 + 2 + 4);
  EXPECT_EQ(sample().least_width(), 8U + 2 + 6 + 2 + 4);
  EXPECT_EQ(sample().render(30, ascii),
            "target            passed  note\n"
            "numeric~ope_test      12  x\n"
            "b                   1406\n");
  for (std::size_t width = 22; width < 40; ++width) {
    expect_no_line_wider_than(sample().render(width, plain), width);
  }
}

TEST(Table, WideCharactersTakeTwoColumns) {
  Table table({{"t", Align::left, 4}, {"n"}});
  table.add_row({{"日本語テスト"}, {"1"}});
  table.add_row({{"ab"}, {"22"}});
  EXPECT_EQ(table.render(80, plain), "t              n\n日本語テスト   1\nab            22\n");
  expect_no_line_wider_than(table.render(10, plain), 10);
}

TEST(Table, ColoursOnlyWhereAsked) {
  EXPECT_EQ(sample().render(80, plain).find('\x1b'), std::string::npos);
  const std::string coloured = sample().render(80, Style{true});
  EXPECT_NE(coloured.find("\x1b[1;31m1406\x1b[0m"), std::string::npos);
}

TEST(Table, ARuleStandsAboveTheTotal) {
  Table table({{"t", Align::left}, {"n"}});
  table.add_row({{"a"}, {"1"}});
  table.add_rule();
  table.add_row({{"total"}, {"1"}});
  EXPECT_EQ(table.render(80, plain), "t      n\na      1\n--------\ntotal  1\n");
}

TEST(CutMiddle, KeepsBothEnds) {
  EXPECT_EQ(cut_middle("abcdefgh", 8, plain), "abcdefgh");
  EXPECT_EQ(cut_middle("abcdefgh", 5, plain), "ab…gh");
  EXPECT_EQ(cut_middle("abcdefgh", 5, ascii), "ab~gh");
  EXPECT_EQ(cut_middle("abcdefgh", 1, ascii), "~");
  EXPECT_EQ(cut_middle("abcdefgh", 0, ascii), "");
  EXPECT_EQ(base::display_width(cut_middle("日本語テスト", 6, plain)), 5U);
}

TEST(Wrap, BreaksAtBlanksAndInsideLongWords) {
  const auto lines = [](const char* text, std::size_t width) { return wrap(text, width); };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(lines("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(lines("abcdefgh ij", 3), (Lines{"abc", "def", "gh", "ij"}));
  EXPECT_EQ(lines("    indented word", 8), (Lines{"    inde", "nted", "word"}));
  EXPECT_EQ(lines("a\n\nb", 8), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines("", 8), (Lines{""}));
  EXPECT_EQ(lines("日本", 1), (Lines{"日", "本"}));
}

TEST(Style, PaintsOnlyWithColour) {
  EXPECT_EQ(plain.paint(Tone::bad, "x"), "x");
  EXPECT_EQ((Style{true}.paint(Tone::bad, "x")), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ((Style{true}.paint(Tone::plain, "x")), "x");
  EXPECT_EQ((Style{true}.paint(Tone::bad, "")), "");
}

}  // namespace
}  // namespace cupel::format
