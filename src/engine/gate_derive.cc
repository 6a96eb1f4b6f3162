// SPDX-License-Identifier: Apache-2.0
// Stage of the listing: a target that contains others, such as a workspace or a build tree. Each of
// them becomes a target with a name, a framework and an account of its own; what the configuration
// says of the one it stands in holds for it too.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "engine/gate_run.h"

namespace cupel::engine {
namespace {

plan::TargetConfig config_of(const plan::TargetConfig& parent, harness::DerivedTarget& one) {
  plan::TargetConfig config = parent;
  config.name += "/" + one.name;
  config.harness = one.harness;
  config.command = std::move(one.command);
  config.workdir = std::move(one.workdir);
  for (auto& [name, value] : one.env) config.env[name] = std::move(value);
  if (one.timeout) config.timeout = one.timeout;
  return config;
}

}  // namespace

void GateRun::derived(TargetState& target, harness::Derived found, base::Duration took) {
  std::vector<std::unique_ptr<TargetState>> added;
  model::TargetDerived event{target.name(), {}, !found.own.tests.empty()};
  for (harness::DerivedTarget& one : found.targets) {
    const harness::Harness* framework = context_.harness_of(one.harness);
    CUPEL_CHECK(framework != nullptr, "a target was derived for a framework that nobody drives");
    auto config = std::make_unique<plan::TargetConfig>(config_of(*target.config, one));
    if (!plan::wants_target(context_.selection, config->name)) continue;
    event.into.push_back(config->name);
    added.push_back(std::make_unique<TargetState>(*config, *framework));
    added.back()->derived_config = std::move(config);
    added.back()->only = {one.only.begin(), one.only.end()};
  }
  target.consists_of_others = found.own.tests.empty() && !found.targets.empty();
  // A target without a test of its own does not stay.
  TargetState& stays = target.consists_of_others && !added.empty() ? *added.front() : target;
  stays.programs = std::move(found.programs);
  emit_.emit(std::move(event));
  if (!target.consists_of_others) listed(target, std::move(found.own), took);
  const auto place = std::find_if(targets_.begin(), targets_.end(),
                                  [&](const auto& state) { return state.get() == &target; });
  targets_.insert(place + 1, std::make_move_iterator(added.begin()),
                  std::make_move_iterator(added.end()));
}

/// A journal already has the listing. What was judged then is judged no further where the program
/// is another one now.
bool GateRun::was_listed_before(TargetState& target, const std::string& program_sha256) {
  if (!context_.resume) return false;
  const auto then = context_.resume->listed.find(target.name());
  if (then == context_.resume->listed.end()) return false;
  if (then->second != program_sha256) {
    target.unrunnable = "its program was rebuilt or replaced since the run began";
    problem(target.name(), model::ProblemKind::list_failed,
            target.unrunnable + "; start a new run without --resume");
  }
  return true;
}

}  // namespace cupel::engine
