// SPDX-License-Identifier: Apache-2.0
// The file that $CUPEL_EVENTS names, as seen from the test program. No lock is held and nothing is
// allocated, so that threads and children after fork may all write; a test that closes descriptors
// that are not its own, and opens others in their place, gets nothing of ours written there.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <cupel/pact/events.hpp>

namespace cupel::detail {

class EventsFile {
 public:
  /// Reads the variable; done once at program start, so that a later setenv changes nothing.
  void find() {
    const char* path = std::getenv(pact::events_variable);
    if (path == nullptr || std::strlen(path) >= sizeof path_) return;
    std::memcpy(path_, path, std::strlen(path) + 1);
  }
  [[nodiscard]] bool present() const { return path_[0] != '\0'; }

  /// Appends one line. A line that cannot be written is lost: this never disturbs the test.
  void append(std::string_view line) {
    const int saved = errno;
    const int descriptor = ready();
    if (descriptor >= 0) {
      while (::write(descriptor, line.data(), line.size()) < 0 && errno == EINTR) {
      }
    }
    errno = saved;
  }

 private:
  // Above the numbers that programs count on getting for their own files.
  static constexpr int first_descriptor = 200;

  int ready() {
    const int current = descriptor_.load(std::memory_order_acquire);
    if (current >= 0 && is_ours(current)) return current;
    const int opened = open_again();
    int expected = current;
    if (opened < 0 || descriptor_.compare_exchange_strong(expected, opened)) return opened;
    ::close(opened);  // another thread was first
    return expected;
  }
  [[nodiscard]] bool is_ours(int descriptor) const {
    struct stat now;
    return ::fstat(descriptor, &now) == 0 && static_cast<std::uint64_t>(now.st_dev) == device_ &&
           static_cast<std::uint64_t>(now.st_ino) == inode_;
  }
  int open_again() {
    const int low = ::open(path_, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (low < 0) return low;
    int opened = ::fcntl(low, F_DUPFD_CLOEXEC, first_descriptor);
    if (opened < 0) {
      opened = low;  // a low limit on descriptors
    } else {
      ::close(low);
    }
    struct stat now;
    if (::fstat(opened, &now) == 0) {
      device_ = static_cast<std::uint64_t>(now.st_dev);
      inode_ = static_cast<std::uint64_t>(now.st_ino);
    }
    return opened;
  }

  std::atomic<int> descriptor_{-1};
  std::atomic<std::uint64_t> device_{0};
  std::atomic<std::uint64_t> inode_{0};
  char path_[4096] = {};
};

inline EventsFile events_file;
inline const bool events_file_found = (events_file.find(), true);

inline std::int64_t monotonic_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

inline pact::EventLine event_line(const char* kind) {
  return pact::EventLine(kind, static_cast<std::int64_t>(::getpid()), monotonic_ns());
}

}  // namespace cupel::detail
