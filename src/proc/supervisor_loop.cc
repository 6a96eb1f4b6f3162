// SPDX-License-Identifier: Apache-2.0
// The loop of the supervisor: what it waits for, and what it does with what came.
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <ctime>

#include "os/clock.h"
#include "proc/supervisor.h"

namespace cupel::proc {
namespace {

using base::MonoTime;

constexpr auto sweep_pause = std::chrono::milliseconds(10);
// What a program tells in many small pieces would wake us for each, which costs it more than the
// piece: what comes within a lull is read at once. A turn that brought more than half of what a
// pipe holds is followed by none.
constexpr auto lull = std::chrono::milliseconds(1);
constexpr std::size_t lull_limit = std::size_t{32} << 10;

void earlier(std::optional<MonoTime>& first, std::optional<MonoTime> other) {
  if (other && (!first || *other < *first)) first = other;
}

timespec until_then(MonoTime then) {
  const auto left = std::max(then - os::mono_now(), base::Duration::zero());
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {static_cast<time_t>(whole.count()), static_cast<long>((left - whole).count())};
}

bool only_small_pieces(const std::vector<Event>& events) {
  bool any = false;
  for (const Event& event : events) {
    const Bytes* bytes = std::get_if<Bytes>(&event);
    if (bytes != nullptr && bytes->bytes.size() >= lull_limit) return false;
    any = any || bytes != nullptr;
  }
  return any;
}

}  // namespace

std::vector<Event> Supervisor::wait(std::optional<MonoTime> until) {
  std::vector<Event> out;
  while (true) {
    std::vector<pollfd> list = polls();
    if (trickles_) rest(list, next_time(until));
    sleep(list, next_time(until));
    read_all(list, out);
    if (list[0].revents != 0) take_signals(out);
    take_times(out);
    keep_bytes(out, 0);
    trickles_ = only_small_pieces(out);
    finish_drained(out);
    if (!out.empty() || (until && os::mono_now() >= *until)) return out;
  }
}

std::vector<pollfd> Supervisor::polls() const {
  std::vector<pollfd> list{{tap_.fd(), POLLIN, 0}};
  for (const auto& [id, launch] : launches_) {
    list.push_back({launch->socket.get(), POLLIN, 0});
    launch->channels.add_polls(list);
  }
  return list;
}

std::optional<MonoTime> Supervisor::next_time(std::optional<MonoTime> until) const {
  const MonoTime now = os::mono_now();
  std::optional<MonoTime> next = until;
  for (const auto& [id, launch] : launches_) {
    if (launch->phase == Phase::draining) return now;
    for (const std::optional<MonoTime>& time : {launch->patience, launch->retry, launch->stop_at})
      earlier(next, time);
    if (const std::optional<base::Duration> pause = launch->channels.look_again_in())
      earlier(next, now + *pause);
  }
  return next;
}

// Signals and the words of wardens end it: nothing waits for it that ends a launch.
void Supervisor::rest(const std::vector<pollfd>& list, std::optional<MonoTime> then) const {
  std::vector<pollfd> few{list[0]};
  for (const auto& [id, launch] : launches_) few.push_back({launch->socket.get(), POLLIN, 0});
  earlier(then, os::mono_now() + lull);
  sleep(few, then);
}

void Supervisor::sleep(std::vector<pollfd>& list, std::optional<MonoTime> then) const {
  const timespec left = then ? until_then(*then) : timespec{};
  // The signals we listen to are blocked and readable; any other may interrupt: the loop goes on.
  if (::ppoll(list.data(), list.size(), then ? &left : nullptr, nullptr) >= 0) return;
  for (pollfd& entry : list) entry.revents = 0;
}

void Supervisor::read_all(const std::vector<pollfd>& list, std::vector<Event>& out) {
  const pollfd* entry = list.data() + 1;
  for (const auto& [id, launch] : launches_) {
    const bool heard = entry->revents != 0;
    entry += 1 + launch->channels.read_ready(entry + 1, id, out);
    if (heard) hear_warden(*launch);
  }
}

void Supervisor::take_signals(std::vector<Event>& out) {
  for (const int signal : tap_.take()) {
    if (signal == SIGCHLD)
      reap_wardens();
    else
      out.emplace_back(Signal{signal});
  }
}

void Supervisor::hear_warden(Launch& launch) {
  while (launch.socket) {
    const ReceivedReport received = receive_report(launch.socket.get());
    if (received.report)
      take_report(launch, *received.report, limits_, os::mono_now());
    else if (received.silence == Silence::closed)
      launch.socket.reset();
    else
      return;
  }
}

// One by one and never "any child": cupel may have children that are not ours to wait for.
void Supervisor::reap_wardens() {
  std::erase_if(retired_, [](pid_t warden) { return ::waitpid(warden, nullptr, WNOHANG) != 0; });
  for (const auto& [id, launch] : launches_) {
    int status = 0;
    if (launch->warden_reaped || ::waitpid(launch->warden, &status, WNOHANG) == 0) continue;
    launch->warden_reaped = true;
    launch->warden_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    hear_warden(*launch);
    if (launch->phase != Phase::watched) continue;
    // It died without a last word. What was below it is below us from this moment on.
    const MonoTime now = os::mono_now();
    launch->phase = Phase::orphaned;
    launch->retry = now;
    launch->patience = now + limits_.kill_wait;
    if (launch->termination)
      launch->notes.emplace_back("the process that supervised it was killed after its end");
  }
}

void Supervisor::take_times(std::vector<Event>& out) {
  const MonoTime now = os::mono_now();
  std::vector<LaunchId> late;
  for (const auto& [id, launch] : launches_) {
    if (launch->channels.look_again_in()) launch->channels.look_again(id, out);
    launch->channels.attest({launch->warden, launch->program_pid, launch->termination.has_value()},
                            now);
    if (launch->stop_at && now >= *launch->stop_at) late.push_back(id);
    const bool impatient = launch->patience && now >= *launch->patience;
    if (launch->phase == Phase::orphaned && (impatient || now >= *launch->retry))
      sweep_orphans(*launch, now);
    if (launch->phase != Phase::watched || !impatient) continue;
    // It was stopped, or starves: without it, what it guards comes to us.
    ::kill(launch->warden, SIGKILL);
    launch->patience.reset();
  }
  for (const LaunchId id : late) {
    launches_.at(id)->stop_at.reset();
    stop(id, model::KillReason::trouble, false);
  }
}

void Supervisor::sweep_orphans(Launch& launch, MonoTime now) {
  const std::vector<pid_t> living = wardens();
  const std::vector<ProcessFacts> found = orphans_.find(living, launch.started_ticks);
  if (!found.empty() && now < *launch.patience) {
    for (const ProcessFacts& process : found) signal_process(process, SIGKILL);
    launch.retry = now + sweep_pause;
    return;
  }
  for (const ProcessFacts& process : found)
    launch.survivors.push_back("outlived KILL: " + describe_process(process.pid));
  launch.unkillable = !found.empty();
  begin_draining(launch, now);
}

void Supervisor::finish_drained(std::vector<Event>& out) {
  for (auto next = launches_.begin(); next != launches_.end();) {
    const auto current = next++;
    Launch& launch = *current->second;
    if (launch.phase != Phase::draining) continue;
    const std::size_t before = out.size();
    const bool more = launch.channels.read_everything(launch.id, out);
    keep_bytes(out, before);
    if (more && os::mono_now() < *launch.patience) continue;
    if (more) launch.notes.emplace_back("something outside the launch goes on writing to it");
    Gone gone = finish(launch, limits_);
    if (launch.debugged)
      take_stacks(launch, gone);
    else
      out.emplace_back(std::move(gone));
    if (!launch.warden_reaped) retired_.push_back(launch.warden);
    launches_.erase(current);
  }
}

}  // namespace cupel::proc
