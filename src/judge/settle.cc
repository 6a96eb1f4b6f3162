// SPDX-License-Identifier: Apache-2.0
#include "judge/settle.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"

namespace cupel::judge {
namespace {

using model::KillReason;
using model::Outcome;
using model::Reported;

constexpr std::array<Outcome, model::outcome_count> rising{
    {Outcome::passed, Outcome::skipped, Outcome::not_run, Outcome::missing, Outcome::failed,
     Outcome::timed_out, Outcome::crashed}};

std::size_t severity(Outcome outcome) {
  return static_cast<std::size_t>(std::find(rising.begin(), rising.end(), outcome) -
                                  rising.begin());
}

/// What an ending of the process means for a test that it did not report. `absent` means that the
/// test is still owed.
struct EndingRule {
  std::optional<Outcome> in_flight;       ///< the process was in the test
  std::optional<Outcome> in_flight_last;  ///< … and there is no further attempt
  std::optional<Outcome> elsewhere_last;  ///< the process was elsewhere, no further attempt
};

constexpr EndingRule inside_rule{Outcome::crashed, Outcome::crashed, Outcome::missing};
constexpr EndingRule time_rule{Outcome::timed_out, Outcome::timed_out, Outcome::missing};
constexpr EndingRule unjudged_rule{Outcome::not_run, Outcome::not_run, Outcome::not_run};

struct KillRow {
  KillReason reason;
  EndingRule rule;
};
constexpr std::array<KillRow, 10> kill_rules{{
    {KillReason::test_timeout, time_rule},
    {KillReason::start_timeout, time_rule},
    {KillReason::teardown_timeout, time_rule},
    {KillReason::listing_timeout, time_rule},
    {KillReason::deadline, unjudged_rule},
    {KillReason::interrupted, unjudged_rule},
    // Another test of the process may have killed the context: this one runs again in a fresh one.
    {KillReason::poisoned, {std::nullopt, Outcome::crashed, Outcome::missing}},
    {KillReason::output_limit, inside_rule},
    {KillReason::lane_lost, unjudged_rule},
    {KillReason::trouble, unjudged_rule},
}};

struct FindEndingRule {
  EndingRule operator()(const model::NotStarted&) const { return unjudged_rule; }
  EndingRule operator()(const model::Exited&) const { return inside_rule; }
  EndingRule operator()(const model::Signalled&) const { return inside_rule; }
  // Whoever kills the supervisor of a test from inside the test has ended the process.
  EndingRule operator()(const model::Lost&) const { return inside_rule; }
  EndingRule operator()(const model::KilledByUs& ending) const {
    for (const KillRow& row : kill_rules) {
      if (row.reason == ending.reason) return row.rule;
    }
    CUPEL_CHECK(false, "a kill reason without a rule");
  }
};

std::string ending_detail(Outcome outcome, const model::Termination& termination) {
  if (outcome == Outcome::missing) return "no result came, even when it ran alone";
  const std::string words = model::describe(termination);
  return std::holds_alternative<model::Exited>(termination) ? words + " inside the test" : words;
}

/// Nothing was reported.
std::optional<Settled> settle_unreported(const AttemptFacts& facts) {
  if (!facts.termination) return std::nullopt;
  const EndingRule rule = std::visit(FindEndingRule{}, *facts.termination);
  const auto in_flight = facts.last_chance ? rule.in_flight_last : rule.in_flight;
  const auto elsewhere = facts.last_chance ? rule.elsewhere_last : std::nullopt;
  const auto outcome = facts.in_flight ? in_flight : elsewhere;
  if (!outcome) return std::nullopt;
  return Settled{*outcome, ending_detail(*outcome, *facts.termination)};
}

std::optional<Settled> settle_reported(const AttemptFacts& facts) {
  switch (*facts.reported) {
    case Reported::passed:
      return Settled{Outcome::passed, {}};
    case Reported::failed:
      return Settled{Outcome::failed, {}};
    case Reported::skipped:
      return Settled{Outcome::skipped,
                     facts.skip_reason.empty() ? "" : "skipped: " + facts.skip_reason};
    case Reported::unsettled:
      if (!facts.last_chance) return std::nullopt;
      return Settled{Outcome::failed, "failed or skipped, and the program did not tell which"};
  }
  CUPEL_CHECK(false, "a report without a rule");
}

/// What speaks against the test besides report and ending: `at_once` stands whatever comes, the
/// other waits for the report or for the end of the process.
struct Charge {
  std::optional<Settled> charge;
  bool at_once = false;
};

Charge charge_of(const AttemptFacts& facts) {
  const std::string why = facts.why_worsened.empty() ? "" : ": " + facts.why_worsened;
  if (facts.context_dead) {
    return {Settled{Outcome::crashed, "the device context was dead after it" + why}, true};
  }
  if (!facts.contradiction.empty()) {
    return {Settled{Outcome::failed, "contradicted: " + facts.contradiction}, false};
  }
  if (facts.worsened) return {Settled{Outcome::failed, "failed by the client's word" + why}, false};
  return {};
}

}  // namespace

Outcome worse(Outcome a, Outcome b) {
  return severity(b) > severity(a) ? b : a;
}

Settled worse(Settled a, Settled b) {
  return severity(b.outcome) > severity(a.outcome) ? std::move(b) : std::move(a);
}

std::optional<Settled> settle(const AttemptFacts& facts) {
  std::optional<Settled> settled =
      facts.reported ? settle_reported(facts) : settle_unreported(facts);
  Charge charge = charge_of(facts);
  if (!charge.charge) return settled;
  const bool final_word = facts.reported || facts.termination;
  if (!final_word && !charge.at_once) return std::nullopt;
  return settled ? worse(std::move(*settled), std::move(*charge.charge)) : charge.charge;
}

}  // namespace cupel::judge
