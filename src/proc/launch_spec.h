// SPDX-License-Identifier: Apache-2.0
// What the supervisor is asked, and what it tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "model/launch_request.h"
#include "model/termination.h"

namespace cupel::proc {

using LaunchId = std::size_t;

/// Bounds that hold for every launch of a supervisor.
struct Limits {
  std::size_t capture_head = std::size_t{256} << 10;  ///< bytes kept of each of stdout and stderr
  std::size_t capture_tail = std::size_t{256} << 10;
  std::uint64_t collect = std::uint64_t{64} << 20;  ///< bytes read back of each collected file
  base::Duration leak_wait = std::chrono::milliseconds(200);  ///< descendants after the program
  base::Duration grace = std::chrono::seconds(2);             ///< between TERM and KILL
  base::Duration kill_wait = std::chrono::seconds(10);        ///< for KILL to have its effect
  base::Duration stacks_wait = std::chrono::seconds(10);      ///< for a debugger to read stacks
};

struct LaunchSpec {
  model::LaunchRequest request;
  std::map<std::string, std::string> environment;  ///< complete, before the request's own changes
  std::string private_dir;         ///< made for this launch and removed after it; empty: none
  std::vector<int> inherited_fds;  ///< 3 or above; kept open in the program under their number
  std::optional<base::Duration> leak_wait;  ///< instead of the one of Limits
};

struct StartedLaunch {
  LaunchId id = 0;
  std::vector<std::string> argv;
  std::map<std::string, std::string> env_added;
  std::vector<std::string> env_removed;
};

struct Bytes {
  LaunchId id = 0;
  std::string channel;
  int connection = 0;
  std::string bytes;
};
/// The last that is told of a launch.
struct Gone {
  LaunchId id = 0;
  model::Termination termination;
  base::Duration duration{};  ///< from the start to the end of the program itself
  std::string standard_output;
  std::string standard_error;
  std::uint64_t output_cut = 0;
  std::map<std::string, std::string> files;
  std::map<std::string, std::string>
      doubts;  ///< of attested files: why the program did not write it
  std::vector<std::string> survivors;
  std::string stacks;
  bool unkillable = false;
  std::vector<std::string> notes;  ///< what was odd about its channels and files
};
/// A signal for cupel.
struct Signal {
  int number = 0;
};
using Event = std::variant<Bytes, Gone, Signal>;

}  // namespace cupel::proc
