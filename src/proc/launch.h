// SPDX-License-Identifier: Apache-2.0
// One launch under supervision: what is known of it so far, and what it waits for.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "os/fd.h"
#include "proc/capture.h"
#include "proc/channels.h"
#include "proc/launch_spec.h"
#include "proc/prepare.h"
#include "proc/warden_protocol.h"

namespace cupel::proc {

/// Each phase says what the launch waits for.
enum class Phase {
  watched,   ///< for the warden's reports
  orphaned,  ///< for what a killed warden left to be gone
  draining,  ///< for the channels to be read to their end
};

struct Launch {
  Launch(LaunchId number, const LaunchSpec& asked, const Limits& limits)
      : id(number),
        spec(asked),
        standard_output(limits.capture_head, limits.capture_tail),
        standard_error(limits.capture_head, limits.capture_tail) {}

  LaunchId id;
  LaunchSpec spec;
  Program program;
  Channels channels;
  Capture standard_output;
  Capture standard_error;

  pid_t warden = 0;
  bool warden_reaped = false;
  int warden_signal = 0;  ///< that killed it
  os::Fd socket;
  std::uint64_t started_ticks = 0;  ///< of the warden: nothing of this launch is older
  base::MonoTime started;
  base::MonoTime ended;

  pid_t program_pid = 0;  ///< 0 before it runs and after it ended
  std::optional<model::Termination> termination;
  std::optional<model::KillReason> stop_reason;
  std::vector<std::string> survivors;
  std::string stacks;
  bool unkillable = false;
  std::vector<std::string> notes;

  Phase phase = Phase::watched;
  std::optional<base::MonoTime> patience;  ///< when the phase has lasted too long
  std::optional<base::MonoTime> retry;     ///< when to look at the orphans again
  std::optional<base::MonoTime> stop_at;   ///< for a debugger: when it has had time enough

  std::optional<LaunchId> debugger;  ///< the launch that reads the stacks of this one
  std::optional<LaunchId> debugged;  ///< the launch whose stacks this one reads
};

/// Takes a report of the warden into account.
void take_report(Launch& launch, const Report& report, const Limits& limits, base::MonoTime now);

/// The warden has nothing more to say; `now` starts the draining.
void begin_draining(Launch& launch, base::MonoTime now);

/// Keeps what the two streams printed.
void keep_output(Launch& launch, const Bytes& bytes);

/// All that is told at the end; collects the files and removes the private folder.
[[nodiscard]] Gone finish(Launch& launch, const Limits& limits);

}  // namespace cupel::proc
