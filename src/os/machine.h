// SPDX-License-Identifier: Apache-2.0
// What this machine is, for the record of a run.
#pragma once

#include <string>

namespace cupel::os {

struct MachineFacts {
  std::string host;
  std::string os;      ///< the pretty name of os-release: "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;  ///< "Linux 6.1.0-18-amd64 x86_64"
  std::string boot_id;
  double uptime_s = 0;
  std::string cpu;  ///< "AMD EPYC 9654 96-Core Processor"
};

/// What cannot be read stays empty.
[[nodiscard]] MachineFacts machine_facts();

/// Processors that this process may use.
[[nodiscard]] unsigned usable_processors();

/// Login name of this user, or "uid 1234".
[[nodiscard]] std::string user_name();

}  // namespace cupel::os
