// SPDX-License-Identifier: Apache-2.0
// A test that damages what it runs in; FAULT names how. Bounded: nothing outside the working
// directory, the temporary directory and the process's own limits is touched.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support.h"

namespace {

namespace fs = std::filesystem;

/// Only a directory made for the purpose: one that is named so.
void delete_working_directory() {
  const fs::path here = fs::current_path();
  ASSERT_EQ(here.filename(), "to-be-deleted");
  fs::remove_all(here);
}

/// 8 MB at most.
void fill_temporary_directory() {
  const fs::path folder = fs::temp_directory_path() / ("fill-" + std::to_string(getpid()));
  fs::create_directory(folder);
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 8; ++i) std::ofstream(folder / std::to_string(i)) << block;
}

void change_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  signal(SIGCHLD, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

void exhaust_descriptors() {
  faults::limit(RLIMIT_NOFILE, 128);
  while (open("/dev/null", O_RDONLY) >= 0) {
  }
  EXPECT_EQ(errno, EMFILE);
}

void allocate_until_the_limit() {
  faults::limit(RLIMIT_AS, rlim_t{512} << 20);
  std::vector<std::vector<char>> hoard;
  for (;;) hoard.emplace_back(std::size_t{16} << 20);
}

void close_all_descriptors() {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}

void write_garbage_events() {
  std::ofstream(faults::variable("CUPEL_EVENTS"), std::ios::app | std::ios::binary)
      << "not an event\n{\"event\":\"\xff\"}\n{\"unfinished\": [\n"
      << std::string(3, '\0') << "\n"
      << std::string(100000, 'x');
}

/// The oldest ancestor whose name is the gate's; its helpers may have the same name.
void kill_the_gate() {
  pid_t gate = 0;
  for (pid_t pid = getppid(); pid > 1;) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    pid_t parent = 0;
    stat >> number >> name >> state >> parent;
    if (name == "(cupel)") gate = pid;
    pid = parent;
  }
  if (gate > 1) kill(gate, SIGKILL);
}

struct Row {
  const char* label;
  void (*misdeed)();
};
constexpr Row rows[] = {
    {"deletes_workdir", delete_working_directory},
    {"deletes_workdir_then_aborts", delete_working_directory},
    {"fills_tmp", fill_temporary_directory},
    {"changes_signals", change_signals},
    {"exhausts_descriptors", exhaust_descriptors},
    {"allocates_until_the_limit", allocate_until_the_limit},
    {"closes_all_descriptors", close_all_descriptors},
    {"writes_garbage_events", write_garbage_events},
    {"kills_the_gate", kill_the_gate},
    {"kills_its_parent", [] { kill(getppid(), SIGKILL); }},
    {"terminates_its_parent", [] { kill(getppid(), SIGTERM); }},
    {"kills_its_parents_group", [] { kill(-getpgid(getppid()), SIGKILL); }},
};

TEST(Damage, Before) {}
TEST(Damage, Done) {
  for (const Row& row : rows) {
    if (faults::asked(row.label)) row.misdeed();
  }
}
TEST(Damage, Next) {
  if (faults::asked("deletes_workdir_then_aborts")) std::abort();
}
TEST(Damage, After) {}

}  // namespace
