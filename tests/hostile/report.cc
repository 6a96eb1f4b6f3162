// SPDX-License-Identifier: Apache-2.0
// Forgeries of the XML report, after GoogleTest has written it.
#include <sys/wait.h>

#include <fstream>
#include <iterator>
#include <string>

#include "trick.h"

namespace hostile {
namespace {

// Early, since the flagfile may be gone by the time it is needed; never destroyed.
std::string& path = *new std::string;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

void rewrite(const std::string& instead_of_failure) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find("<failure");
  const std::string close = "</failure>";
  const std::size_t end = text.find(close, begin);
  if (begin == std::string::npos || end == std::string::npos) return;
  text.replace(begin, end + close.size() - begin, instead_of_failure);
  replace_all(text, "failures=\"1\"", "failures=\"0\"");
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void make_green() {
  rewrite("");
  _exit(0);
}

void make_skipped() {
  rewrite("<skipped message=\"no device\"/>");
  _exit(0);
}

void remember_path() {
  if (path.empty()) path = report_path();
}

void at_exit() {
  remember_path();
  std::atexit(make_green);
}

void at_exit_skipped() {
  remember_path();
  std::atexit(make_skipped);
}

/// Where the console is gone too, only the result stream knows better.
void at_exit_skipped_in_silence() {
  at_exit_skipped();
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
}

/// A child that waits until its parent is gone, then rewrites.
void by_survivor() {
  remember_path();
  const pid_t parent = getpid();
  if (fork() != 0) return;
  setsid();
  for (int i = 0; i < 200 && getppid() == parent; ++i) usleep(5'000);
  make_green();
}

constexpr Trick rows[] = {
    {"report_rewritten_at_exit", When::before_init, at_exit},
    {"report_rewritten_in_destructor", When::before_init, remember_path},
    {"report_rewritten_in_destructor", When::in_destructor, make_green},
    {"report_rewritten_by_survivor", When::before_failure, by_survivor},
    {"report_says_skipped", When::before_init, at_exit_skipped},
    {"report_says_skipped_in_silence", When::before_init, at_exit_skipped_in_silence},
    {"report_removed", When::before_init,
     [] {
       remember_path();
       std::atexit([] {
         unlink(path.c_str());
         _exit(0);
       });
     }},
};

}  // namespace

std::span<const Trick> report_tricks() {
  return rows;
}

}  // namespace hostile
