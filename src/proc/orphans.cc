// SPDX-License-Identifier: Apache-2.0
#include "proc/orphans.h"

#include <sys/wait.h>
#include <unistd.h>

namespace cupel::proc {

Orphans::Orphans() {
  const pid_t self = ::getpid();
  for (const ProcessFacts& process : descendants_of(self))
    if (process.parent == self) foreign_.push_back(process.pid);
}

std::vector<ProcessFacts> Orphans::find(std::span<const pid_t> wardens, std::uint64_t since) const {
  std::vector<pid_t> except = foreign_;
  except.insert(except.end(), wardens.begin(), wardens.end());
  std::vector<ProcessFacts> found;
  for (const ProcessFacts& process : descendants_of(::getpid(), except)) {
    // What an earlier child of cupel's own left behind comes to us as well; it is older.
    if (process.started < since) continue;
    if (!process.dead())
      found.push_back(process);
    else if (process.parent == ::getpid())
      ::waitpid(process.pid, nullptr, WNOHANG | __WALL);
  }
  return found;
}

}  // namespace cupel::proc
