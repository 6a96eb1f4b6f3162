// SPDX-License-Identifier: Apache-2.0
// The engine's view of processes and of time. The real one supervises children (proc); the fake one
// of the tests plays scripts against a clock that the test turns by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/launch_request.h"
#include "model/termination.h"

namespace cupel::engine {

using LaunchHandle = std::size_t;

/// A launch made concrete: the harness's request and the whole environment it starts from.
struct StartSpec {
  model::LaunchRequest request;
  std::map<std::string, std::string> environment;  ///< complete, before the request's own changes
  std::string private_dir;                         ///< created for this launch, removed after it
  std::vector<int> inherited_fds;                  ///< kept open in the child: the lease
  std::optional<base::Duration> leak_wait;         ///< how long children may outlive the process
};

/// How a started launch looks to the record.
struct Started {
  LaunchHandle handle = 0;
  std::vector<std::string> argv;                 ///< with every hole filled
  std::map<std::string, std::string> env_added;  ///< what the request added
  std::vector<std::string> env_removed;          ///< names that the request took away
};

/// Bytes came.
struct LaunchBytes {
  LaunchHandle handle = 0;
  std::string channel;  ///< "stdout", "stderr", or the request's name
  int connection = 0;
  std::string bytes;
};
/// The process and everything it left behind are gone, every channel is read, files are collected.
struct LaunchGone {
  LaunchHandle handle = 0;
  model::Termination termination;
  base::Duration duration{};
  std::string standard_output;  ///< head and tail, capped
  std::string standard_error;
  std::uint64_t output_cut = 0;
  bool truncated = false;
  std::map<std::string, std::string> files;
  std::map<std::string, std::string>
      doubts;  ///< of attested files: why the program did not write it
  std::vector<std::string> survivors;
  std::string stacks;
  bool unkillable = false;  ///< something of it outlived KILL: the lane must not be used again
  std::vector<std::string> notes;  ///< what was odd about its channels and files
};
/// A signal for cupel arrived, or a timer that wait() was given ran out: nothing else to tell.
struct Woken {
  int signal = 0;  ///< 0: the time given to wait() has come
};

using ProcessEvent = std::variant<LaunchBytes, LaunchGone, Woken>;

class Launcher {
 public:
  Launcher() = default;
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;
  virtual ~Launcher() = default;

  [[nodiscard]] virtual base::MonoTime now() const = 0;
  [[nodiscard]] virtual base::WallTime wall_now() const = 0;

  /// Fails only for cupel's own trouble (no descriptors, no space). A program that cannot be
  /// executed starts and is then gone with NotStarted.
  [[nodiscard]] virtual base::Result<Started> start(const StartSpec& spec) = 0;

  /// Begins to end a launch: stacks where `stacks` asks for them, TERM to its group, grace, KILL,
  /// bounded wait. LaunchGone follows. The first reason sticks.
  virtual void stop(LaunchHandle handle, model::KillReason reason, bool stacks) = 0;

  /// Blocks until something happens or `until` has come; returns at least one event.
  [[nodiscard]] virtual std::vector<ProcessEvent> wait(std::optional<base::MonoTime> until) = 0;
};

}  // namespace cupel::engine
