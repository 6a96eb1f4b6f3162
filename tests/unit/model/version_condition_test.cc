// SPDX-License-Identifier: Apache-2.0
#include "model/version_condition.h"

#include <gtest/gtest.h>

namespace cupel::model {
namespace {

struct Case {
  const char* condition;
  const char* version;
  bool holds;
};

TEST(VersionCondition, ComparesNumberByNumber) {
  const Case cases[] = {
      {"580", "580.65.06", true},     {"580", "58.0", false},       {"580.65", "580.65.06", true},
      {"580.65", "580.66", false},    {"=580", "580.1", true},      {">=580", "580.0", true},
      {">=580", "579.99", false},     {">=580", "1000.1", true},    {">580", "580.65.06", false},
      {">580", "581", true},          {"<575.10", "575.9", true},   {"<575.10", "575.10.1", false},
      {"<575.10", "574", true},       {"<=580", "580.65.06", true}, {"<=580", "581.1", false},
      {"580.0", "580", true},         {">=580.1", "580", false},    {"580.65.6", "580.65.06", true},
      {">=580", "580.65-beta", true}, {">=580", "", false},         {"<580", "unknown", false},
  };
  for (const Case& c : cases) {
    const auto condition = VersionCondition::parse(c.condition);
    ASSERT_TRUE(condition.has_value()) << c.condition;
    EXPECT_EQ(condition->holds(c.version), c.holds) << c.condition << " on " << c.version;
  }
}

TEST(VersionCondition, RefusesWhatIsNotOfItsGrammar) {
  for (const char* text : {"", ">=", "x", ">= 580", "580.", ".580", "==580", "!=580", "~580",
                           "580.x", "-1", "99999999999999999999", "580 "}) {
    EXPECT_FALSE(VersionCondition::parse(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace cupel::model
