// SPDX-License-Identifier: Apache-2.0
#include "engine/process_launcher.h"

#include "os/clock.h"

namespace cupel::engine {
namespace {

struct Convert {
  ProcessEvent operator()(proc::Bytes& bytes) const {
    return LaunchBytes{bytes.id, std::move(bytes.channel), bytes.connection,
                       std::move(bytes.bytes)};
  }
  ProcessEvent operator()(proc::Gone& gone) const {
    LaunchGone event;
    event.handle = gone.id;
    event.termination = std::move(gone.termination);
    event.duration = gone.duration;
    event.standard_output = std::move(gone.standard_output);
    event.standard_error = std::move(gone.standard_error);
    event.output_cut = gone.output_cut;
    event.truncated = gone.output_cut > 0;
    event.files = std::move(gone.files);
    event.doubts = std::move(gone.doubts);
    event.survivors = std::move(gone.survivors);
    event.stacks = std::move(gone.stacks);
    event.unkillable = gone.unkillable;
    event.notes = std::move(gone.notes);
    return event;
  }
  ProcessEvent operator()(proc::Signal& signal) const { return Woken{signal.number}; }
};

}  // namespace

base::Result<std::unique_ptr<ProcessLauncher>> ProcessLauncher::open(const proc::Limits& limits) {
  CUPEL_TRY_ASSIGN(auto supervisor, proc::Supervisor::open(limits));
  return std::unique_ptr<ProcessLauncher>(new ProcessLauncher(std::move(supervisor)));
}

base::MonoTime ProcessLauncher::now() const {
  return os::mono_now();
}
base::WallTime ProcessLauncher::wall_now() const {
  return os::wall_now();
}

base::Result<Started> ProcessLauncher::start(const StartSpec& spec) {
  CUPEL_TRY_ASSIGN(
      proc::StartedLaunch started,
      supervisor_->start(proc::LaunchSpec{spec.request, spec.environment, spec.private_dir,
                                          spec.inherited_fds, spec.leak_wait}));
  return Started{started.id, std::move(started.argv), std::move(started.env_added),
                 std::move(started.env_removed)};
}

void ProcessLauncher::stop(LaunchHandle handle, model::KillReason reason, bool stacks) {
  supervisor_->stop(handle, reason, stacks);
}

std::vector<ProcessEvent> ProcessLauncher::wait(std::optional<base::MonoTime> until) {
  std::vector<ProcessEvent> events;
  for (proc::Event& event : supervisor_->wait(until))
    events.push_back(std::visit(Convert{}, event));
  if (events.empty()) events.emplace_back(Woken{});
  return events;
}

}  // namespace cupel::engine
