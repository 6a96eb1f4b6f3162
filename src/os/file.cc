// SPDX-License-Identifier: Apache-2.0
#include "os/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "os/errno_error.h"

namespace cupel::os {
namespace {

constexpr std::size_t read_step = std::size_t{64} << 10;

// Appends at most `limit` bytes; true in `more` when the file goes on.
base::Result<FileHead> read_from(const Fd& file, const std::string& path, std::uint64_t limit) {
  FileHead head;
  while (true) {
    const std::uint64_t room = limit + 1 - head.bytes.size();
    const std::size_t step = static_cast<std::size_t>(std::min<std::uint64_t>(room, read_step));
    const std::size_t before = head.bytes.size();
    head.bytes.resize(before + step);
    const ssize_t got = ::read(file.get(), head.bytes.data() + before, step);
    const int error = errno;
    head.bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && error == EINTR) continue;
    if (got < 0) return system_error(error, "cannot read", path);
    if (got == 0) return head;
    if (head.bytes.size() > limit) {
      head.bytes.resize(limit);
      head.cut = true;
      return head;
    }
  }
}

}  // namespace

base::Result<std::string> read_file(const std::string& path, std::uint64_t limit) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return system_error(errno, "cannot read", path);
  CUPEL_TRY_ASSIGN(FileHead head, read_from(file, path, limit));
  if (head.cut)
    return base::trouble(
        "cannot read " + path + ": it is longer than " + std::to_string(limit) + " bytes",
        "is this the right file?");
  return std::move(head.bytes);
}

base::Result<FileHead> read_untrusted(const std::string& path, std::uint64_t limit) {
  // O_NONBLOCK: a fifo put in its place must not hold us.
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file) return system_error(errno, "cannot read", path);
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return system_error(errno, "cannot read", path);
  if (!S_ISREG(facts.st_mode))
    return base::trouble("cannot read " + path + ": not a regular file",
                         "something put another kind of file in its place");
  return read_from(file, path, limit);
}

base::Result<void> write_all(int fd, std::string_view bytes, std::string_view path) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error(errno, "cannot write", path);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

base::Result<void> write_file(const std::string& path, std::string_view bytes) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) return system_error(errno, "cannot write", path);
  return write_all(file.get(), bytes, path);
}

base::Result<void> write_atomic(const std::string& path, std::string_view bytes) {
  std::string beside = path + ".tmp-XXXXXX";
  const Fd file(::mkostemp(beside.data(), O_CLOEXEC));
  if (!file) return system_error(errno, "cannot write", path);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  base::Result<void> written = write_all(file.get(), bytes, path);
  if (written.ok() && ::fchmod(file.get(), 0666 & ~mask) != 0)
    written = system_error(errno, "cannot write", path);
  if (written.ok() && ::rename(beside.c_str(), path.c_str()) != 0)
    written = system_error(errno, "cannot write", path);
  if (!written.ok()) ::unlink(beside.c_str());
  return written;
}

base::Result<AppendFile> AppendFile::open(const std::string& path) {
  Fd file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (!file) return system_error(errno, "cannot open for appending", path);
  return AppendFile(std::move(file), path);
}

base::Result<void> AppendFile::append(std::string_view record) {
  ssize_t put = -1;
  do {
    put = ::write(fd_.get(), record.data(), record.size());
  } while (put < 0 && errno == EINTR);
  if (put == static_cast<ssize_t>(record.size())) return {};
  // A short write to a regular file means that the space ended in the middle of the record.
  const int error = put < 0 ? errno : ENOSPC;
  // After an appending write the offset is behind what it wrote.
  const off_t reached = put > 0 ? ::lseek(fd_.get(), 0, SEEK_CUR) : 0;
  if (reached > 0 && ::ftruncate(fd_.get(), reached - put) != 0)
    return system_error(errno, "cannot take back half a record of", path_);
  return system_error(error, "cannot append to", path_);
}

bool exists(const std::string& path) {
  struct stat facts{};
  return ::lstat(path.c_str(), &facts) == 0;
}

bool is_executable_file(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

base::Result<void> remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    return system_error(errno, "cannot remove", path);
  return {};
}

base::Result<std::string> real_path(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return system_error(errno, "cannot find", path);
  std::string result = resolved;
  std::free(resolved);
  return result;
}

base::Result<std::string> current_directory() {
  char* found = ::getcwd(nullptr, 0);
  if (found == nullptr) return system_error(errno, "cannot tell the current directory");
  std::string result = found;
  std::free(found);
  return result;
}

}  // namespace cupel::os
