// SPDX-License-Identifier: Apache-2.0
#include "engine/gate_run.h"

#include <utility>

#include "base/check.h"

namespace cupel::engine {

GateRun::GateRun(const GateContext& context, Launcher& launcher, Emitter& emit)
    : context_(context), emit_(emit), reactor_(launcher), lanes_(context, emit) {
  if (context.deadline) {
    reactor_.set_deadline(
        launcher.now() + *context.deadline,
        "the deadline of " + base::format_duration(*context.deadline) + " passed");
  }
  if (context.resume) launches_ = context.resume->launches;
}

void GateRun::set_tick(base::Duration interval, std::function<void()> tick) {
  reactor_.set_tick(interval, std::move(tick));
}

// Invariants between the stages: after list_targets every target is listed or has a problem; after
// select every selected test is disabled-and-settled or planned; after account_for_the_rest every
// selected test has exactly one outcome.
base::Result<judge::Judgement> GateRun::run(const std::vector<std::string>& warnings) {
  if (context_.resume) {
    emit_.emit(model::RunResumed{context_.started.command});
  } else {
    emit_.emit(context_.started);
  }
  for (const std::string& warning : warnings) emit_.emit(model::Warned{warning});
  restore_problems();
  open_targets();
  blocked_ = !build();
  if (!blocked_) {
    list_targets();
    check_cover();
    select();
    restore();
    plan_work();
    run_work();
  }
  account_for_the_rest();
  if (!reactor_.stopped().empty()) emit_.emit(model::Interrupted{reactor_.stopped()});
  lanes_.close();
  judge::Judgement judgement = finish();
  if (emit_.failure()) return *emit_.failure();
  return judgement;
}

void GateRun::stop_if_journal_failed() {
  if (emit_.failure()) reactor_.stop_all(model::KillReason::trouble);
}

void GateRun::problem(const std::string& target, model::ProblemKind kind,
                      const std::string& detail) {
  for (const model::TargetProblem& known : problems_) {
    if (known.target == target && known.kind == kind && known.detail == detail) return;
  }
  judge::ProblemJudgement judged;
  if (context_.ledger != nullptr) {
    judged = judge::judge_problem(*context_.ledger, context_.policies, target, kind, detail);
  }
  const bool known = judged.effect == judge::Effect::known;
  problems_.push_back({target, kind, detail, known ? judged.entry : std::string(),
                       known ? judged.issue : std::string()});
  emit_.emit(problems_.back());
}

}  // namespace cupel::engine
