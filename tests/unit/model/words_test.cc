// SPDX-License-Identifier: Apache-2.0
#include "model/words.h"

#include <gtest/gtest.h>

#include <string>

namespace cupel::model {
namespace {

/// Every value from zero to `last` has a word of its own that reads back.
template <typename Enum>
void expect_words(Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_FALSE(word(value).empty());
    EXPECT_EQ(from_word<Enum>(word(value)), value) << word(value);
  }
  EXPECT_EQ(from_word<Enum>("no such word"), std::nullopt);
  EXPECT_EQ(from_word<Enum>(""), std::nullopt);
}

TEST(Words, AreReadBothWays) {
  expect_words(Outcome::not_run);
  expect_words(ProblemKind::leaked_process);
  expect_words(Verdict::red);
  expect_words(Isolation::process);
  expect_words(Precision::inherit);
  expect_words(VariableSource::mode);
  expect_words(KillReason::trouble);
  expect_words(Purpose::probe);
}

TEST(ProblemClass, FollowsThePublicTable) {
  EXPECT_EQ(problem_class(ProblemKind::build_failed), ProblemClass::incomplete);
  EXPECT_EQ(problem_class(ProblemKind::list_failed), ProblemClass::incomplete);
  EXPECT_EQ(problem_class(ProblemKind::start_failed), ProblemClass::incomplete);
  EXPECT_EQ(problem_class(ProblemKind::device_lost), ProblemClass::incomplete);
  for (int i = static_cast<int>(ProblemKind::collect_error);
       i <= static_cast<int>(ProblemKind::newly_skipped); ++i) {
    EXPECT_EQ(problem_class(static_cast<ProblemKind>(i)), ProblemClass::red) << i;
  }
  EXPECT_EQ(problem_class(ProblemKind::leaked_process), ProblemClass::configured);
}

TEST(Verdict, HasTheExitCodesOfThePublicTable) {
  EXPECT_EQ(exit_code(Verdict::green, false), 0);
  EXPECT_EQ(exit_code(Verdict::known, false), 2);
  EXPECT_EQ(exit_code(Verdict::known, true), 0);
  EXPECT_EQ(exit_code(Verdict::incomplete, true), 3);
  EXPECT_EQ(exit_code(Verdict::red, true), 1);
}

TEST(Verdict, IsDecidedByTheStronger) {
  EXPECT_EQ(stronger(Verdict::red, Verdict::incomplete), Verdict::red);
  EXPECT_EQ(stronger(Verdict::known, Verdict::incomplete), Verdict::incomplete);
  EXPECT_EQ(stronger(Verdict::known, Verdict::green), Verdict::known);
  EXPECT_EQ(stronger(Verdict::green, Verdict::green), Verdict::green);
}

}  // namespace
}  // namespace cupel::model
