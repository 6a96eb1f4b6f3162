// SPDX-License-Identifier: Apache-2.0
// Stage: the build command of the gate, and what every launch starts from.
#include <utility>

#include "base/text.h"
#include "engine/gate_run.h"
#include "os/directory.h"
#include "plan/precision.h"

namespace cupel::engine {
namespace {

/// A build has no clock of its own; the deadline of the run bounds it where one is given.
constexpr base::Duration build_limit = std::chrono::hours(24);
constexpr std::size_t detail_bytes = 4000;

std::string tail(const std::string& text) {
  return text.size() <= detail_bytes ? text : "… " + text.substr(text.size() - detail_bytes);
}

}  // namespace

bool GateRun::build() {
  const std::string& command = context_.config->gate.build;
  if (command.empty()) return true;
  StartSpec spec;
  spec.request.argv = {"/bin/sh", "-c", command};
  spec.request.workdir = context_.config->folder;
  spec.environment = context_.operator_env;
  spec.private_dir = context_.scratch + "/build";
  auto gone = run_to_end(reactor_, spec, build_limit);
  if (!gone.ok()) {
    problem("gate", model::ProblemKind::build_failed, gone.error().message);
    return false;
  }
  const bool ok = model::is_clean_exit(gone->termination);
  emit_.emit(model::BuildFinished{command, base::seconds(gone->duration), ok});
  if (ok) return true;
  if (reactor_.stopped().empty()) {
    problem("gate", model::ProblemKind::build_failed,
            "`" + command + "` " + model::describe(gone->termination) + ":\n" +
                tail(base::to_printable(gone->standard_output + gone->standard_error)));
  }
  return false;
}

base::Result<StartSpec> GateRun::start_spec(const TargetState& target, const Lane& lane,
                                            model::Precision precision,
                                            model::LaunchRequest request) {
  plan::PlannedEnvironment planned = plan::plan_environment(
      {precision, context_.operator_env, target.config->env, context_.mode->env, context_.scratch});
  for (const std::string& warning : planned.warnings) {
    if (warned_.insert(warning).second) emit_.emit(model::Warned{target.name() + ": " + warning});
  }
  StartSpec spec;
  spec.request = std::move(request);
  spec.environment = std::move(planned.environment);
  spec.environment["CUPEL_RUN_ID"] = context_.started.id;
  spec.environment["CUPEL_MODE"] = context_.mode->name;
  spec.environment["CUPEL_LANE"] = lane.name;
  if (const int fd = lane.lease_fd(); fd >= 0) {
    spec.environment["CUDA_VISIBLE_DEVICES"] = lane.device;
    spec.environment[pact::lock_dir_variable] = context_.lock_dir;
    spec.environment[pact::lease_variable] =
        pact::format_lease_variable({{fd, pact::device_key(lane.device)}});
    spec.inherited_fds.push_back(fd);
  }
  for (const auto& [name, value] : spec.environment) {
    const auto before = context_.operator_env.find(name);
    if (before != context_.operator_env.end() && before->second == value) continue;
    if (spec.request.env_set.contains(name)) continue;
    spec.request.env_set[name] = value;
  }
  spec.private_dir = context_.scratch + "/" + std::to_string(++scratch_number_);
  CUPEL_TRY(os::make_directories(spec.private_dir));
  return spec;
}

}  // namespace cupel::engine
