// SPDX-License-Identifier: Apache-2.0
#include "os/output_path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "os/errno_error.h"
#include "os/fd.h"
#include "os/file.h"

namespace cupel::os {
namespace {

/// Something is there and it is no regular file: renaming over it would destroy it.
bool is_special(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

}  // namespace

base::Result<void> check_output(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
    return system_error(EISDIR, "cannot write", path);
  }
  if (is_special(path)) {
    if (::access(path.c_str(), W_OK) != 0) return system_error(errno, "cannot write", path);
    return {};
  }
  std::string beside = path + ".tmp-XXXXXX";
  const Fd file(::mkostemp(beside.data(), O_CLOEXEC));
  if (!file) return system_error(errno, "cannot write", path);
  ::unlink(beside.c_str());
  return {};
}

base::Result<void> write_output(const std::string& path, std::string_view bytes) {
  if (!is_special(path)) return write_atomic(path, bytes);
  const Fd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return system_error(errno, "cannot write", path);
  return write_all(file.get(), bytes, path);
}

}  // namespace cupel::os
