// SPDX-License-Identifier: Apache-2.0
#include "engine/lease_ticket.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

#include <cupel/pact/lease.hpp>

#include "os/directory.h"
#include "os/errno_error.h"
#include "os/file.h"

namespace cupel::engine {
namespace {

constexpr std::time_t litter_after = 60;  // seconds

/// Different for each ticket ever drawn, also where waiters in several pid namespaces share the
/// folder: nobody who removes a dead ticket may hit a new one of the same name.
std::string unique_suffix() {
  std::array<unsigned char, 8> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) bytes = {};
  constexpr char hex[] = "0123456789abcdef";
  std::string text = std::to_string(::getpid()) + "-";
  for (const unsigned char byte : bytes) {
    text += hex[byte >> 4];
    text += hex[byte & 15];
  }
  return text;
}

/// What a file in the queue says of its waiter.
struct Sign {
  bool locked = false;      ///< its waiter lives
  std::time_t seconds = 0;  ///< since it was last touched, by the clock of the file system
};

/// Absent: there is no such file any more, or nothing that could be a ticket.
std::optional<Sign> sign_of_life(const std::string& path, std::time_t now) {
  const os::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat facts{};
  if (!file || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return Sign{::flock(file.get(), LOCK_SH | LOCK_NB) != 0, now - facts.st_mtime};
}

/// A file that exists, is ours and is locked, under a name that nobody takes for a ticket. Absent:
/// another process was looking at it in the moment before it was locked.
base::Result<std::optional<os::Fd>> make_blank(const std::string& path, const std::string& note) {
  os::Fd file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file) return os::system_error(errno, "cannot queue for the lease: cannot create", path);
  // Others must be able to open it for reading, whatever the umask.
  ::fchmod(file.get(), 0644);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    ::unlink(path.c_str());
    return std::optional<os::Fd>{};
  }
  if (auto written = os::write_all(file.get(), note, path); !written.ok()) {
    ::unlink(path.c_str());
    return std::move(written).error();
  }
  return std::optional<os::Fd>(std::move(file));
}

}  // namespace

base::Result<LeaseTicket> LeaseTicket::draw(const LockFolder& folder, const std::string& uuid,
                                            const std::string& note) {
  const std::string prefix = pact::ticket_prefix(uuid);
  constexpr int attempts = 16;  // each fails only where another process meddles with the blank
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::string unique = unique_suffix();
    const std::string blank = folder.file(pact::blank_prefix(uuid) + unique);
    CUPEL_TRY_ASSIGN(std::optional<os::Fd> file, make_blank(blank, note));
    if (!file) continue;
    auto names = os::list_directory(folder.path());
    if (!names.ok()) {
      ::unlink(blank.c_str());
      return std::move(names).error();
    }
    std::uint64_t last = 0;
    for (const std::string& name : names.value())
      last = std::max(last, pact::ticket_number(name, prefix));
    const std::string name = pact::ticket_name(prefix, last + 1, unique);
    if (::rename(blank.c_str(), folder.file(name).c_str()) == 0)
      return LeaseTicket(folder, uuid, std::move(*file), name);
    const int error = errno;
    ::unlink(blank.c_str());
    if (error != ENOENT)
      return os::system_error(error, "cannot queue for the lease: cannot rename", blank);
  }
  return base::trouble("cannot queue for the lease on " + uuid + ": files in " + folder.path() +
                           " vanish as soon as they are made",
                       "see what sweeps that folder, or set CUPEL_LOCK_DIR to another one");
}

LeaseTicket::~LeaseTicket() {
  // First the name, then the lock: the other way round a sweeper could come between.
  if (fd_) ::unlink(folder_.file(name_).c_str());
}

base::Result<LeaseTicket::Place> LeaseTicket::look() {
  struct stat ours{};
  if (::futimens(fd_.get(), nullptr) != 0 || ::fstat(fd_.get(), &ours) != 0)
    return os::system_error(errno, "cannot touch", folder_.file(name_));
  CUPEL_TRY_ASSIGN(const std::vector<std::string> names, os::list_directory(folder_.path()));
  const std::string prefix = pact::ticket_prefix(uuid_);
  const std::string blank = pact::blank_prefix(uuid_);
  Place place;
  place.valid = std::binary_search(names.begin(), names.end(), name_);
  for (const std::string& name : names) {
    const bool before_us = pact::ticket_number(name, prefix) != 0 && name < name_;
    if (!before_us && !name.starts_with(blank)) continue;
    const std::optional<Sign> sign = sign_of_life(folder_.file(name), ours.st_mtime);
    if (!sign) continue;
    if (before_us && sign->locked && sign->seconds < pact::silent_after) ++place.ahead;
    // A young blank may be on its way to being locked. What another user left cannot be removed
    // here, and does no harm.
    if (!sign->locked && (before_us || sign->seconds > litter_after))
      ::unlink(folder_.file(name).c_str());
  }
  return place;
}

}  // namespace cupel::engine
