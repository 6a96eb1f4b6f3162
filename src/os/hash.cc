// SPDX-License-Identifier: Apache-2.0
#include "os/hash.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "base/sha256.h"
#include "os/errno_error.h"
#include "os/fd.h"

namespace cupel::os {

base::Result<std::string> sha256_of_file(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return system_error(errno, "cannot read", path);
  base::Sha256 hash;
  std::string step(std::size_t{256} << 10, '\0');
  while (true) {
    const ssize_t got = ::read(file.get(), step.data(), step.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, "cannot read", path);
    if (got == 0) return hash.finish();
    hash.update(std::string_view(step).substr(0, static_cast<std::size_t>(got)));
  }
}

}  // namespace cupel::os
