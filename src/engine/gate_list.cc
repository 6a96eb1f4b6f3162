// SPDX-License-Identifier: Apache-2.0
// Stage: every wanted target lists its tests. A program that crashes, hangs or talks nonsense while
// listing is a problem of its target, never "0 tests".
#include <algorithm>
#include <utility>

#include "engine/gate_run.h"
#include "os/hash.h"
#include "os/program.h"

namespace cupel::engine {

/// One listing launch; its bytes matter only at its end.
class GateRun::ListLaunch : public ActiveLaunch {
 public:
  ListLaunch(GateRun& gate, TargetState& target, Lane& lane, base::Duration limit)
      : gate_(gate), target_(target), lane_(lane), duration_(limit) {}

  void on_started(const Started& /*started*/, base::MonoTime now) override {
    limit_ = Limit{now + duration_, model::KillReason::listing_timeout};
  }
  void on_bytes(const LaunchBytes& /*bytes*/, base::MonoTime /*now*/) override {}
  void on_gone(LaunchGone gone) override {
    const base::Duration took = gone.duration;
    gate_.listing_gone(target_, lane_, took, std::move(gone));
  }
  [[nodiscard]] std::optional<Limit> limit() const override { return limit_; }

 private:
  GateRun& gate_;
  TargetState& target_;
  Lane& lane_;
  base::Duration duration_;
  std::optional<Limit> limit_;
};

void GateRun::open_targets() {
  for (const plan::TargetConfig& config : context_.config->targets) {
    if (!plan::wants_target(context_.selection, config.name)) continue;
    auto target = std::make_unique<TargetState>();
    target->config = &config;
    target->harness = context_.harness_of(config.harness);
    target->view = {config.name, config.command, config.workdir};
    targets_.push_back(std::move(target));
  }
}

void GateRun::list_targets() {
  std::size_t next = 0;
  while (next < targets_.size() || reactor_.active() > 0) {
    stop_if_journal_failed();
    while (next < targets_.size() && reactor_.stopped().empty()) {
      TargetState& target = *targets_[next];
      Lane* lane = lanes_.free_lane_for(*target.config, reactor_.now());
      if (lane == nullptr) {
        if (!lanes_.hopeless_for(*target.config)) break;
        problem(target.name(), model::ProblemKind::device_lost,
                lanes_.why_hopeless(*target.config));
        ++next;
        continue;
      }
      ++next;
      start_listing(target, target.harness->list_request(target.view), *lane);
    }
    if (!reactor_.stopped().empty() && reactor_.active() == 0) return;
    if (next < targets_.size() || reactor_.active() > 0) reactor_.turn();
  }
}

void GateRun::start_listing(TargetState& target, model::LaunchRequest request, Lane& lane) {
  auto spec = start_spec(target, lane, context_.precision, std::move(request));
  base::Result<void> started = base::trouble("");
  if (spec.ok()) {
    lane.busy = true;
    lane.busy_since = reactor_.now();
    started = reactor_.start(*spec, std::make_unique<ListLaunch>(
                                        *this, target, lane, context_.config->gate.start_timeout));
  } else {
    started = std::move(spec).error();
  }
  if (started.ok()) return;
  lanes_.release(lane, reactor_.now());
  problem(target.name(), model::ProblemKind::start_failed, started.error().message);
}

void GateRun::listing_gone(TargetState& target, Lane& lane, base::Duration took, LaunchGone gone) {
  lane_is_free(lane, gone);
  if (!reactor_.stopped().empty()) return;
  if (const auto* failed = std::get_if<model::NotStarted>(&gone.termination)) {
    problem(target.name(), model::ProblemKind::start_failed,
            target.view.command.front() + " could not be started: " + failed->why);
    return;
  }
  harness::LaunchOutput output{
      gone.termination, std::move(gone.standard_output), std::move(gone.standard_error),
      gone.truncated,   std::move(gone.files),           {}};
  harness::ListStep step = target.harness->read_listing(target.view, output);
  if (auto* listing = std::get_if<model::Listing>(&step)) {
    listed(target, std::move(*listing), took);
  } else if (auto* more = std::get_if<harness::ListMore>(&step)) {
    start_listing(target, std::move(more->request), lane);
  } else {
    const auto& fault = std::get<harness::ListFault>(step);
    problem(target.name(), model::ProblemKind::list_failed,
            fault.detail + (fault.hint.empty() ? "" : "; " + fault.hint));
  }
}

void GateRun::listed(TargetState& target, model::Listing listing, base::Duration took) {
  target.listing = std::move(listing);
  target.listed = true;
  target.settled.resize(target.listing.tests.size());
  const auto search_path = context_.operator_env.find("PATH");
  const auto program = os::find_program(
      target.view.command.front(),
      search_path == context_.operator_env.end() ? std::string() : search_path->second);
  auto hash = program ? os::sha256_of_file(*program) : base::Result<std::string>(std::string());
  if (!context_.resume || !context_.resume->listed.contains(target.name())) {
    emit_.emit(model::TargetListed{target.name(), std::string(target.harness->word()),
                                   hash.ok() ? *hash : std::string(), target.listing,
                                   base::seconds(took)});
  }
  if (target.listing.inseparable.empty()) return;
  std::string names;
  for (const std::size_t index : target.listing.inseparable) {
    names += (names.empty() ? "" : ", ") + target.listing.tests[index].name;
  }
  problem(target.name(), model::ProblemKind::duplicate_test,
          "the program registers several tests under one name and its framework cannot select them "
          "apart: " +
              names + "; rename all but one");
}

}  // namespace cupel::engine
