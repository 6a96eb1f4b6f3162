// SPDX-License-Identifier: Apache-2.0
// Exclusive use of one GPU on the machine: what every party to it agrees on.
//
// A lease on a device is a flock on KEY.lock in the lock folder, KEY being the device's UUID made a
// file name. The kernel holds it: it ends with the last descriptor, however its holder dies, and
// whoever inherits the descriptor holds it too. Who wants it draws a ticket first, a file
// KEY.t-NUMBER-UNIQUE that its waiter has locked before the file bears that name, the number one
// more than the highest in the folder. The lowest ticket that is still locked, in the order of
// names, is next. A ticket that nobody has locked is that of a waiter who died. The waiter next in
// the queue touches its ticket whenever it looks; one that has not for `silent_after` is passed
// over, so that a stopped process does not hold up the machine.
//
// The content of KEY.lock and of a ticket is a note for people: whose it is. It is believed only
// while the file is locked.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace cupel::pact {

/// Names the lock folder, for cupel and for what it starts.
inline constexpr const char* lock_dir_variable = "CUPEL_LOCK_DIR";
/// Set for a program that was started under leases: FD:KEY, several joined by commas.
inline constexpr const char* lease_variable = "CUPEL_LEASE";
/// Seconds after which a waiter that has not looked is passed over.
inline constexpr int silent_after = 15;

/// The folder where CUPEL_LOCK_DIR does not say. It must be the same for all users, so it depends
/// on the machine alone: under /run/lock, which starts empty at each boot and is never swept, where
/// everybody may write there, else under /tmp.
inline std::string default_lock_directory() {
  struct stat facts{};
  const bool shared = ::stat("/run/lock", &facts) == 0 && S_ISDIR(facts.st_mode) &&
                      (facts.st_mode & 01777) == 01777;
  return shared ? "/run/lock/cupel" : "/tmp/cupel-locks";
}

inline std::string lock_directory() {
  const char* named = std::getenv(lock_dir_variable);
  return named != nullptr && *named != '\0' ? std::string(named) : default_lock_directory();
}

/// What is wrong with a lock folder.
enum class FolderFault {
  none,
  absent,
  unreadable,
  symlink,  ///< could be turned elsewhere by its owner
  not_a_folder,
  foreign_not_sticky,   ///< its owner could replace a lock file while the lock is held
  writable_not_sticky,  ///< anybody could
};

inline FolderFault inspect_lock_directory(const std::string& path) {
  struct stat facts{};
  // A slash at the end would follow a symbolic link.
  std::string name = path;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  if (::lstat(name.c_str(), &facts) != 0)
    return errno == ENOENT ? FolderFault::absent : FolderFault::unreadable;
  if (S_ISLNK(facts.st_mode)) return FolderFault::symlink;
  if (!S_ISDIR(facts.st_mode)) return FolderFault::not_a_folder;
  if ((facts.st_mode & S_ISVTX) != 0) return FolderFault::none;
  if (facts.st_uid != 0 && facts.st_uid != ::geteuid()) return FolderFault::foreign_not_sticky;
  return (facts.st_mode & 022) != 0 ? FolderFault::writable_not_sticky : FolderFault::none;
}

/// A UUID as a file name: letters, digits, '-', '_' and inner dots stand, other bytes are %XX. Long
/// ones are cut, with a hash (FNV-1a) of the whole.
inline std::string device_key(std::string_view uuid) {
  constexpr std::size_t limit = 120;
  constexpr char hex[] = "0123456789ABCDEF";
  std::string key;
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : uuid) {
    const auto byte = static_cast<unsigned char>(c);
    hash = (hash ^ byte) * 1099511628211u;
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || (c == '.' && !key.empty());
    if (plain) {
      key += c;
    } else {
      key += '%';
      key += hex[byte >> 4];
      key += hex[byte & 15];
    }
  }
  if (key.size() <= limit) return key;
  key.resize(limit);
  key += '~';
  for (int shift = 60; shift >= 0; shift -= 4) key += hex[(hash >> shift) & 15];
  return key;
}

inline std::string lock_file_name(std::string_view uuid) {
  return device_key(uuid) + ".lock";
}
/// What the names of all tickets for the device begin with.
inline std::string ticket_prefix(std::string_view uuid) {
  return device_key(uuid) + ".t-";
}
/// What a ticket is called until it is locked and drawn.
inline std::string blank_prefix(std::string_view uuid) {
  return device_key(uuid) + ".new-";
}

inline constexpr std::size_t ticket_digits = 20;

