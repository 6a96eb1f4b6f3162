// SPDX-License-Identifier: Apache-2.0
// What a test does wrong when FAULT names it, and what it does right when nothing does: the same in
// the programs of every framework.
#pragma once

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

namespace misbehave {

inline bool is(const char* fault) {
  const char* asked = std::getenv("FAULT");
  return asked != nullptr && std::strcmp(asked, fault) == 0;
}

/// Writes into every pipe and fifo that is open beyond the standard streams.
inline void write_into_channels(const std::string& bytes) {
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    const int fd = std::atoi(entry->d_name);
    struct stat facts{};
    if (fd < 3 || fstat(fd, &facts) != 0 || !S_ISFIFO(facts.st_mode)) continue;
    if (write(fd, bytes.data(), bytes.size()) < 0) continue;
  }
  closedir(folder);
}

/// To be called in the test that is to go wrong. `record`: a record in the framework's own words,
/// for the fault "forges"; `end`: all that it writes when a run is complete, for "forges_the_end".
inline void here(const std::string& record = "", const std::string& end = "") {
  if (is("aborts")) std::abort();
  if (is("segfaults")) *static_cast<volatile int*>(nullptr) = 1;
  if (is("is_killed")) raise(SIGKILL);
  if (is("terminates")) std::terminate();
  if (is("hangs")) {
    for (;;) pause();
  }
  if (is("exits_0")) std::exit(0);
  if (is("exits_0_at_once")) _exit(0);
  if (is("exits_3_at_once")) _exit(3);
  if (is("closes_output")) {
    std::fclose(stdout);
    std::fclose(stderr);
  }
  if (is("prints_records")) {
    std::fputs(record.c_str(), stdout);
    std::fflush(stdout);
  }
  if (is("forges")) write_into_channels(record);
  if (is("forges_the_end")) {
    write_into_channels(end);
    _exit(0);
  }
}

/// True in a forked child that is to return from its test and run the rest again.
inline bool is_second_runner() {
  if (!is("forks")) return false;
  const pid_t child = fork();
  if (child > 0) waitpid(child, nullptr, 0);
  return child == 0;
}

/// Before main, while listing too.
struct BeforeMain {
  BeforeMain() {
    if (is("list_crashes")) std::abort();
    if (is("list_exits")) std::exit(3);
    if (is("list_hangs")) {
      for (;;) pause();
    }
    if (is("prints_before_main")) std::puts("hello\nfrom a static object");
  }
};

}  // namespace misbehave
