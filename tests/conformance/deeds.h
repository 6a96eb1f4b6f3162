// SPDX-License-Identifier: Apache-2.0
// What the C++ programs of the conformance table do wrong, once for all frameworks. A test calls
// the deed of its scenario; deeds of the whole program are done where CONFORMANCE names them.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>

namespace deeds {

inline bool asked(const char* scenario) {
  const char* value = std::getenv("CONFORMANCE");
  return value != nullptr && std::strcmp(value, scenario) == 0;
}

inline void write_all(int fd, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}
inline void print(const std::string& bytes) {
  write_all(STDOUT_FILENO, bytes);
}

// --- ends of the process
inline void segfault() {
  signal(SIGSEGV, SIG_DFL);
  *static_cast<volatile int*>(nullptr) = 1;
}
inline int recurse(int depth) {
  volatile char frame[4096] = {};
  return depth == 0 ? frame[0] : recurse(depth - 1) + frame[1];
}
inline void overflow_stack() {
  volatile int deep = 1 << 30;
  if (recurse(deep) == 7) print("unlikely");
}

// --- tests that do not end
[[noreturn]] inline void wait_for_ever() {
  for (;;) pause();
}
[[noreturn]] inline void ignore_term() {
  signal(SIGTERM, SIG_IGN);
  for (volatile bool spinning = true; spinning;) {
  }
  std::abort();
}
inline void stop() {
  raise(SIGSTOP);
}

// --- output
inline void print_binary() {
  print(std::string("\0\1\2\x80\xfe\xff\xc3(\xed\xa0\x80 \x1a\r\r\x1b[2J\x1b]0;title\x07 ]]> <&>\n",
                    34));
}
inline void print_much() {
  const std::string block(std::size_t{1} << 16, 'x');
  for (int i = 0; i < 320; ++i) print(block);
}
inline void close_output() {
  std::fflush(nullptr);
  close(STDOUT_FILENO);
  close(STDERR_FILENO);
}
inline void close_every_descriptor() {
  std::fflush(nullptr);
  for (int fd = 0; fd < 256; ++fd) close(fd);
}

// --- processes
constexpr unsigned child_seconds = 60;
inline void leave_child() {
  if (fork() != 0) return;
  sleep(child_seconds);
  _exit(0);
}
inline void leave_daemon() {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  signal(SIGTERM, SIG_IGN);
  sleep(child_seconds);
  _exit(0);
}
/// The child returns from the test as if it were the runner.
inline void become_two() {
  fork();
}
inline void block_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
}
inline void leave_folder() {
  if (chdir("/") != 0) std::abort();
}

/// `flags` are words, with '|' between them, by which the framework's listing can be told on the
/// command line.
inline bool listing(const std::string& flags) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  std::istringstream words(flags);
  for (std::string flag; std::getline(words, flag, '|');) {
    if (line.find(flag) != std::string::npos) return true;
  }
  return false;
}

/// Deeds of the whole program, done by a static object: before main, and after it.
struct AroundMain {
  const char* flag;
  explicit AroundMain(const char* listing_flag) : flag(listing_flag) {
    if (asked("throws_before_main")) throw std::runtime_error("before main");
    if (!listing(flag)) return;
    if (asked("list_crashes")) std::abort();
    if (asked("list_hangs")) wait_for_ever();
    if (asked("list_exits_zero")) _exit(0);
    if (asked("list_prints_garbage")) {
      print(std::string("\0{]\xff<Suite.\n  Test\n<", 20));
      _exit(0);
    }
    if (asked("list_is_noisy")) {
      print("Noise.\n  Test\n{\"a\": [\nanother test\n");
      write_all(STDERR_FILENO, "warning: \xff\n");
    }
  }
  AroundMain(const AroundMain&) = delete;
  AroundMain& operator=(const AroundMain&) = delete;
  ~AroundMain() {
    if (!listing(flag) && asked("crashes_after_the_run")) segfault();
    if (!listing(flag) && asked("turns_code_to_zero")) _exit(0);
    if (!listing(flag) && asked("turns_code_to_seven")) _exit(7);
    if (!listing(flag) && asked("hangs_after_the_run")) wait_for_ever();
  }
};

}  // namespace deeds