/// The number of a ticket, from its file name; 0 where the name is none.
inline std::uint64_t ticket_number(std::string_view name, std::string_view prefix) {
  if (name.size() <= prefix.size() + ticket_digits || name.substr(0, prefix.size()) != prefix ||
      name[prefix.size() + ticket_digits] != '-')
    return 0;
  std::uint64_t number = 0;
  for (const char c : name.substr(prefix.size(), ticket_digits)) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

/// Names sort as numbers do, and no two tickets have one name.
inline std::string ticket_name(std::string_view prefix, std::uint64_t number,
                               std::string_view unique) {
  const std::string digits = std::to_string(number);
  std::string name(prefix);
  name.append(ticket_digits - digits.size(), '0');
  return name.append(digits).append("-").append(unique);
}

/// Whose a lock or a ticket is.
struct LeaseOwner {
  std::int64_t pid = 0;  ///< in the owner's own pid namespace
  std::string user;
  std::string command;
  std::int64_t since = 0;  ///< seconds since 1970, UTC
};

namespace detail {
/// On one line, so that a note cannot be made to say more than its fields.
inline std::string note_text(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, 1024)) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return line;
}
inline std::int64_t note_number(std::string_view text) {
  std::int64_t number = 0;
  for (const char c : text.substr(0, 18)) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + (c - '0');
  }
  return number;
}
}  // namespace detail

inline std::string format_owner(const LeaseOwner& owner) {
  return "pid " + std::to_string(owner.pid) + "\nuser " + detail::note_text(owner.user) +
         "\nsince " + std::to_string(owner.since) + "\ncommand " +
         detail::note_text(owner.command) + "\n";
}

/// Reads what is there; a note that is cut off or not ours leaves pid at 0.
inline LeaseOwner parse_owner(std::string_view note) {
  LeaseOwner owner;
  while (!note.empty()) {
    const std::size_t end = note.find('\n');
    if (end == std::string_view::npos) break;  // a line that is being written
    const std::string_view line = note.substr(0, end);
    note.remove_prefix(end + 1);
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, blank);
    const std::string_view value = line.substr(blank + 1);
    if (key == "pid") owner.pid = detail::note_number(value);
    if (key == "since") owner.since = detail::note_number(value);
    if (key == "user") owner.user = detail::note_text(value);
    if (key == "command") owner.command = detail::note_text(value);
  }
  return owner;
}

/// One lease that a program was started under, as CUPEL_LEASE claims.
struct LeaseClaimed {
  int fd = -1;
  std::string key;
};

inline std::string format_lease_variable(const std::vector<LeaseClaimed>& leases) {
  std::string text;
  for (const LeaseClaimed& lease : leases) {
    if (!text.empty()) text += ',';
    text += std::to_string(lease.fd) + ":" + lease.key;
  }
  return text;
}

/// Parts that are no claim are left out.
inline std::vector<LeaseClaimed> parse_lease_variable(std::string_view text) {
  std::vector<LeaseClaimed> leases;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > 9 || colon + 1 == part.size())
      continue;
    bool digits = true;
    for (const char c : part.substr(0, colon)) digits = digits && c >= '0' && c <= '9';
    if (!digits) continue;
    leases.push_back({static_cast<int>(detail::note_number(part.substr(0, colon))),
                      std::string(part.substr(colon + 1))});
  }
  return leases;
}

/// Whether the descriptor itself holds the lock that `path` names: it must be open on that very
/// file, somebody must hold the file locked, and locking it through this descriptor must work.
inline bool descriptor_holds_lock(int fd, const std::string& path) {
  struct stat held{};
  struct stat named{};
  if (::fstat(fd, &held) != 0 || ::lstat(path.c_str(), &named) != 0) return false;
  if (!S_ISREG(named.st_mode) || held.st_dev != named.st_dev || held.st_ino != named.st_ino)
    return false;
  const int probe = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (probe < 0) return false;
  const bool nobody_holds = ::flock(probe, LOCK_SH | LOCK_NB) == 0;
  ::close(probe);
  return !nobody_holds && ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/// The descriptor of the claim that is for this device (by key) and proves it; -1: there is none.
inline int proven_lease(std::string_view variable, const std::string& directory,
                        std::string_view key) {
  for (const LeaseClaimed& lease : parse_lease_variable(variable))
    if (lease.key == key &&
        descriptor_holds_lock(lease.fd, directory + "/" + std::string(key) + ".lock"))
      return lease.fd;
  return -1;
}

inline bool lease_is_proven(std::string_view variable, const std::string& directory,
                            std::string_view key) {
  return proven_lease(variable, directory, key) >= 0;
}

}  // namespace cupel::pact
