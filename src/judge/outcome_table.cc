// SPDX-License-Identifier: Apache-2.0
#include "judge/outcome_table.h"

#include <array>

#include "base/check.h"

namespace cupel::judge {
namespace {

using model::Outcome;
using model::ProblemClass;
using model::Verdict;

constexpr Rule green{Effect::none, ""};
constexpr Rule past_its_date{Effect::red, "fell under a ledger entry that has expired"};
constexpr Rule surprise{Effect::unexpected_pass, "passed though known to fail"};
constexpr Rule skipped_red{Effect::red, "skipped though known to fail"};
constexpr Rule not_run{Effect::incomplete, "did not run"};

using Row = std::array<Rule, ledger_state_count>;

/// A red outcome: known where an entry covers it, red in every other state.
constexpr Row red_row(std::string_view plain, std::string_view known, std::string_view otherwise) {
  return {{
      {Effect::red, plain},      // no_entry
      {Effect::known, known},    // covers
      {Effect::red, otherwise},  // other
      past_its_date,             // expired
      {Effect::red, plain},      // inactive
      {Effect::red, otherwise},  // flaky: covers `failed` only
  }};
}

constexpr Row with_flaky(Row row, Rule rule) {
  row[static_cast<std::size_t>(LedgerState::flaky)] = rule;
  return row;
}

// In the order of model::Outcome; within a row in the order of LedgerState.
constexpr std::array<Row, model::outcome_count> outcome_rules{{
    // passed
    {{green, surprise, surprise, past_its_date, green, green}},
    with_flaky(red_row("failed", "failed as the ledger records",
                       "failed in another way than the ledger records"),
               {Effect::known, "failed, recorded as flaky"}),
    red_row("crashed", "crashed as the ledger records",
            "crashed, which is not what the ledger records"),
    red_row("timed out", "timed out as the ledger records",
            "timed out, which is not what the ledger records"),
    // skipped
    {{{Effect::skip, ""},
      skipped_red,
      skipped_red,
      past_its_date,
      {Effect::skip, ""},
      skipped_red}},
    red_row("never reported a result", "never reported a result, as the ledger records",
            "never reported a result, which is not what the ledger records"),
    // not_run
    {{not_run, not_run, not_run, past_its_date, not_run, not_run}},
}};

// Incomplete problems and reported leaks are what they are, whatever a ledger says.
constexpr Row problem_rules{{
    {Effect::red, ""},                              // no_entry
    {Effect::known, "as the ledger records"},       // covers
    {Effect::red, "not as the ledger records"},     // other
    {Effect::red, "its ledger entry has expired"},  // expired
    {Effect::red, ""},                              // inactive
    {Effect::red, "not as the ledger records"},     // flaky: no kind of a problem
}};

struct SkipRow {
  Rule reported;  ///< undeclared_skip = "report"
  Rule red;       ///< undeclared_skip = "red"
};
constexpr Rule expired_skip{Effect::red, "skipped under a [[skip]] entry that has expired"};
constexpr std::array<SkipRow, skip_standing_count> skip_rules{{
    {green, green},                                             // in_source
    {green, green},                                             // by_entry
    {expired_skip, expired_skip},                               // expired
    {green, {Effect::red, "skipped, which nothing declares"}},  // undeclared
}};

}  // namespace

Rule outcome_rule(Outcome outcome, LedgerState state) {
  return outcome_rules.at(static_cast<std::size_t>(outcome)).at(static_cast<std::size_t>(state));
}

Rule skip_rule(SkipStanding standing, bool undeclared_is_red) {
  const SkipRow& row = skip_rules.at(static_cast<std::size_t>(standing));
  return undeclared_is_red ? row.red : row.reported;
}

Rule problem_rule(model::ProblemKind kind, LedgerState state, bool leak_is_red) {
  const ProblemClass kind_class = model::problem_class(kind);
  if (kind_class == ProblemClass::incomplete) return {Effect::incomplete, ""};
  if (kind_class == ProblemClass::configured && !leak_is_red) return green;
  return problem_rules.at(static_cast<std::size_t>(state));
}

Verdict verdict_of(Effect effect, bool full_scope) {
  switch (effect) {
    case Effect::none:
    case Effect::skip:
      return Verdict::green;
    case Effect::known:
      return Verdict::known;
    case Effect::unexpected_pass:
      return full_scope ? Verdict::red : Verdict::green;
    case Effect::incomplete:
      return Verdict::incomplete;
    case Effect::red:
      return Verdict::red;
  }
  CUPEL_CHECK(false, "an effect without a verdict");
}

}  // namespace cupel::judge
