// SPDX-License-Identifier: Apache-2.0
// What a launch leaves to cupel when its warden was killed. Cupel is a subreaper too, so those
// processes become its children; living wardens keep theirs, so no other launch's are among them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "proc/process_tree.h"

namespace cupel::proc {

class Orphans {
 public:
  /// To be made before the first launch: children that cupel has by then were never its launches'.
  Orphans();

  /// Processes below cupel that started no earlier than `since` (clock ticks since boot) and belong
  /// to no living warden. Dead ones that are ours to wait for are reaped and not told.
  [[nodiscard]] std::vector<ProcessFacts> find(std::span<const pid_t> wardens,
                                               std::uint64_t since) const;

 private:
  std::vector<pid_t> foreign_;
};

}  // namespace cupel::proc
