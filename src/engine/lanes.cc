// SPDX-License-Identifier: Apache-2.0
#include "engine/lanes.h"

#include <algorithm>
#include <utility>

namespace cupel::engine {

Lanes::Lanes(const GateContext& context, Emitter& emit) : context_(context), emit_(emit) {
  std::size_t number = 0;
  for (const model::GpuFacts& gpu : context.started.environment.gpus) {
    auto lane = std::make_unique<Lane>();
    lane->name = "gpu-" + std::to_string(number++);
    lane->device = gpu.uuid;
    lanes_.push_back(std::move(lane));
  }
  for (std::size_t n = 0; n < context.cpu_lanes; ++n) {
    auto lane = std::make_unique<Lane>();
    lane->name = "cpu-" + std::to_string(n);
    lanes_.push_back(std::move(lane));
  }
}

bool Lanes::has_gpu() const {
  return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->gpu(); });
}

bool Lanes::any_busy() const {
  return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->busy; });
}

/// A target for a GPU runs on a GPU lane. On a machine without one it runs beside the others, finds
/// no device, and says so itself; one that requires a device is not run at all (gate_launch.cc).
bool Lanes::serves(const Lane& lane, const plan::TargetConfig& target) const {
  const bool wants_gpu = target.device == plan::DeviceNeed::gpu && has_gpu();
  return lane.gpu() == wants_gpu;
}

Lane* Lanes::free_lane_for(const plan::TargetConfig& target, base::MonoTime now) {
  for (const auto& lane : lanes_) {
    if (lane->busy || !lane->unusable.empty() || !serves(*lane, target)) continue;
    if (lane->opened || open(*lane, now)) return lane.get();
  }
  return nullptr;
}

bool Lanes::open(Lane& lane, base::MonoTime now) {
  if (lane.gpu() && !borrow(lane)) {
    if (!lane.waiting_since) claim(lane, now);
    if (!lane.unusable.empty() || !poll(lane, now)) return false;
  }
  opened(lane, now);
  return true;
}

/// A gate under `cupel exec`, or under another gate, runs under the lease that is held already.
bool Lanes::borrow(Lane& lane) const {
  const auto claimed = context_.operator_env.find(pact::lease_variable);
  if (claimed == context_.operator_env.end()) return false;
  lane.borrowed =
      pact::proven_lease(claimed->second, context_.lock_dir, pact::device_key(lane.device));
  return lane.borrowed >= 0;
}

void Lanes::claim(Lane& lane, base::MonoTime now) {
  lane.waiting_since = now;
  auto folder = LockFolder::open(context_.lock_dir);
  if (!folder.ok()) {
    lane.unusable = "no lease on " + lane.device + ": " + folder.error().message;
    return;
  }
  std::string command = "cupel run";
  for (const std::string& word : context_.started.command) command += " " + word;
  lane.claim.emplace(std::move(*folder), lane.device, this_process(command, context_.wall_now()));
}

bool Lanes::poll(Lane& lane, base::MonoTime now) {
  auto state = lane.claim->poll(now);
  if (!state.ok()) {
    lane.unusable = "no lease on " + lane.device + ": " + state.error().message;
    lane.claim.reset();
    return false;
  }
  if (auto* lease = std::get_if<Lease>(&*state)) {
    lane.lease.emplace(std::move(*lease));
    lane.claim.reset();
    lane.waiting.clear();
    return true;
  }
  const bool first = lane.waiting.empty();
  lane.waiting = lane.device + " " + describe(std::get<LeaseWaiting>(*state), context_.wall_now());
  if (first) emit_.emit(model::Warned{"waiting for " + lane.waiting});
  if (now - *lane.waiting_since >= context_.lease_wait) {
    lane.unusable = "waited " + base::format_duration(context_.lease_wait) + " for " + lane.waiting;
    lane.claim.reset();
  }
  return false;
}

void Lanes::opened(Lane& lane, base::MonoTime now) {
  lane.opened = true;
  const double waited = lane.waiting_since ? base::seconds(now - *lane.waiting_since) : 0;
  emit_.emit(model::LaneOpened{lane.name, lane.device, waited});
}

bool Lanes::hopeless_for(const plan::TargetConfig& target) const {
  return std::none_of(lanes_.begin(), lanes_.end(), [&](const auto& lane) {
    return serves(*lane, target) && lane->unusable.empty();
  });
}

std::string Lanes::why_hopeless(const plan::TargetConfig& target) const {
  std::string why;
  for (const auto& lane : lanes_) {
    if (!serves(*lane, target) || lane->unusable.empty()) continue;
    why += (why.empty() ? "" : "; ") + lane->unusable;
  }
  return why;
}

std::string Lanes::names_for(const plan::TargetConfig& target) const {
  std::string names;
  for (const auto& lane : lanes_) {
    if (serves(*lane, target)) names += (names.empty() ? "" : ", ") + lane->name;
  }
  return names;
}

void Lanes::release(Lane& lane, base::MonoTime now) {
  if (!lane.busy) return;
  lane.busy = false;
  lane.busy_total += now - lane.busy_since;
}

void Lanes::quarantine(Lane& lane, std::string why) {
  lane.unusable = std::move(why);
}

void Lanes::close() {
  for (const auto& lane : lanes_) {
    if (lane->opened) emit_.emit(model::LaneClosed{lane->name, base::seconds(lane->busy_total)});
    lane->claim.reset();
    lane->lease.reset();
  }
}

std::string Lanes::waiting_for() const {
  for (const auto& lane : lanes_) {
    if (!lane->opened && lane->unusable.empty() && !lane->waiting.empty()) return lane->waiting;
  }
  return {};
}

}  // namespace cupel::engine
