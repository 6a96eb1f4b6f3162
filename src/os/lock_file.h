// SPDX-License-Identifier: Apache-2.0
// A lock held by the kernel on an open file: it ends with the last descriptor, however its holder
// dies, and is shared by every process that inherits the descriptor.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/fd.h"

namespace cupel::os {

class LockFile {
 public:
  /// Opens the file, makes it where it is missing (mode 0666 whatever the umask, since other users
  /// lock it too). Opened without O_CREAT first: in a sticky folder the kernel refuses O_CREAT on
  /// another user's file (fs.protected_regular). No symbolic link is followed.
  [[nodiscard]] static base::Result<LockFile> open(const std::string& path);

  /// True when the lock is ours now, false when somebody else holds it.
  [[nodiscard]] base::Result<bool> try_lock();
  /// Waits for it without bound, or until a signal arrives: false then.
  [[nodiscard]] base::Result<bool> lock();
  /// Never call it in a forked child: it would drop the parent's lock too. Closing is safe.
  void unlock();

  /// Replaces the content, for whoever looks who holds the lock.
  [[nodiscard]] base::Result<void> write_note(std::string_view text);
  [[nodiscard]] base::Result<std::string> read_note() const;

  /// False when the file was removed or replaced since it was opened: a lock on it excludes nobody.
  [[nodiscard]] bool still_in_place() const;

  [[nodiscard]] base::Result<void> make_inheritable() { return set_inheritable(fd_.get(), true); }
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  LockFile(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Fd fd_;
  std::string path_;
};

}  // namespace cupel::os
