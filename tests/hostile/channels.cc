// SPDX-License-Identifier: Apache-2.0
// Tricks against the gate itself: its processes, its file of events.
#include <dirent.h>

#include <fstream>
#include <string>

#include "trick.h"

namespace hostile {
namespace {

pid_t parent_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("PPid:")) return static_cast<pid_t>(std::stol(line.substr(5)));
  }
  return 0;
}

/// Ends every other child of this program's parent.
void kill_siblings() {
  const pid_t parent = getppid();
  if (parent <= 1) return;
  DIR* processes = opendir("/proc");
  while (const dirent* entry = readdir(processes)) {
    const pid_t pid = static_cast<pid_t>(std::atol(entry->d_name));
    if (pid > 1 && pid != getpid() && parent_of(pid) == parent) kill(pid, SIGKILL);
  }
  closedir(processes);
}

void kill_parent() {
  if (getppid() > 1) kill(getppid(), SIGKILL);
}

void append_event(const std::string& line) {
  std::ofstream(faults::variable("CUPEL_EVENTS"), std::ios::app) << line << "\n";
}

void claim_success() {
  append_event(R"({"v":1,"event":"finished","test":"Culprit.Fails","outcome":"passed"})");
  append_event(R"({"v":1,"event":"result","test":"Culprit.Fails","outcome":"passed"})");
  append_event(
      R"({"at":"2026-01-01T00:00:00Z","test_settled":{"test":"t:Culprit.Fails","outcome":"passed"}})");
}

constexpr Trick rows[] = {
    {"kills_siblings", When::before_failure, kill_siblings},
    {"kills_parent", When::before_failure, kill_parent},
    {"events_claim_success", When::before_failure, claim_success},
};

}  // namespace

std::span<const Trick> channel_tricks() {
  return rows;
}

}  // namespace hostile
