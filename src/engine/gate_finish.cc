// SPDX-License-Identifier: Apache-2.0
// Stages: what was never run says why, and the verdict.
#include <utility>

#include "base/check.h"
#include "engine/gate_run.h"

namespace cupel::engine {
namespace {

void add_deselected(const TargetState& target, std::vector<judge::JudgedTest>& tests) {
  for (std::size_t index = 0; index < target.listing.tests.size(); ++index) {
    if (target.settled[index]) continue;
    judge::JudgedTest test;
    test.id = target.id(index);
    test.selected = false;
    tests.push_back(std::move(test));
  }
}

}  // namespace

void GateRun::account_for_the_rest() {
  const std::string why =
      reactor_.stopped().empty() ? "the run ended before it" : reactor_.stopped();
  for (const auto& target : targets_) {
    for (const std::size_t index : target->selected) {
      if (target->settled[index]) continue;
      settle(*target, index, settled_without_word(model::Outcome::not_run, why));
    }
  }
}

judge::Judgement GateRun::finish() {
  judge::RunFacts run;
  run.scope = context_.started.scope;
  run.accept_known = context_.accept_known;
  if (!reactor_.stopped().empty()) run.interruptions.push_back(reactor_.stopped());
  run.tests = std::move(judged_);
  run.selected = run.tests.size();
  for (const auto& target : targets_) {
    run.listed += target->listing.tests.size();
    if (target->config->requires_device) run.device_targets.push_back(target->name());
    add_deselected(*target, run.tests);
  }
  for (const model::TargetProblem& one : problems_) {
    run.problems.push_back({one.target, one.kind, one.detail,
                            judge::judge_problem(*context_.ledger, context_.policies, one.target,
                                                 one.kind, one.detail)});
  }
  warn_of_unmatched_entries();
  judge::Judgement judgement = judge::judge_run(run);
  emit_.emit(model::RunFinished{judgement.verdict, judgement.exit_code, judgement.reasons,
                                judgement.counts});
  return judgement;
}

/// An entry that speaks of no test hides nothing, but somebody relies on it.
void GateRun::warn_of_unmatched_entries() {
  if (!context_.selection.everything() || !reactor_.stopped().empty() || blocked_) return;
  std::vector<model::TestId> listed;
  std::vector<std::string> names = {"gate"};
  std::vector<std::string> unlisted;
  for (const auto& target : targets_) {
    names.push_back(target->name());
    if (!target->listed) unlisted.push_back(target->name());
    for (std::size_t index = 0; index < target->listing.tests.size(); ++index) {
      listed.push_back(target->id(index));
    }
  }
  for (const std::string& line : context_.ledger->unmatched(listed, names, unlisted)) {
    emit_.emit(model::Warned{line});
  }
}

}  // namespace cupel::engine
