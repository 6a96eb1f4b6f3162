// SPDX-License-Identifier: Apache-2.0
#include "os/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "os/errno_error.h"
#include "os/fd.h"

namespace cupel::os {
namespace {

struct CloseDir {
  void operator()(DIR* stream) const { ::closedir(stream); }
};
using DirStream = std::unique_ptr<DIR, CloseDir>;

std::vector<std::string> names_in(DIR* stream) {
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// Opened relative to its parent and without following links: what a test program swaps in the
// meantime cannot lead outside.
DirStream open_below(int parent, const std::string& name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int fd = ::openat(parent, name.c_str(), flags);
  if (fd < 0 && errno == EACCES && ::fchmodat(parent, name.c_str(), 0700, 0) == 0)
    fd = ::openat(parent, name.c_str(), flags);
  return DirStream(fd < 0 ? nullptr : ::fdopendir(fd));
}

// 0, or the errno of the first entry that could not be removed.
int remove_below(int parent, const std::string& name) {
  if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  const DirStream stream = open_below(parent, name);
  if (!stream) return errno;
  const int fd = ::dirfd(stream.get());
  ::fchmod(fd, 0700);
  int first = 0;
  for (const std::string& inner : names_in(stream.get())) {
    const int error = remove_below(fd, inner);
    if (first == 0) first = error;
  }
  if (first != 0) return first;
  return ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

}  // namespace

base::Result<void> make_directories(const std::string& path, unsigned mode) {
  for (std::size_t end = 1; end <= path.size(); ++end) {
    if (end != path.size() && path[end] != '/') continue;
    const std::string part = path.substr(0, end);
    if (::mkdir(part.c_str(), mode) == 0) continue;
    const int error = errno;
    if (!is_directory(part))
      return system_error(error == EEXIST ? ENOTDIR : error, "cannot make the folder", part);
  }
  return {};
}

base::Result<void> remove_tree(const std::string& path) {
  const int error = remove_below(AT_FDCWD, path);
  if (error != 0) return system_error(error, "cannot remove", path);
  return {};
}

base::Result<std::vector<std::string>> list_directory(const std::string& path) {
  const DirStream stream(::opendir(path.c_str()));
  if (!stream) return system_error(errno, "cannot list", path);
  return names_in(stream.get());
}

bool is_directory(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

std::string temporary_root() {
  const char* asked = std::getenv("TMPDIR");
  if (asked != nullptr && *asked == '/' && is_directory(asked)) return asked;
  return "/tmp";
}

base::Result<PrivateDir> PrivateDir::make(const std::string& prefix, const std::string& parent) {
  std::string path = (parent.empty() ? temporary_root() : parent) + "/" + prefix + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr)
    return system_error(errno, "cannot make a private folder", path);
  return PrivateDir(std::move(path));
}

PrivateDir::PrivateDir(PrivateDir&& other) noexcept : path_(std::move(other.path_)) {
  other.path_.clear();
}

PrivateDir& PrivateDir::operator=(PrivateDir&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

PrivateDir::~PrivateDir() {
  if (!path_.empty()) static_cast<void>(remove_below(AT_FDCWD, path_));
}

}  // namespace cupel::os
