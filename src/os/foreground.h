// SPDX-License-Identifier: Apache-2.0
// One command in the foreground: it has our terminal, our streams and our process group, and we
// only wait for it. For `cupel exec`; tests are never run like this.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace cupel::os {

struct ForegroundEnd {
  bool signalled = false;
  int value = 0;  ///< exit code, or the signal
};

/// Runs the command with this environment and these descriptors besides the standard three. A
/// program that cannot be executed is an error. SIGTERM and SIGHUP are passed on; SIGINT and
/// SIGQUIT reach it from the terminal as they reach us, and do not end the waiting.
[[nodiscard]] base::Result<ForegroundEnd> run_foreground(
    const std::vector<std::string>& command, const std::map<std::string, std::string>& environment,
    const std::vector<int>& inherited);

}  // namespace cupel::os
