// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_summary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/glob.h"
#include "base/text.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

TerminalOptions options(std::size_t width, bool colour = false) {
  TerminalOptions made;
  made.width = width;
  made.style.colour = colour;
  made.run_directory = ".cupel/runs/20261130-152000-1";
  made.files = {"junit.xml"};
  return made;
}

TEST(Terminal, StandardRunAtEachWidth) {
  expect_golden("terminal_120.txt", terminal(standard_run(), options(120)));
  expect_golden("terminal_80.txt", terminal(standard_run(), options(80)));
  expect_golden("terminal_40.txt", terminal(standard_run(), options(40)));
}

// Text without the sequences that Style writes.
std::string without_style(std::string text) {
  for (std::size_t at = 0; (at = text.find("\x1b[", at)) != std::string::npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  return text;
}

TEST(Terminal, ColourAddsNothingButColour) {
  for (const std::size_t width : {40U, 80U, 120U}) {
    const std::string coloured = terminal(standard_run(), options(width, true));
    EXPECT_NE(coloured.find('\x1b'), std::string::npos);
    EXPECT_EQ(without_style(coloured), terminal(standard_run(), options(width)));
  }
}

TEST(Terminal, NothingThatATestSaidActs) {
  record::RunRecord run = standard_run();
  std::string evil =
      "\x1b]0;title\x07\r\b \x9b"
      "2J \xc2\x9b"
      "2J \xE2\x80\xAE \x7f";
  for (record::TestRecord& test : run.tests) {
    test.detail += evil;
    test.note += evil;
    test.message += evil;
    test.output += evil;
    test.location.file += evil;
    test.id.name += evil;
    test.alone.push_back(evil);
    test.known_issue += evil;
    test.diagnosis_label += evil;
    for (model::Failure& failure : test.failures) failure.message += evil;
    for (model::Subcase& subcase : test.subcases) subcase.name += evil;
    for (model::Measure& measure : test.measures) measure.name += evil;
  }
  run.targets[0].name += evil;
  run.launches[2].stacks += evil;
  run.warnings.push_back(evil);
  run.reasons.push_back(evil);
  for (const std::size_t width : {20U, 40U, 80U, 200U}) {
    const std::string text = terminal(run, options(width));
    EXPECT_EQ(text, base::to_printable(text)) << width;
  }
}

TEST(Terminal, WrappedLinesKeepToTheWidth) {
  for (const std::size_t width : {40U, 60U, 80U, 120U}) {
    const std::string text = terminal(standard_run(), options(width));
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      begin = end + 1;
      const bool to_copy = line.find("cupel run") != std::string::npos ||
                           line.find("build/") != std::string::npos ||
                           line.find("known-failures.toml:") != std::string::npos ||
                           line.find(".cupel/") != std::string::npos || line.starts_with("red: ");
      if (to_copy) continue;
      EXPECT_LE(base::display_width(line), width) << line;
    }
  }
}

TEST(Terminal, TenThousandRedsAreCappedAndCounted) {
  record::RunRecord run = standard_run();
  const record::TestRecord red = run.tests[1];
  run.tests.insert(run.tests.end(), 10000, red);
  const std::string text = terminal(run, options(80));
  EXPECT_LT(std::ranges::count(text, '\n'), 600);
  EXPECT_NE(text.find("and 9932 more reds"), std::string::npos) << text.substr(text.size() - 2000);
}

TEST(Terminal, TheVerdictIsTheLastLine) {
  const std::string text = terminal(standard_run(), options(40));
  const std::size_t last = text.rfind('\n', text.size() - 2);
  EXPECT_TRUE(text.substr(last + 1).starts_with("red: "));
  const std::string green = terminal(green_run(3), options(80));
  EXPECT_TRUE(green.ends_with("\ngreen: 3 passed\n")) << green;
}

TEST(Terminal, LongMessagesAreCutAndCounted) {
  record::RunRecord run = standard_run();
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += "line " + std::to_string(i) + "\n";
  run.tests[1].failures = {{lines, {}}};
  EXPECT_NE(terminal(run, options(80)).find("... 28 more lines"), std::string::npos);
  run.tests[1].failures = {{std::string(1 << 20, 'y'), {}}};
  const std::string text = terminal(run, options(80));
  EXPECT_LT(text.size(), 20000U);
  EXPECT_NE(text.find("more bytes"), std::string::npos);
}

TEST(Terminal, ATestThatIsMissingWithoutAWordIsExplained) {
  EXPECT_NE(terminal(standard_run(), options(80)).find("it never reported a result"),
            std::string::npos);
}

TEST(Terminal, CommandsForOddNamesMatchThem) {
  record::RunRecord run = standard_run();
  run.gate.mode = "tf32";
  run.tests[1].id.name = "a*b\n\x1b[0m\\?";
  const std::string text = terminal(run, options(80));
  EXPECT_NE(text.find("cupel run -c '/src/my project/cupel.toml' --mode tf32 "
                      "'numerics:a\\*b??[0m\\\\\\?'"),
            std::string::npos)
      << text;
  EXPECT_TRUE(base::glob_match("numerics:a\\*b??[0m\\\\\\?", run.tests[1].id.text()));
}

}  // namespace
}  // namespace cupel::report
