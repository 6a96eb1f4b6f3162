// SPDX-License-Identifier: Apache-2.0
#include "proc/supervisor.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "os/clock.h"
#include "os/directory.h"
#include "os/environment.h"
#include "os/errno_error.h"
#include "proc/stacks.h"
#include "proc/warden.h"

namespace cupel::proc {
namespace {

using base::MonoTime;

constexpr auto goodbye_pause = std::chrono::milliseconds(5);

base::Result<std::pair<os::Fd, os::Fd>> packet_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return os::system_error(errno, "cannot make a socket pair");
  return std::pair{os::Fd(ends[0]), os::Fd(ends[1])};
}

}  // namespace

base::Result<std::unique_ptr<Supervisor>> Supervisor::open(const Limits& limits) {
  os::ensure_standard_streams();
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
    return os::system_error(errno, "cannot become a subreaper");
  CUPEL_TRY_ASSIGN(os::SignalTap tap, os::SignalTap::open({SIGINT, SIGTERM, SIGHUP, SIGCHLD}));
  return std::unique_ptr<Supervisor>(new Supervisor(std::move(tap), limits));
}

Supervisor::~Supervisor() {
  for (const auto& [id, launch] : launches_) {
    if (!launch->stop_reason) launch->stop_reason = model::KillReason::trouble;
    send_order(launch->socket.get(), Order::intend);
    send_order(launch->socket.get(), Order::kill);
  }
  const MonoTime end = os::mono_now() + 2 * limits_.kill_wait;
  while ((!launches_.empty() || !retired_.empty()) && os::mono_now() < end)
    static_cast<void>(wait(os::mono_now() + goodbye_pause));
}

base::Result<StartedLaunch> Supervisor::start(const LaunchSpec& spec) {
  auto launch = std::make_unique<Launch>(++last_id_, spec, limits_);
  if (!spec.private_dir.empty()) CUPEL_TRY(os::make_directories(spec.private_dir, 0700));
  base::Result<StartedLaunch> started = start_prepared(*launch);
  if (started.ok())
    launches_.emplace(launch->id, std::move(launch));
  else if (!spec.private_dir.empty())
    static_cast<void>(os::remove_tree(spec.private_dir));
  return started;
}

base::Result<StartedLaunch> Supervisor::start_prepared(Launch& launch) {
  CUPEL_TRY_ASSIGN(Channels::ChildEnds ends,
                   launch.channels.open(launch.spec.request, launch.spec.private_dir));
  CUPEL_TRY_ASSIGN(Prepared prepared, prepare(launch.spec, launch.channels.addresses()));
  launch.program = std::move(prepared.program);
  CUPEL_TRY(fork_warden(launch, std::move(ends)));
  return StartedLaunch{launch.id, launch.program.argv, std::move(prepared.env_added),
                       std::move(prepared.env_removed)};
}

base::Result<void> Supervisor::fork_warden(Launch& launch, Channels::ChildEnds ends) {
  CUPEL_TRY_ASSIGN(auto pair, packet_pair());
  WardenTask task;
  task.program = launch.program;
  task.socket = pair.second.get();
  task.standard_output = ends.standard_output.get();
  task.standard_error = ends.standard_error.get();
  task.inherited = launch.spec.inherited_fds;
  task.leak_wait = launch.spec.leak_wait.value_or(limits_.leak_wait);
  task.grace = limits_.grace;
  task.kill_wait = limits_.kill_wait;
  launch.started = os::mono_now();
  const pid_t warden = start_warden(task);
  if (warden < 0) return os::system_error(-warden, "cannot create a process");
  launch.warden = warden;
  launch.socket = std::move(pair.first);
  // Before it is waited for, its number cannot be another's, dead or not.
  if (const std::optional<ProcessFacts> facts = process_facts(warden))
    launch.started_ticks = facts->started;
  return {};
}

void Supervisor::stop(LaunchId id, model::KillReason reason, bool stacks) {
  const auto found = launches_.find(id);
  if (found == launches_.end()) return;
  Launch& launch = *found->second;
  hear_warden(launch);
  if (launch.phase != Phase::watched) return;
  if (launch.stop_reason) {
    if (reason == model::KillReason::interrupted && *launch.stop_reason == reason)
      send_order(launch.socket.get(), Order::kill);
    return;
  }
  launch.stop_reason = reason;
  send_order(launch.socket.get(), Order::intend);
  if (stacks && find_program(launch)) {
    launch.stacks = stacks_from_proc(launch.program_pid);
    if (start_debugger(launch)) return;
  }
  order_end(launch);
}

// Its output can come before the warden's word that it started.
bool Supervisor::find_program(Launch& launch) {
  if (launch.program_pid == 0 && !launch.termination)
    for (const ProcessFacts& process : descendants_of(launch.warden))
      if (process.parent == launch.warden && !process.dead()) launch.program_pid = process.pid;
  return launch.program_pid != 0;
}

void Supervisor::order_end(Launch& launch) {
  send_order(launch.socket.get(), Order::terminate);
  launch.patience = os::mono_now() + limits_.grace + 2 * limits_.kill_wait;
}

// The debugger is a launch like any other, so that the loop goes on while it works.
bool Supervisor::start_debugger(Launch& launch) {
  const std::optional<LaunchSpec> spec = debugger_launch(launch.program_pid, os::environment());
  if (!spec) return false;
  base::Result<StartedLaunch> started = start(*spec);
  if (!started.ok()) return false;
  Launch& debugger = *launches_.at(started->id);
  debugger.debugged = launch.id;
  debugger.stop_at = os::mono_now() + limits_.stacks_wait;
  launch.debugger = debugger.id;
  return true;
}

void Supervisor::take_stacks(Launch& debugger, const Gone& gone) {
  const auto found = launches_.find(*debugger.debugged);
  if (found == launches_.end()) return;
  Launch& launch = *found->second;
  if (has_stacks(gone.standard_output)) launch.stacks = gone.standard_output;
  launch.debugger.reset();
  if (launch.phase == Phase::watched) order_end(launch);
}

std::vector<pid_t> Supervisor::wardens() const {
  std::vector<pid_t> living = retired_;
  for (const auto& [id, launch] : launches_)
    if (!launch->warden_reaped) living.push_back(launch->warden);
  return living;
}

void Supervisor::keep_bytes(std::vector<Event>& events, std::size_t from) {
  for (std::size_t index = from; index < events.size();) {
    const Bytes* bytes = std::get_if<Bytes>(&events[index]);
    const auto found = bytes == nullptr ? launches_.end() : launches_.find(bytes->id);
    if (found != launches_.end()) keep_output(*found->second, *bytes);
    if (found != launches_.end() && found->second->debugged)
      events.erase(events.begin() + static_cast<std::ptrdiff_t>(index));
    else
      ++index;
  }
}

}  // namespace cupel::proc
