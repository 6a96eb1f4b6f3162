// SPDX-License-Identifier: Apache-2.0
// What an outcome, a skip or a problem does to the verdict, given what the ledger says of it. These
// tables are the only place where that is decided.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/words.h"

namespace cupel::judge {

/// What the ledger says of one outcome of one test, or of one problem of one target.
enum class LedgerState {
  no_entry,  ///< no entry speaks of it
  covers,    ///< an entry has its kind and signature; of a pass or skip: an entry says "it fails"
  other,     ///< entries speak of it, none has this kind and signature
  expired,   ///< the entry that would decide is past its date
  inactive,  ///< entries speak of it, the conditions of none hold
  flaky,     ///< the entry that decides is a flaky one
};
inline constexpr std::size_t ledger_state_count = 6;

enum class Effect {
  none,             ///< as good as can be
  skip,             ///< a skip: skip_rule decides
  known,            ///< a red that the ledger has
  unexpected_pass,  ///< red in full scope, reported in a narrowed one
  incomplete,       ///< not judged
  red,
};
inline constexpr std::size_t effect_count = 6;

/// `words` follow a count of tests, one or many: "failed", "passed though known to fail". Empty for
/// none.
struct Rule {
  Effect effect = Effect::none;
  std::string_view words;
};

[[nodiscard]] Rule outcome_rule(model::Outcome outcome, LedgerState state);

/// How a skip is declared.
enum class SkipStanding {
  in_source,  ///< disabled or ignored as listed
  by_entry,   ///< a [[skip]] entry matches
  expired,    ///< a [[skip]] entry matches, past its date
  undeclared,
};
inline constexpr std::size_t skip_standing_count = 4;

/// For Effect::skip: none or red.
[[nodiscard]] Rule skip_rule(SkipStanding standing, bool undeclared_is_red);

/// For a problem: none (a leak that is only reported), known, incomplete or red.
[[nodiscard]] Rule problem_rule(model::ProblemKind kind, LedgerState state, bool leak_is_red);

/// The verdict that one effect alone would lead to.
[[nodiscard]] model::Verdict verdict_of(Effect effect, bool full_scope);

}  // namespace cupel::judge
