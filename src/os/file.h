// SPDX-License-Identifier: Apache-2.0
// Whole files: read with a bound, written at once, replaced atomically, appended record by record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/fd.h"

namespace cupel::os {

inline constexpr std::uint64_t default_read_limit = std::uint64_t{64} << 20;

/// The whole file; an error when it is longer than `limit` bytes.
[[nodiscard]] base::Result<std::string> read_file(const std::string& path,
                                                  std::uint64_t limit = default_read_limit);

struct FileHead {
  std::string bytes;
  bool cut = false;  ///< there was more than the limit
};
/// At most `limit` bytes of a regular file from its beginning. For paths that a test program could
/// have replaced: no symbolic link is followed and nothing but a regular file is opened for long.
[[nodiscard]] base::Result<FileHead> read_untrusted(const std::string& path, std::uint64_t limit);

/// Writes the bytes as the whole content, mode 0644 under the umask.
[[nodiscard]] base::Result<void> write_file(const std::string& path, std::string_view bytes);

/// Readers see the old content or the new one, never a part: written beside and renamed over. Not
/// synced to disk: it is for crashes of cupel, not of the machine.
[[nodiscard]] base::Result<void> write_atomic(const std::string& path, std::string_view bytes);

/// All bytes to a descriptor; continues after short writes.
[[nodiscard]] base::Result<void> write_all(int fd, std::string_view bytes, std::string_view path);

/// A file that only grows, one record a write(2).
class AppendFile {
 public:
  /// Creates the file when it is not there.
  [[nodiscard]] static base::Result<AppendFile> open(const std::string& path);

  /// One write(2). A record that did not fit as a whole (disk full) is an error, and what had been
  /// written of it is taken back, so that the file ends with a whole record.
  [[nodiscard]] base::Result<void> append(std::string_view record);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  AppendFile(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Fd fd_;
  std::string path_;
};

[[nodiscard]] bool exists(const std::string& path);
/// A regular file that this user may execute, symbolic links followed.
[[nodiscard]] bool is_executable_file(const std::string& path);
/// Removes a file; one that is not there is no error.
[[nodiscard]] base::Result<void> remove_file(const std::string& path);
/// Absolute, without symbolic links and dots; an error when it does not exist.
[[nodiscard]] base::Result<std::string> real_path(const std::string& path);
[[nodiscard]] base::Result<std::string> current_directory();

}  // namespace cupel::os
