// SPDX-License-Identifier: Apache-2.0
// What every fault program shares. A misdeed is done unless FAULT_HONEST is set: the same program
// with that one variable is its own honest twin. Programs with several whole-process misdeeds do
// the one that FAULT names.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace faults {

inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

inline bool honest() {
  return !variable("FAULT_HONEST").empty();
}
inline bool bad() {
  return !honest();
}
inline bool asked(const char* label) {
  return bad() && variable("FAULT") == label;
}

/// True where the command line asks for a listing; usable before main.
inline bool listing() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  return line.find("gtest_list_tests") != std::string::npos;
}

/// Ends nothing of its own accord.
[[noreturn]] inline void hang() {
  for (;;) {
    pause();
  }
}

/// write(2) until all is written or it cannot be.
inline void write_all(int fd, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n <= 0) {
      return;
    }
    done += static_cast<std::size_t>(n);
  }
}

/// A bounded soft limit on a resource of this process.
inline void limit(int resource, rlim_t soft) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  now.rlim_cur = soft;
  setrlimit(static_cast<__rlimit_resource_t>(resource), &now);
}

}  // namespace faults
