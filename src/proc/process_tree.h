// SPDX-License-Identifier: Apache-2.0
// Processes as /proc shows them, and signals that cannot reach the wrong one.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cupel::proc {

struct ProcessFacts {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  char state = '?';  ///< of proc(5): R S D Z T …
  std::uint64_t started =
      0;  ///< clock ticks since boot; with the pid it names one process for ever
  [[nodiscard]] bool dead() const { return state == 'Z' || state == 'X'; }
};

/// Nothing when there is no such process.
[[nodiscard]] std::optional<ProcessFacts> process_facts(pid_t pid);

/// Everything below `root`, without it, zombies included. `except` and what is below those is left
/// out. One look at /proc is no snapshot: who must find everything looks until nothing is left.
[[nodiscard]] std::vector<ProcessFacts> descendants_of(pid_t root,
                                                       std::span<const pid_t> except = {});

/// Sends a signal to exactly the process meant; false when it is gone. That its number was given to
/// another process in the meantime is noticed.
bool signal_process(const ProcessFacts& process, int signal);

/// Sends a signal to a process group that the caller knows to exist. Our own group is never meant.
void signal_group(pid_t group, int signal);

/// "sleep 600 (pid 4711)"; printable and on one line whatever the arguments are.
[[nodiscard]] std::string describe_process(pid_t pid);

}  // namespace cupel::proc
