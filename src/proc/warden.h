// SPDX-License-Identifier: Apache-2.0
// The warden of a launch: a small process between cupel and the test program.
//
// The problem: processes that a test leaves behind belong to nobody. Their parent becomes whoever
// is the nearest subreaper, and when cupel runs many launches at once, an orphan of any of them
// would come to cupel without a name on it. So each launch has a subreaper of its own: everything
// below the warden belongs to this launch, and nothing else does; that the warden has no children
// means that nothing is left, exactly and without a race.
//
// It is forked, never exec'ed, has its own session, ignores every signal that can be ignored, and
// holds no descriptor but its socket and what it hands to the program. When the socket closes,
// cupel is dead, and it kills the tree. When it is killed itself, the kernel kills the program.
#pragma once

#include <sys/types.h>

#include "base/time.h"
#include "os/fd.h"
#include "proc/prepare.h"

namespace cupel::proc {

struct WardenTask {
  Program program;
  int socket = -1;  ///< its end of the pair
  int standard_output = -1;
  int standard_error = -1;
  std::vector<int> inherited;
  base::Duration leak_wait{};
  base::Duration grace{};
  base::Duration kill_wait{};
};

/// The pid of the warden, or the errno of fork negated.
[[nodiscard]] pid_t start_warden(const WardenTask& task);

}  // namespace cupel::proc
