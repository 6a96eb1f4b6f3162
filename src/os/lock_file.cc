// SPDX-License-Identifier: Apache-2.0
#include "os/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "os/errno_error.h"
#include "os/file.h"

namespace cupel::os {
namespace {

constexpr std::size_t note_limit = 4096;

Fd open_or_create(const std::string& path) {
  constexpr int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  // Twice: between the two tries another process may make the file, or remove it.
  for (int attempt = 0; attempt < 2; ++attempt) {
    Fd file(::open(path.c_str(), flags));
    if (file || errno != ENOENT) return file;
    file = Fd(::open(path.c_str(), flags | O_CREAT | O_EXCL, 0666));
    if (file) {
      ::fchmod(file.get(), 0666);
      return file;
    }
    if (errno != EEXIST) return file;
  }
  return Fd(::open(path.c_str(), flags));
}

}  // namespace

base::Result<LockFile> LockFile::open(const std::string& path) {
  Fd file = open_or_create(path);
  if (!file) return system_error(errno, "cannot open the lock file", path);
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return base::trouble("the lock file " + path + " is not a regular file",
                         "remove it, or set CUPEL_LOCK_DIR to a folder of your own");
  return LockFile(std::move(file), path);
}

base::Result<bool> LockFile::try_lock() {
  if (::flock(fd_.get(), LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK || errno == EINTR) return false;
  return system_error(errno, "cannot lock", path_);
}

base::Result<bool> LockFile::lock() {
  if (::flock(fd_.get(), LOCK_EX) == 0) return true;
  if (errno == EINTR) return false;
  return system_error(errno, "cannot lock", path_);
}

void LockFile::unlock() {
  ::flock(fd_.get(), LOCK_UN);
}

base::Result<void> LockFile::write_note(std::string_view text) {
  if (::ftruncate(fd_.get(), 0) != 0 || ::lseek(fd_.get(), 0, SEEK_SET) < 0)
    return system_error(errno, "cannot write", path_);
  return write_all(fd_.get(), text, path_);
}

base::Result<std::string> LockFile::read_note() const {
  std::string text(note_limit, '\0');
  const ssize_t got = ::pread(fd_.get(), text.data(), text.size(), 0);
  if (got < 0) return system_error(errno, "cannot read", path_);
  text.resize(static_cast<std::size_t>(got));
  return text;
}

bool LockFile::still_in_place() const {
  struct stat held{};
  struct stat named{};
  return ::fstat(fd_.get(), &held) == 0 && ::lstat(path_.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace cupel::os
