// SPDX-License-Identifier: Apache-2.0
// Turns the warden's child into the test program.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "proc/prepare.h"
#include "proc/warden_protocol.h"

namespace cupel::proc {

struct Streams {
  int null = -1;
  int standard_output = -1;
  int standard_error = -1;
  std::vector<int> inherited;
};

struct StartOutcome {
  pid_t pid = 0;  ///< 0: did not start
  StartStep step{};
  int error = 0;
};

/// Starts the program in a session and group of its own, with default signal dispositions and an
/// empty mask, to be killed by the kernel when this process dies. Returns when exec succeeded or
/// failed: the errno is exec's own, so a program that exits 127 is never taken for a missing one.
[[nodiscard]] StartOutcome start_program(const Program& program, const Streams& streams);

/// Why it did not start, in words: looks at the path to tell a missing file from a missing
/// interpreter, a folder from a file without the executable bit.
[[nodiscard]] std::string not_started_words(const Program& program, StartStep step, int error);

}  // namespace cupel::proc
