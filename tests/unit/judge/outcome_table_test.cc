// SPDX-License-Identifier: Apache-2.0
#include "judge/outcome_table.h"

#include <gtest/gtest.h>

#include <array>

namespace cupel::judge {
namespace {

using model::Outcome;
using model::ProblemKind;
using model::Verdict;

constexpr std::array<Effect, ledger_state_count> red_unless_covered{
    Effect::red, Effect::known, Effect::red, Effect::red, Effect::red, Effect::red};

struct Row {
  Outcome outcome;
  // no_entry, covers, other, expired, inactive, flaky
  std::array<Effect, ledger_state_count> effects;
};

TEST(OutcomeTable, HasThePublishedEffectInEveryCell) {
  const Row rows[] = {
      {Outcome::passed,
       {Effect::none, Effect::unexpected_pass, Effect::unexpected_pass, Effect::red, Effect::none,
        Effect::none}},
      {Outcome::failed,
       {Effect::red, Effect::known, Effect::red, Effect::red, Effect::red, Effect::known}},
      {Outcome::crashed, red_unless_covered},
      {Outcome::timed_out, red_unless_covered},
      {Outcome::missing, red_unless_covered},
      {Outcome::skipped,
       {Effect::skip, Effect::red, Effect::red, Effect::red, Effect::skip, Effect::red}},
      {Outcome::not_run,
       {Effect::incomplete, Effect::incomplete, Effect::incomplete, Effect::red, Effect::incomplete,
        Effect::incomplete}},
  };
  static_assert(std::size(rows) == model::outcome_count);
  for (const Row& row : rows) {
    for (std::size_t state = 0; state < ledger_state_count; ++state) {
      const Rule rule = outcome_rule(row.outcome, static_cast<LedgerState>(state));
      EXPECT_EQ(rule.effect, row.effects[state]) << word(row.outcome) << " " << state;
      const bool silent = rule.effect == Effect::none || rule.effect == Effect::skip;
      EXPECT_EQ(rule.words.empty(), silent) << "whatever weighs on the verdict has words";
    }
  }
}

TEST(OutcomeTable, LetsOnlyAnEntryTakeTheRedFromAFailure) {
  for (const Outcome outcome :
       {Outcome::failed, Outcome::crashed, Outcome::timed_out, Outcome::missing}) {
    for (std::size_t state = 0; state < ledger_state_count; ++state) {
      const Effect effect = outcome_rule(outcome, static_cast<LedgerState>(state)).effect;
      EXPECT_GE(verdict_of(effect, false), Verdict::known) << word(outcome) << " " << state;
    }
  }
}

TEST(OutcomeTable, DistinguishesItsWordsByOutcome) {
  EXPECT_EQ(outcome_rule(Outcome::failed, LedgerState::no_entry).words, "failed");
  EXPECT_EQ(outcome_rule(Outcome::crashed, LedgerState::no_entry).words, "crashed");
  EXPECT_EQ(outcome_rule(Outcome::timed_out, LedgerState::no_entry).words, "timed out");
  EXPECT_EQ(outcome_rule(Outcome::missing, LedgerState::no_entry).words, "never reported a result");
  EXPECT_EQ(outcome_rule(Outcome::failed, LedgerState::inactive).words, "failed");
}

TEST(SkipTable, HasThePublishedEffectInEveryCell) {
  for (const bool red : {false, true}) {
    EXPECT_EQ(skip_rule(SkipStanding::in_source, red).effect, Effect::none);
    EXPECT_EQ(skip_rule(SkipStanding::by_entry, red).effect, Effect::none);
    EXPECT_EQ(skip_rule(SkipStanding::expired, red).effect, Effect::red);
    EXPECT_FALSE(skip_rule(SkipStanding::expired, red).words.empty());
  }
  EXPECT_EQ(skip_rule(SkipStanding::undeclared, false).effect, Effect::none);
  EXPECT_EQ(skip_rule(SkipStanding::undeclared, true).effect, Effect::red);
  EXPECT_FALSE(skip_rule(SkipStanding::undeclared, true).words.empty());
}

TEST(ProblemTable, HasThePublishedEffectInEveryCell) {
  for (int i = 0; i <= static_cast<int>(ProblemKind::leaked_process); ++i) {
    const auto kind = static_cast<ProblemKind>(i);
    for (const bool leak_is_red : {false, true}) {
      for (std::size_t s = 0; s < ledger_state_count; ++s) {
        const auto state = static_cast<LedgerState>(s);
        Effect expected = state == LedgerState::covers ? Effect::known : Effect::red;
        if (problem_class(kind) == model::ProblemClass::incomplete) expected = Effect::incomplete;
        if (kind == ProblemKind::leaked_process && !leak_is_red) expected = Effect::none;
        EXPECT_EQ(problem_rule(kind, state, leak_is_red).effect, expected)
            << word(kind) << " " << s;
      }
    }
  }
}

TEST(VerdictOf, HasThePublishedVerdictInEveryCell) {
  for (const bool full : {false, true}) {
    EXPECT_EQ(verdict_of(Effect::none, full), Verdict::green);
    EXPECT_EQ(verdict_of(Effect::skip, full), Verdict::green);
    EXPECT_EQ(verdict_of(Effect::known, full), Verdict::known);
    EXPECT_EQ(verdict_of(Effect::incomplete, full), Verdict::incomplete);
    EXPECT_EQ(verdict_of(Effect::red, full), Verdict::red);
  }
  EXPECT_EQ(verdict_of(Effect::unexpected_pass, true), Verdict::red);
  EXPECT_EQ(verdict_of(Effect::unexpected_pass, false), Verdict::green);
}

}  // namespace
}  // namespace cupel::judge
