// SPDX-License-Identifier: Apache-2.0
#include "report/formats.h"

#include <gtest/gtest.h>

#include <set>

#include "record/run_codec.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

TEST(Formats, EachHasAWordAndRenders) {
  std::set<std::string_view> words;
  for (const ReportFormat& format : report_formats()) {
    EXPECT_TRUE(words.insert(format.word).second) << format.word;
    EXPECT_FALSE(format.what.empty());
    EXPECT_NE(format.render(standard_run()).find("Paged.Crash"), std::string::npos);
  }
  EXPECT_EQ(words, (std::set<std::string_view>{"json", "junit", "markdown"}));
}

TEST(Formats, EachSaysTheSameOfARecordThatWasReadBack) {
  const auto back = record::from_run_json(record::to_run_json(standard_run()));
  ASSERT_TRUE(back.ok()) << back.error().message;
  for (const ReportFormat& format : report_formats()) {
    EXPECT_EQ(format.render(*back), format.render(standard_run())) << format.word;
  }
}

TEST(Formats, JsonOfTheStandardRun) {
  expect_golden("run.json", report_formats()[0].render(standard_run()));
}

}  // namespace
}  // namespace cupel::report
