// SPDX-License-Identifier: Apache-2.0
// Giving a test its outcome, once and for all: through the ledger, into the journal.
#include <utility>

#include "base/check.h"
#include "engine/gate_run.h"
#include "judge/signature.h"

namespace cupel::engine {
namespace {

void add_failures(SettledTest& settled, const std::vector<model::Failure>& failures) {
  for (const model::Failure& failure : failures) settled.messages += failure.message + "\n";
  if (!failures.empty()) settled.first_message = failures.front().message;
}

/// The outcome without anything that a program said.
bool is_red(model::Outcome outcome) {
  return outcome != model::Outcome::passed && outcome != model::Outcome::skipped;
}

}  // namespace

TargetState::TargetState(const plan::TargetConfig& of, const harness::Harness& framework)
    : config(&of),
      harness(&framework),
      view{of.name, of.command, of.workdir, of.skip_code, of.tap} {}

SettledTest settled_from(const Slot& slot, const Decided& decided, std::size_t launch) {
  SettledTest settled;
  settled.outcome = decided.outcome;
  settled.launch = launch;
  settled.detail = decided.detail;
  settled.skip_reason = slot.result.skip_reason;
  add_failures(settled, slot.result.failures);
  settled.output = slot.result.output;
  return settled;
}

SettledTest settled_from(const model::TestReported& reported) {
  SettledTest settled;
  settled.outcome = reported.outcome;
  settled.launch = reported.launch;
  settled.detail = reported.detail;
  if (reported.outcome == model::Outcome::skipped) settled.skip_reason = reported.detail;
  add_failures(settled, reported.failures);
  settled.output = reported.output;
  return settled;
}

SettledTest settled_without_word(model::Outcome outcome, const std::string& why,
                                 std::size_t launch) {
  SettledTest settled;
  settled.outcome = outcome;
  settled.launch = launch;
  settled.detail = why;
  return settled;
}

bool GateRun::passed_before(const model::TestId& id) {
  if (!context_.passed_before || history_lost_) return false;
  const base::Result<bool> passed = context_.passed_before(id.text());
  if (passed.ok()) return *passed;
  emit_.emit(model::Warned{"no history: " + passed.error().message});
  history_lost_ = true;
  return false;
}

void GateRun::settle(TargetState& target, std::size_t index, SettledTest settled, bool told) {
  CUPEL_CHECK(!target.settled[index], "a test was given a second outcome");
  const model::TestId id = target.id(index);
  const bool disabled = target.listing.tests[index].disabled;
  const std::string message =
      settled.messages.empty() ? settled.detail : settled.messages + settled.detail;
  judge::TestJudgement judgement =
      judge::judge_test(*context_.ledger, context_.policies,
                        {id, settled.outcome, message, settled.output, disabled});
  if (settled.outcome == model::Outcome::skipped && !disabled && !judgement.declared_skip &&
      passed_before(id)) {
    problem(target.name(), model::ProblemKind::newly_skipped,
            id.text() + " passed in the last full run and now skips: " +
                (settled.skip_reason.empty() ? "no reason given" : settled.skip_reason));
  }
  model::TestSettled event;
  event.test = id;
  event.outcome = settled.outcome;
  event.launch = settled.launch;
  event.unexpected_pass = judgement.unexpected_pass();
  event.declared_skip = judgement.declared_skip;
  event.note = settled.detail;
  if (judgement.known() || event.unexpected_pass) {
    event.known_entry = judgement.entry;
    event.known_issue = judgement.issue;
  } else if (!judgement.entry.empty() && is_red(settled.outcome)) {
    event.note += (event.note.empty() ? "" : "; ") + judgement.words + " (" + judgement.entry +
                  ", " + judgement.issue + ")";
  }
  if (is_red(settled.outcome)) {
    event.alone = target.harness->alone_command(target.view, target.listing, index);
    event.signature = judge::signature(settled.outcome, settled.first_message, settled.detail);
  }
  if (!told) emit_.emit(std::move(event));
  judged_.push_back({id, true, settled.outcome, std::move(judgement), settled.skip_reason});
  target.settled[index] = std::move(settled);
}

}  // namespace cupel::engine
