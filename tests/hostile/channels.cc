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

/// A line as the client writes it, with `members` of the program's own choice.
void append_client_event(const std::string& kind, const std::string& test,
                         const std::string& members) {
  append_event(R"({"cupel":1,"e":")" + kind + R"(","pid":)" + std::to_string(getpid()) +
               R"(,"t":1,"test":")" + test + "\"," + members + "}");
}

void claim_success() {
  append_client_event("finished", tests[1], R"("outcome":"passed")");
  append_client_event("improve", tests[1], R"("why":"it is well","dead":false)");
  append_client_event("worsen", tests[1], R"("outcome":"passed")");
  append_event(R"({"at":1,"event":"test_settled","test":"t:Culprit.Fails","outcome":"passed"})");
}

void blame_another() {
  append_client_event("worsen", tests[2], R"("why":"it was the other one","dead":false)");
}

constexpr Trick rows[] = {
    {"kills_siblings", When::before_failure, kill_siblings},
    {"kills_parent", When::before_failure, kill_parent},
    {"events_claim_success", When::before_failure, claim_success},
    {"events_blame_another", When::before_failure, blame_another},
};

}  // namespace

std::span<const Trick> channel_tricks() {
  return rows;
}

}  // namespace hostile
