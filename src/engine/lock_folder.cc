// SPDX-License-Identifier: Apache-2.0
#include "engine/lock_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include <cupel/pact/lease.hpp>

#include "base/text.h"
#include "os/errno_error.h"

namespace cupel::engine {
namespace {

using pact::FolderFault;

constexpr const char* own_folder = ", or set CUPEL_LOCK_DIR to a folder that all users share";

base::Error unsafe(const std::string& path, const std::string& why, const std::string& remedy) {
  return base::trouble("the lock folder " + base::to_one_line(path) + " is not safe: " + why,
                       remedy + own_folder);
}

base::Error explain(FolderFault fault, const std::string& path) {
  const std::string quoted = base::shell_quote(path);
  switch (fault) {
    case FolderFault::symlink:
      return unsafe(path, "it is a symbolic link", "remove the link");
    case FolderFault::not_a_folder:
      return unsafe(path, "it is no folder", "remove it");
    case FolderFault::foreign_not_sticky:
      return unsafe(path, "another user owns it and it is not sticky",
                    "have its owner run 'chmod 1777 " + quoted + "'");
    case FolderFault::writable_not_sticky:
      return unsafe(path, "other users may remove each other's files in it",
                    "run 'chmod 1777 " + quoted + "'");
    case FolderFault::none:
    case FolderFault::absent:
    case FolderFault::unreadable:
      break;
  }
  base::Error error = os::system_error(errno, "cannot look at the lock folder", path);
  error.hint = "make it with 'mkdir -m 1777 " + quoted + "'" + own_folder;
  return error;
}

/// The sticky bit and the permissions come with the folder, not after it: in between, another user
/// would find a folder that looks unsafe.
bool make_folder(const std::string& path) {
  const mode_t before = ::umask(0);
  const bool made = ::mkdir(path.c_str(), 01777) == 0 || errno == EEXIST;
  const int error = errno;
  ::umask(before);
  errno = error;
  return made;
}

}  // namespace

base::Result<LockFolder> LockFolder::open(const std::string& path) {
  FolderFault fault = pact::inspect_lock_directory(path);
  if (fault == FolderFault::absent) {
    if (!make_folder(path)) {
      base::Error error = os::system_error(errno, "cannot make the lock folder", path);
      error.hint = "make it with 'mkdir -m 1777 " + base::shell_quote(path) + "'" + own_folder;
      return error;
    }
    fault = pact::inspect_lock_directory(path);
  }
  if (fault != FolderFault::none) return explain(fault, path);
  if (::access(path.c_str(), R_OK | W_OK | X_OK) != 0) {
    base::Error error = os::system_error(errno, "cannot write to the lock folder", path);
    error.hint = "have its owner run 'chmod 1777 " + base::shell_quote(path) + "'" + own_folder;
    return error;
  }
  return LockFolder(path);
}

}  // namespace cupel::engine
