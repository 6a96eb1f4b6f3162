// SPDX-License-Identifier: Apache-2.0
// Stage: every wanted target lists its tests. A program that crashes, hangs or talks nonsense while
// listing is a problem of its target, never "0 tests".
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/ask_listing.h"
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
    targets_.push_back(std::make_unique<TargetState>(config, *context_.harness_of(config.harness)));
  }
}

void GateRun::list_targets() {
  for (;;) {
    stop_if_journal_failed();
    TargetState* target = next_unlisted();
    while (target != nullptr && reactor_.stopped().empty() && begin_listing(*target)) {
      target = next_unlisted();
    }
    const bool stopped = !reactor_.stopped().empty();
    if (reactor_.active() == 0 && (target == nullptr || stopped)) break;
    reactor_.turn();
  }
  std::erase_if(targets_, [](const auto& target) { return target->consists_of_others; });
}

TargetState* GateRun::next_unlisted() {
  const auto found = std::find_if(targets_.begin(), targets_.end(),
                                  [](const auto& target) { return !target->asked; });
  return found == targets_.end() ? nullptr : found->get();
}

/// False where it has to wait for a lane.
bool GateRun::begin_listing(TargetState& target) {
  if (auto known = target.harness->listing_without_launch(target.view)) {
    target.asked = true;
    listed(target, std::move(*known), {});
    return true;
  }
  Lane* lane = lanes_.free_lane_for(*target.config, reactor_.now());
  if (lane == nullptr && !lanes_.hopeless_for(*target.config)) return false;
  target.asked = true;
  if (lane == nullptr) {
    problem(target.name(), model::ProblemKind::device_lost, lanes_.why_hopeless(*target.config));
  } else {
    start_listing(target, target.harness->list_request(target.view), *lane);
    // While it lists.
    target.program_sha256 = hash_of_program(target);
  }
  return true;
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
  harness::ListStep step =
      target.harness->read_listing(target.view, listing_output(std::move(gone)));
  if (auto* listing = std::get_if<model::Listing>(&step)) {
    listed(target, std::move(*listing), took);
  } else if (auto* more = std::get_if<harness::ListMore>(&step)) {
    start_listing(target, std::move(more->request), lane);
  } else if (auto* found = std::get_if<harness::Derived>(&step)) {
    derived(target, std::move(*found), took);
  } else {
    const auto& fault = std::get<harness::ListFault>(step);
    problem(target.name(), fault.kind, words_of(fault));
  }
}

std::string GateRun::hash_of_program(const TargetState& target) const {
  const auto search_path = context_.operator_env.find("PATH");
  const auto program = os::find_program(
      target.view.command.front(),
      search_path == context_.operator_env.end() ? std::string() : search_path->second);
  if (!program) return {};
  auto hashed = os::sha256_of_file(*program);
  return hashed.ok() ? std::move(*hashed) : std::string();
}

void GateRun::listed(TargetState& target, model::Listing listing, base::Duration took) {
  target.listing = std::move(listing);
  target.listed = true;
  target.settled.resize(target.listing.tests.size());
  const std::string hash = target.program_sha256 ? *target.program_sha256 : hash_of_program(target);
  if (!was_listed_before(target, hash)) {
    emit_.emit(model::TargetListed{target.name(), std::string(target.harness->word()), hash,
                                   target.listing, base::seconds(took)});
  }
  complain_of_listing(target);
}

void GateRun::complain_of_listing(const TargetState& target) {
  // Of a part of a workspace that is no news; of a program that somebody named it is.
  if (target.listing.tests.empty() && target.derived_config == nullptr) {
    problem(target.name(), model::ProblemKind::list_failed,
            "the program lists no test; is what registers them linked into it?");
  }
  for (const std::string& error : target.listing.collect_errors) {
    problem(target.name(), model::ProblemKind::collect_error, base::to_printable(error));
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
