// SPDX-License-Identifier: Apache-2.0
#include "os/fd.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <vector>

#include "os/errno_error.h"

namespace cupel::os {
namespace {

// close_range(2) is younger than some kernels that GPU nodes run; closing one by one serves there.
void close_between(unsigned first, unsigned last) {
  if (first > last || ::syscall(SYS_close_range, first, last, 0U) == 0) return;
  const long limit = ::sysconf(_SC_OPEN_MAX);
  const unsigned end = std::min(last, static_cast<unsigned>(limit > 0 ? limit : 65536));
  for (unsigned fd = first; fd <= end; ++fd) ::close(static_cast<int>(fd));
}

}  // namespace

void Fd::reset() {
  // EINTR leaves the descriptor closed on Linux: never close twice.
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

base::Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_error(errno, "cannot create a pipe");
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

base::Result<void> set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0)
    return system_error(errno, "cannot make a descriptor non-blocking");
  return {};
}

base::Result<void> set_inheritable(int fd, bool inheritable) {
  if (::fcntl(fd, F_SETFD, inheritable ? 0 : FD_CLOEXEC) != 0)
    return system_error(errno, "cannot change whether a descriptor is inherited");
  return {};
}

void ensure_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    const int opened = ::open("/dev/null", O_RDWR);
    if (opened >= 0 && opened != fd) {
      ::dup2(opened, fd);
      ::close(opened);
    }
  }
}

void close_all_but(std::span<const int> keep) {
  std::vector<int> kept(keep.begin(), keep.end());
  std::ranges::sort(kept);
  unsigned next = 3;
  for (const int fd : kept) {
    if (fd < static_cast<int>(next)) continue;
    if (static_cast<unsigned>(fd) > next) close_between(next, static_cast<unsigned>(fd) - 1);
    next = static_cast<unsigned>(fd) + 1;
  }
  close_between(next, UINT_MAX);
}

}  // namespace cupel::os
