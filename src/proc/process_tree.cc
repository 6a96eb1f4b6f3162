// SPDX-License-Identifier: Apache-2.0
#include "proc/process_tree.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "base/check.h"
#include "base/text.h"
#include "os/directory.h"
#include "os/fd.h"
#include "os/file.h"

namespace cupel::proc {
namespace {

constexpr std::uint64_t stat_limit = 4096;
constexpr std::uint64_t cmdline_limit = 4096;
constexpr std::size_t shown_columns = 160;

std::string proc_path(pid_t pid, const char* name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

std::string proc_text(pid_t pid, const char* name, std::uint64_t limit) {
  base::Result<os::FileHead> head = os::read_untrusted(proc_path(pid, name), limit);
  return head.ok() ? std::move(head->bytes) : std::string();
}

std::vector<pid_t> all_pids() {
  std::vector<pid_t> pids;
  const base::Result<std::vector<std::string>> names = os::list_directory("/proc");
  if (!names.ok()) return pids;
  for (const std::string& name : *names) {
    pid_t pid = 0;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data(), end, pid).ptr == end) pids.push_back(pid);
  }
  return pids;
}

}  // namespace

std::optional<ProcessFacts> process_facts(pid_t pid) {
  // PID (COMM) STATE PPID PGRP …, the start time in field 22; COMM may hold blanks and brackets.
  const std::string text = proc_text(pid, "stat", stat_limit);
  const std::size_t bracket = text.rfind(')');
  if (bracket == std::string::npos) return std::nullopt;
  ProcessFacts facts;
  facts.pid = pid;
  unsigned long long started = 0;
  const int read = std::sscanf(text.c_str() + bracket + 1,
                               " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                               "%*d %*d %llu",
                               &facts.state, &facts.parent, &facts.group, &started);
  if (read != 4) return std::nullopt;
  facts.started = started;
  return facts;
}

std::vector<ProcessFacts> descendants_of(pid_t root, std::span<const pid_t> except) {
  std::multimap<pid_t, ProcessFacts> by_parent;
  for (const pid_t pid : all_pids())
    if (const std::optional<ProcessFacts> facts = process_facts(pid))
      by_parent.emplace(facts->parent, *facts);
  std::vector<ProcessFacts> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const auto [first, last] = by_parent.equal_range(open.back());
    open.pop_back();
    for (auto child = first; child != last; ++child) {
      if (std::ranges::find(except, child->second.pid) != except.end()) continue;
      found.push_back(child->second);
      open.push_back(child->second.pid);
    }
  }
  return found;
}

bool signal_process(const ProcessFacts& process, int signal) {
  CUPEL_CHECK(process.pid > 1, "a signal was about to go to process 1 or to a group");
  CUPEL_CHECK(process.pid != ::getpid(), "a signal was about to go to cupel itself");
  const os::Fd handle(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
  if (!handle && errno != ENOSYS) return false;
  // From here on the handle cannot change its process; only what it was opened on is in doubt.
  const std::optional<ProcessFacts> now = process_facts(process.pid);
  if (!now || now->started != process.started || now->dead()) return false;
  if (!handle) return ::kill(process.pid, signal) == 0;
  return ::syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) == 0;
}

void signal_group(pid_t group, int signal) {
  CUPEL_CHECK(group > 1, "a signal was about to go to every process");
  CUPEL_CHECK(group != ::getpgrp(), "a signal was about to go to cupel's own group");
  ::kill(-group, signal);
}

std::string describe_process(pid_t pid) {
  std::string words = proc_text(pid, "cmdline", cmdline_limit);
  while (!words.empty() && words.back() == '\0') words.pop_back();
  std::ranges::replace(words, '\0', ' ');
  if (words.empty()) {
    words = proc_text(pid, "comm", stat_limit);
    if (!words.empty() && words.back() == '\n') words.pop_back();
    words = "[" + words + "]";
  }
  return base::ellipsize(base::to_one_line(words), shown_columns) + " (pid " + std::to_string(pid) +
         ")";
}

}  // namespace cupel::proc
