// SPDX-License-Identifier: Apache-2.0
#include "engine/conclude.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "judge/settle.h"

namespace cupel::engine {
namespace {

using model::Outcome;
using model::ProblemKind;

judge::AttemptFacts facts_of(const LaunchAccount& account, std::size_t index,
                             const model::Termination& termination) {
  const Slot& slot = *account.slot(index);
  judge::AttemptFacts facts;
  if (slot.finished) facts.reported = slot.result.reported;
  facts.in_flight = account.in_flight() == index;
  facts.skip_reason = slot.result.skip_reason;
  facts.contradiction = slot.contradiction;
  facts.worsened = !slot.worsened.empty();
  facts.why_worsened = slot.worsened;
  facts.context_dead = slot.context_dead;
  facts.termination = termination;
  return facts;
}

/// Past the test after which the context was dead, nothing of the process counts, passes included.
bool is_after_poisoner(const LaunchAccount& account, std::size_t index) {
  const auto poisoner = account.poisoner();
  if (!poisoner || *poisoner == index) return false;
  const auto& order = account.order();
  const auto place = [&](std::size_t one) { return std::find(order.begin(), order.end(), one); };
  return place(index) > place(*poisoner);
}

void decide_tests(const LaunchAccount& account, const model::Termination& termination,
                  Conclusion& conclusion) {
  for (const std::size_t index : account.covered()) {
    const Slot& slot = *account.slot(index);
    if ((slot.started || slot.finished) && is_after_poisoner(account, index)) {
      conclusion.voided.push_back({index, "the device context was dead before it"});
      continue;
    }
    if (auto settled = judge::settle(facts_of(account, index, termination))) {
      conclusion.decided.push_back({index, settled->outcome, std::move(settled->detail)});
    } else if (slot.finished) {
      conclusion.unsettled.push_back(index);
      conclusion.voided.push_back({index, "the process ended before it told failed from skipped"});
    } else if (slot.started) {
      conclusion.voided.push_back({index, "it began and the process went on without ending it"});
    }
  }
  for (const std::size_t index : account.extra()) {
    if (account.slot(index)->started) {
      conclusion.voided.push_back({index, "it ran only because it cannot be left out"});
    }
  }
}

/// The launch was ended by us for a reason that says nothing about the program.
bool cut_off_by_us(const model::Termination& termination) {
  const auto* killed = std::get_if<model::KilledByUs>(&termination);
  if (killed == nullptr) return false;
  switch (killed->reason) {
    case model::KillReason::deadline:
    case model::KillReason::interrupted:
    case model::KillReason::poisoned:
    case model::KillReason::lane_lost:
    case model::KillReason::trouble:
      return true;
    default:
      return false;
  }
}

/// A test that could not be left out failed: its result is void, but the exit code counts it.
bool any_extra_failed(const LaunchAccount& account) {
  return std::any_of(account.extra().begin(), account.extra().end(), [&](std::size_t index) {
    const Slot& slot = *account.slot(index);
    return slot.finished && slot.result.reported == model::Reported::failed;
  });
}

/// The process ended outside of any test, in a way that no honest run ends.
void judge_ending(const LaunchAccount& account, const model::Termination& termination,
                  Conclusion& conclusion) {
  if (account.in_flight() || cut_off_by_us(termination)) return;
  const auto* exited = std::get_if<model::Exited>(&termination);
  const std::string where = account.all_finished()  ? "after its last test"
                            : account.any_started() ? "between two tests"
                                                    : "before its first test";
  if (exited == nullptr) {
    conclusion.problems.push_back({ProblemKind::crashed_outside_tests,
                                   "the program ended " + where + ": " + conclusion.ending});
    return;
  }
  if (!account.completed()) {
    conclusion.problems.push_back(
        {ProblemKind::crashed_outside_tests,
         "the program left " + where + " without finishing its run: " + conclusion.ending});
    return;
  }
  const bool any_failed =
      std::any_of(conclusion.decided.begin(), conclusion.decided.end(), [](const Decided& one) {
        return one.outcome != Outcome::passed && one.outcome != Outcome::skipped;
      });
  if (account.completed()->exit_code_is_result) return;
  const bool test_failed = any_failed || any_extra_failed(account);
  const bool says_failed = test_failed || !account.outside().empty();
  // Other kinds are what is wrong with the list of tests, of which the program may not know.
  const bool must_fail =
      test_failed || std::any_of(account.outside().begin(), account.outside().end(),
                                 [](const model::OutsideFailure& failure) {
                                   return failure.kind == ProblemKind::exit_mismatch;
                                 });
  if (exited->code != 0 && !says_failed) {
    conclusion.problems.push_back(
        {ProblemKind::exit_mismatch,
         "every test it ran passed or skipped, yet it " + conclusion.ending});
  } else if (exited->code == 0 && must_fail) {
    conclusion.problems.push_back(
        {ProblemKind::exit_mismatch, "something failed, yet it exited with code 0"});
  }
}

void judge_words(const LaunchAccount& account, Conclusion& conclusion) {
  for (const model::OutsideFailure& failure : account.outside()) {
    std::string detail = failure.failure.message;
    if (!failure.where.empty()) {
      detail = "a failure outside any test, in " + failure.where + ": " + detail;
    }
    if (!failure.failure.location.file.empty()) {
      detail += " (" + failure.failure.location.file + ":" +
                std::to_string(failure.failure.location.line) + ")";
    }
    conclusion.problems.push_back({failure.kind, base::to_printable(detail)});
  }
  for (const std::string& name : account.unlisted()) {
    conclusion.problems.push_back(
        {ProblemKind::unlisted_test,
         "a result came for '" + base::to_one_line(name) + "', which was not asked for"});
  }
  for (const model::ChannelBroken& broken : account.broken()) {
    conclusion.problems.push_back(
        {ProblemKind::exit_mismatch,
         "the results on " + broken.channel + " are not those of an honest run: " + broken.why});
  }
}

}  // namespace

Conclusion conclude(const LaunchAccount& account, const model::Termination& termination) {
  Conclusion conclusion;
  conclusion.ending = model::describe(termination);
  decide_tests(account, termination, conclusion);
  judge_ending(account, termination, conclusion);
  judge_words(account, conclusion);
  return conclusion;
}

}  // namespace cupel::engine
