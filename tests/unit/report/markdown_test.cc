// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

TEST(Markdown, StandardRun) {
  expect_golden("summary.md", markdown(standard_run()));
}

TEST(Markdown, NothingThatATestSaidActs) {
  record::RunRecord run = standard_run();
  const std::string evil =
      "</code></pre></details>\n\n# @everyone [x](http://e) ![i](i) `a` **b** <img src=x> | c | "
      "~~d~~";
  record::TestRecord& test = run.tests[1];
  for (std::string* text :
       {&test.failures[0].message, &test.detail, &test.id.name, &test.location.file, &test.note}) {
    *text = evil;
  }
  test.measures[0].name = evil;
  run.targets[0].name = evil;
  run.targets[0].problems[0].detail = evil;
  run.tests[4].message = evil;
  const std::string out = markdown(run);
  for (const char* acting : {"# @", "@everyone", "[x]", "![", "`a`", "**b**", "<img", "| c |", "~~",
                             "</code></pre></details>"}) {
    EXPECT_EQ(out.find(acting), std::string::npos) << acting;
  }
  EXPECT_NE(out.find("&#64;everyone"), std::string::npos);
}

TEST(Markdown, ItIsTextAndFitsAComment) {
  record::RunRecord run = standard_run();
  const record::TestRecord red = run.tests[1];
  for (int i = 0; i < 10000; ++i) {
    run.tests.push_back(red);
    run.tests.back().failures[0].message = std::string(5000, 'x');
  }
  const std::string out = markdown(run);
  EXPECT_TRUE(base::is_utf8(out));
  EXPECT_LT(out.size(), 65536U);
  EXPECT_NE(out.find("… and 9982 more"), std::string::npos);
}

TEST(Markdown, AGreenRunIsShort) {
  const std::string out = markdown(green_run(3));
  EXPECT_TRUE(out.starts_with("### cupel: green\n")) << out;
  EXPECT_EQ(out.find("Reds"), std::string::npos);
  EXPECT_EQ(out.find("Problems"), std::string::npos);
}

}  // namespace
}  // namespace cupel::report
