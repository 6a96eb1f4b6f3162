// SPDX-License-Identifier: Apache-2.0
// Many launches at once, in one thread: whoever calls wait() is the loop. Signals stay blocked and
// are read as data; no call blocks but wait().
#pragma once

#include <poll.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "os/signals.h"
#include "proc/launch.h"
#include "proc/launch_spec.h"
#include "proc/orphans.h"

namespace cupel::proc {

class Supervisor {
 public:
  /// Makes this process the subreaper of what wardens leave and takes over SIGINT, SIGTERM, SIGHUP
  /// and SIGCHLD. One at a time in a process, and no threads beside it while
  /// a launch runs.
  [[nodiscard]] static base::Result<std::unique_ptr<Supervisor>> open(const Limits& limits);
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;
  /// Ends every launch, and waits for that within the bounds.
  ~Supervisor();

  /// Fails only for cupel's own trouble: no descriptors, no processes, no space. A program that
  /// cannot be executed starts, and is then gone with NotStarted.
  [[nodiscard]] base::Result<StartedLaunch> start(const LaunchSpec& spec);

  /// Begins to end a launch; Gone follows. The first reason sticks. A second interruption kills at
  /// once. A launch that is gone already is no error.
  void stop(LaunchId id, model::KillReason reason, bool stacks);

  /// Blocks until something happens, or `until` has come: then nothing is returned.
  [[nodiscard]] std::vector<Event> wait(std::optional<base::MonoTime> until);

  [[nodiscard]] bool idle() const { return launches_.empty(); }

 private:
  Supervisor(os::SignalTap tap, const Limits& limits) : tap_(std::move(tap)), limits_(limits) {}

  base::Result<StartedLaunch> start_prepared(Launch& launch);
  base::Result<void> fork_warden(Launch& launch, Channels::ChildEnds ends);
  void order_end(Launch& launch);
  [[nodiscard]] static bool find_program(Launch& launch);
  bool start_debugger(Launch& launch);
  void take_stacks(Launch& debugger, const Gone& gone);

  [[nodiscard]] std::vector<pollfd> polls() const;
  [[nodiscard]] std::optional<base::MonoTime> next_time(std::optional<base::MonoTime> until) const;
  void rest(const std::vector<pollfd>& list, std::optional<base::MonoTime> then) const;
  void sleep(std::vector<pollfd>& list, std::optional<base::MonoTime> then) const;
  void read_all(const std::vector<pollfd>& list, std::vector<Event>& out);
  void take_signals(std::vector<Event>& out);
  void reap_wardens();
  void hear_warden(Launch& launch);
  void take_times(std::vector<Event>& out);
  void sweep_orphans(Launch& launch, base::MonoTime now);
  void finish_drained(std::vector<Event>& out);
  /// Bytes into captures; what belongs to a debugger's launch is kept from the caller.
  void keep_bytes(std::vector<Event>& events, std::size_t from);
  [[nodiscard]] std::vector<pid_t> wardens() const;

  os::SignalTap tap_;
  Limits limits_;
  Orphans orphans_;
  std::map<LaunchId, std::unique_ptr<Launch>> launches_;
  std::vector<pid_t> retired_;  ///< wardens that said goodbye and are still to be waited for
  LaunchId last_id_ = 0;
  bool trickles_ = false;  ///< the last turn brought bytes, and few of them
};

}  // namespace cupel::proc
