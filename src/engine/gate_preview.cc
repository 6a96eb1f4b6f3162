// SPDX-License-Identifier: Apache-2.0
// What a run would do, without doing it: --dry-run and `cupel list`.
#include <utility>

#include "engine/gate_run.h"

namespace cupel::engine {
namespace {

std::string with_holes(const model::Template& text) {
  std::string shown;
  for (const model::Template::Part& part : text.parts()) {
    const bool literal = part.kind == model::Template::PartKind::literal;
    shown += literal ? part.text : "{" + part.text + "}";
  }
  return shown;
}

}  // namespace

base::Result<GateRun::Listed> GateRun::list_only() {
  open_targets();
  list_targets();
  lanes_.close();
  if (!reactor_.stopped().empty()) {
    return base::trouble("listing was cut off by " + reactor_.stopped());
  }
  Listed listed;
  for (const auto& target : targets_) listed.targets.push_back(target.get());
  listed.problems = problems_;
  return listed;
}

base::Result<DryRun> GateRun::dry_run() {
  CUPEL_TRY(list_only());
  check_cover();
  select();
  plan_work();
  DryRun plan;
  for (const auto& work : work_) {
    if (!work->batch.next()) continue;
    CUPEL_TRY_ASSIGN(PlannedLaunch launch, planned(*work));
    plan.launches.push_back(std::move(launch));
  }
  plan.problems = problems_;
  return plan;
}

base::Result<PlannedLaunch> GateRun::planned(const Work& work) {
  const TargetState& target = *work.target;
  const WantedLaunch wanted = *work.batch.next();
  harness::RunPlan run = run_plan(target, wanted);
  Lane nowhere;
  nowhere.name = lanes_.names_for(*target.config);
  CUPEL_TRY_ASSIGN(const StartSpec spec,
                   start_spec(target, nowhere, work.precision, std::move(run.request)));
  PlannedLaunch launch;
  launch.target = target.name();
  launch.lanes = nowhere.name;
  for (const model::Template& word : spec.request.argv) launch.command.push_back(with_holes(word));
  for (const auto& [name, value] : spec.request.env_set) {
    if (name != "CUPEL_LANE") launch.env_added[name] = with_holes(value);
  }
  launch.env_removed = spec.request.env_remove;
  launch.workdir = spec.request.workdir;
  launch.tests = run.covered.size();
  return launch;
}

}  // namespace cupel::engine
