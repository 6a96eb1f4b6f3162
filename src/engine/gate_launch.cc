// SPDX-License-Identifier: Apache-2.0
// Stage: the launches. Lanes are filled with the next launch of a batch; what comes back is
// concluded, decided, and what is still owed goes round again.
#include <algorithm>
#include <utility>

#include "engine/gate_run.h"

namespace cupel::engine {

void GateRun::run_work() {
  const auto unfinished = [this] {
    return std::any_of(work_.begin(), work_.end(), [](const auto& work) { return !work->done; });
  };
  while (unfinished()) {
    stop_if_journal_failed();
    if (reactor_.stopped().empty()) fill_lanes();
    if (reactor_.active() == 0 && !reactor_.stopped().empty()) return;
    if (unfinished()) reactor_.turn();
  }
}

void GateRun::fill_lanes() {
  for (const auto& work : work_) {
    if (work->done || work->running) continue;
    if (!work->batch.next()) {
      work->done = true;
      continue;
    }
    const plan::TargetConfig& config = *work->target->config;
    if (config.requires_device && !lanes_.has_gpu()) {
      give_up(*work, model::Outcome::not_run, "no device: the target requires one");
      continue;
    }
    if (lanes_.hopeless_for(config)) {
      problem(config.name, model::ProblemKind::device_lost, lanes_.why_hopeless(config));
      give_up(*work, model::Outcome::not_run, lanes_.why_hopeless(config));
      continue;
    }
    const bool others_run = lanes_.any_busy();
    if (exclusive_running_ || (config.exclusive && others_run)) continue;
    if (Lane* lane = lanes_.free_lane_for(config, reactor_.now())) launch(*work, *lane);
  }
}

harness::RunPlan GateRun::run_plan(const TargetState& target, const WantedLaunch& wanted) const {
  harness::RunPlan plan = target.harness->run_request(target.view, target.listing, wanted.chosen);
  const bool own_order = target.listing.ordering == model::Ordering::fixed;
  if (context_.shuffle && own_order && wanted.chosen.size() > 1) {
    target.harness->shuffle(plan.request, *context_.shuffle);
  }
  return plan;
}

void GateRun::launch(Work& work, Lane& lane) {
  const WantedLaunch wanted = *work.batch.next();
  TargetState& target = *work.target;
  harness::RunPlan plan = run_plan(target, wanted);
  plan.request.channels.push_back({client_channel, model::ChannelKind::file});
  plan.request.env_set["CUPEL_EVENTS"] = model::Template().channel(client_channel);

  TestLaunchSpec spec;
  spec.target = &target;
  spec.number = ++launches_;
  spec.purpose = wanted.purpose;
  spec.lane = lane.name;
  spec.mode = context_.mode->name;
  spec.clocks = clocks(target);
  spec.decoder = target.harness->decoder(target.listing, plan);
  spec.client_decoder = context_.client_decoder(target.listing);
  spec.suspect = plan.covered.size() == 1 && is_suspect(target, plan.covered.front());
  auto start = start_spec(target, lane, work.precision, plan.request);
  spec.plan = std::move(plan);

  base::Result<void> started = base::trouble("");
  if (start.ok()) {
    started = reactor_.start(*start, std::make_unique<TestLaunch>(
                                         std::move(spec), emit_,
                                         [this, &work, &lane, wanted](const TestLaunch::End& end) {
                                           launch_gone(work, lane, wanted, end);
                                         }));
  } else {
    started = std::move(start).error();
  }
  if (!started.ok()) {
    problem(target.name(), model::ProblemKind::start_failed, started.error().message);
    give_up(work, model::Outcome::not_run, started.error().message);
    return;
  }
  lane.busy = true;
  lane.busy_since = reactor_.now();
  work.running = true;
  exclusive_running_ = target.config->exclusive;
}

void GateRun::launch_gone(Work& work, Lane& lane, const WantedLaunch& wanted,
                          const TestLaunch::End& end) {
  work.running = false;
  exclusive_running_ = false;
  lane_is_free(lane, end.gone);
  note_launch_end(end);
  if (const auto* failed = std::get_if<model::NotStarted>(&end.gone.termination)) {
    const std::string why =
        work.target->view.command.front() + " could not be started: " + failed->why;
    problem(work.target->name(), model::ProblemKind::start_failed, why);
    give_up(work, model::Outcome::not_run, why);
    return;
  }
  const Conclusion conclusion = conclude(end.account, end.gone.termination);
  apply_conclusion(work, conclusion, end);
  for (const Decided& decided : work.batch.concluded(wanted, conclusion)) {
    settle(*work.target, decided.index,
           settled_without_word(decided.outcome, decided.detail, end.number));
  }
  if (work.batch.hopeless()) {
    const std::string why = "three tests in a row were never reported, even alone (" +
                            conclusion.ending + "): the rest was not tried";
    problem(work.target->name(), model::ProblemKind::start_failed, why);
    give_up(work, model::Outcome::not_run, why);
  }
  if (!work.batch.next()) work.done = true;
}

void GateRun::note_launch_end(const TestLaunch::End& end) {
  const LaunchGone& gone = end.gone;
  model::LaunchEnded ended{end.number,
                           gone.termination,
                           base::seconds(gone.duration),
                           end.channel,
                           gone.survivors,
                           gone.stacks,
                           {},
                           {},
                           gone.output_cut};
  const auto keep = [&](const char* stream, const std::string& bytes) -> std::string {
    if (bytes.empty()) return {};
    auto kept = context_.outputs->keep(end.number, stream, bytes);
    if (kept.ok()) return *kept;
    emit_.emit(model::Warned{"output of launch " + std::to_string(end.number) +
                             " was not kept: " + kept.error().message});
    return {};
  };
  ended.stdout_file = keep("stdout", gone.standard_output);
  ended.stderr_file = keep("stderr", gone.standard_error);
  emit_.emit(std::move(ended));
}

void GateRun::apply_conclusion(Work& work, const Conclusion& conclusion,
                               const TestLaunch::End& end) {
  TargetState& target = *work.target;
  for (const VoidedAttempt& voided : conclusion.voided) {
    emit_.emit(model::AttemptVoided{end.number, target.id(voided.index), voided.why});
  }
  for (const Problem& found : conclusion.problems) {
    problem(target.name(), found.kind, found.detail);
  }
  for (const std::string& survivor : end.gone.survivors) {
    problem(target.name(), model::ProblemKind::leaked_process,
            survivor + " outlived its launch and was killed");
  }
  for (const Decided& decided : conclusion.decided) {
    settle(target, decided.index,
           settled_from(*end.account.slot(decided.index), decided, end.number));
  }
}

void GateRun::give_up(Work& work, model::Outcome outcome, const std::string& why) {
  for (const std::size_t index : work.batch.give_up()) {
    settle(*work.target, index, settled_without_word(outcome, why));
  }
  work.done = true;
}

void GateRun::lane_is_free(Lane& lane, const LaunchGone& gone) {
  lanes_.release(lane, reactor_.now());
  if (gone.unkillable) {
    lanes_.quarantine(lane, "a process on " + lane.name + " outlived KILL");
  }
}

TestClocks GateRun::clocks(const TargetState& target) const {
  const plan::GateConfig& gate = context_.config->gate;
  const base::Duration by_target = target.config->timeout.value_or(gate.timeout);
  return {context_.timeout.value_or(by_target), gate.start_timeout, gate.teardown_timeout};
}

}  // namespace cupel::engine
