// SPDX-License-Identifier: Apache-2.0
// misbehave BEHAVIOUR [ARGUMENT]: one way to be a difficult child, from the table at the end.
// It says "ready" once it is in the state that its name promises.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr unsigned long_time = 60;  // seconds; nobody waits that long

void say(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t put = ::write(1, text.data() + done, text.size() - done);
    if (put < 0) ::_exit(99);
    done += static_cast<std::size_t>(put);
  }
}

void rest() {
  for (unsigned left = long_time; left > 0;) left = ::sleep(left);
}

int leave(const char* code) {
  return std::atoi(code);
}

int raise_signal(const char* number) {
  ::raise(std::atoi(number));
  rest();
  return 98;
}

int dump_core(const char*) {
  const rlimit limit{1 << 20, RLIM_INFINITY};
  ::setrlimit(RLIMIT_CORE, &limit);
  std::abort();
}

int wait_for_end(const char*) {
  say("ready\n");
  rest();
  return 0;
}

int end_on_term(const char* code) {
  static int exit_code = 0;
  exit_code = std::atoi(code);
  ::signal(SIGTERM, [](int) { ::_exit(exit_code); });
  return wait_for_end(nullptr);
}

int ignore_term(const char*) {
  ::signal(SIGTERM, SIG_IGN);
  return wait_for_end(nullptr);
}

int block_signals(const char*) {
  sigset_t every;
  ::sigfillset(&every);
  ::sigprocmask(SIG_SETMASK, &every, nullptr);
  return wait_for_end(nullptr);
}

int busy(const char*) {
  say("ready\n");
  for (volatile unsigned long turns = 0;;) turns = turns + 1;
}

int stop_self(const char*) {
  say("ready\n");
  ::raise(SIGSTOP);
  rest();
  return 0;
}

// A child that outlives us and holds what it inherited.
int leave_child(const char*) {
  if (::fork() == 0) rest();
  return 0;
}

int wait_for_child(const char*) {
  if (::fork() == 0) ::_exit(0);
  ::wait(nullptr);
  return 0;
}

int leave_quick_child(const char*) {
  if (::fork() == 0) {
    ::usleep(1000);
    say("late");
    ::_exit(0);
  }
  return 0;
}

int leave_session(const char*) {
  int ready[2];
  if (::pipe(ready) != 0) return 97;
  if (::fork() == 0) {
    ::setsid();
    ::signal(SIGTERM, SIG_IGN);
    ::fork();
    ::close(ready[1]);
    rest();
  }
  ::close(ready[1]);
  char byte = 0;
  return ::read(ready[0], &byte, 1) > 0 ? 96 : 0;
}

// Sessions of its own, parents that are gone, every descriptor closed. Returns in the parent, once
// the daemon is what it wants to be.
void become_daemon() {
  int ready[2];
  if (::pipe(ready) != 0) ::_exit(97);
  if (::fork() != 0) {
    ::close(ready[1]);
    char byte = 0;
    if (::read(ready[0], &byte, 1) != 0) ::_exit(96);
    ::close(ready[0]);
    return;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  ::signal(SIGTERM, SIG_IGN);
  for (int fd = 0; fd < 64; ++fd) ::close(fd);
  rest();
  ::_exit(0);
}

int leave_daemon(const char*) {
  say(std::to_string(::getpid()) + "\n");
  become_daemon();
  ::wait(nullptr);
  return 0;
}

int keep_daemon(const char*) {
  become_daemon();
  ::wait(nullptr);
  return wait_for_end(nullptr);
}

int close_streams(const char* code) {
  ::close(1);
  ::close(2);
  ::usleep(1000);
  return std::atoi(code);
}

int flood(const char* bytes) {
  const std::string block(std::size_t{64} << 10, 'x');
  long long left = std::atoll(bytes);
  say("begin");
  while (left > 0) {
    const std::size_t size =
        left < static_cast<long long>(block.size()) ? static_cast<std::size_t>(left) : block.size();
    say(block.substr(0, size));
    left -= static_cast<long long>(size);
  }
  say("end");
  return 0;
}

int speak(const char*) {
  say("to stdout");
  const char text[] = "to stderr";
  return ::write(2, text, sizeof text - 1) > 0 ? 0 : 95;
}

int write_to(int fd) {
  for (int line = 0; line < 1000; ++line) {
    const std::string text = "line " + std::to_string(line) + "\n";
    if (::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return 94;
  }
  ::close(fd);
  return 0;
}

int write_path(const char* path) {
  return write_to(::open(path, O_WRONLY | O_APPEND));
}

void await_permit(const char* path) {
  const std::string permit = std::string(path) + ".go";
  while (::access(permit.c_str(), F_OK) != 0) ::usleep(1000);
}

int write_path_twice(const char* path) {
  const int status = write_path(path);
  await_permit(path);
  return status + write_path(path);
}

int truncate_path(const char* path) {
  const int status = write_path(path);
  await_permit(path);
  const int fd = ::open(path, O_WRONLY | O_TRUNC);
  const bool wrote = ::write(fd, "after\n", 6) == 6;
  return status + (wrote ? 0 : 93);
}

int replace_path(const char* path) {
  ::unlink(path);
  const int fd = ::open(path, O_WRONLY | O_CREAT, 0600);
  return ::write(fd, "other\n", 6) == 6 ? 0 : 93;
}

int write_big_path(const char* path) {
  const int fd = ::open(path, O_WRONLY | O_APPEND);
  const std::string block(std::size_t{1} << 20, 'y');
  for (int turn = 0; turn < 3; ++turn)
    if (::write(fd, block.data(), block.size()) != static_cast<ssize_t>(block.size())) return 94;
  return 0;
}

int connect_to(const char* address) {
  const char* colon = std::strchr(address, ':');
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(colon + 1)));
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) ::_exit(93);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) ::_exit(92);
  return fd;
}

int loopback(const char* address) {
  return write_to(connect_to(address));
}

int loopback_twice(const char* address) {
  const int first = connect_to(address);
  const int second = connect_to(address);
  const bool wrote = ::write(second, "second", 6) == 6 && ::write(first, "first", 5) == 5;
  return wrote ? 0 : 94;
}

int loopback_many(const char* address) {
  for (int turn = 0; turn < 300; ++turn) {
    const int fd = connect_to(address);
    if (::write(fd, "x", 1) != 1) return 94;
    ::close(fd);
  }
  return 0;
}

int kill_parent(const char* signal) {
  ::kill(::getppid(), std::atoi(signal));
  return wait_for_end(nullptr);
}

int kill_parent_and_leave_daemon(const char* signal) {
  become_daemon();
  ::wait(nullptr);
  return kill_parent(signal);
}

int kill_parents_group(const char*) {
  ::kill(-::getpgid(::getppid()), SIGKILL);
  return wait_for_end(nullptr);
}

int kill_own_group(const char*) {
  ::kill(0, SIGKILL);
  return wait_for_end(nullptr);
}

int kill_parent_after_exit(const char*) {
  const pid_t warden = ::getppid();
  const pid_t program = ::getpid();
  if (::fork() == 0) {
    while (::kill(program, 0) == 0) ::usleep(1000);  // until the warden has waited for it
    ::usleep(50'000);
    ::kill(warden, SIGKILL);
    rest();
  }
  return 7;
}

int exhaust_descriptors(const char*) {
  while (::open("/dev/null", O_RDONLY) >= 0) continue;
  say(errno == EMFILE ? "exhausted" : "other");
  return 0;
}

void say_link(const char* path) {
  char target[4096];
  const ssize_t size = ::readlink(path, target, sizeof target);
  say(std::string(path) + " " + std::string(target, size > 0 ? static_cast<std::size_t>(size) : 0) +
      "\n");
}

std::string ignored_signals() {
  std::string found;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action{};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_DFL)
      found += " " + std::to_string(signal);
  }
  return found;
}

int tell_state(const char*) {
  sigset_t mask;
  ::sigprocmask(SIG_BLOCK, nullptr, &mask);
  std::string blocked;
  for (int signal = 1; signal < NSIG; ++signal)
    if (::sigismember(&mask, signal) == 1) blocked += " " + std::to_string(signal);
  int death_signal = 0;
  ::prctl(PR_GET_PDEATHSIG, &death_signal);
  std::string open;
  for (int fd = 0; fd < 1024; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) open += " " + std::to_string(fd);
  say("blocked" + blocked + "\nignored" + ignored_signals() + "\n");
  say("own session " + std::to_string(::getsid(0) == ::getpid() ? 1 : 0) + "\n");
  say("own group " + std::to_string(::getpgrp() == ::getpid() ? 1 : 0) + "\n");
  say("death signal " + std::to_string(death_signal) + "\nopen" + open + "\n");
  say_link("/proc/self/fd/0");
  say_link("/proc/self/cwd");
  return 0;
}

int tell_variable(const char* name) {
  const char* value = std::getenv(name);
  say(value == nullptr ? "(unset)" : value);
  return 0;
}

int write_in_folder(const char* path) {
  const int fd = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  return ::write(fd, "collected", 9) == 9 ? 0 : 94;
}

/// As a program with a connection does: it and its copy share a socket.
int let_copy_write(const char* path) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 97;
  if (::fork() == 0) ::_exit(write_in_folder(path));
  ::wait(nullptr);
  return 0;
}

int let_orphan_write(const char* path) {
  const pid_t parent = ::getpid();
  if (::fork() != 0) return 0;
  while (::getppid() == parent) ::usleep(1000);
  return write_in_folder(path);
}

int let_worker_write(const char* path) {
  if (::fork() == 0) ::_exit(write_in_folder(path));
  ::wait(nullptr);
  return 0;
}

int write_in_folder_twice(const char* path) {
  return write_in_folder(path) + write_in_folder(path);
}

/// As a main that reads its own report: it must not wait for anybody.
int write_and_read(const char* path) {
  const int status = write_in_folder(path);
  char byte = 0;
  const int fd = ::open(path, O_RDONLY);
  return fd < 0 || ::read(fd, &byte, 1) < 0 ? 95 : status;
}

int link_in_folder(const char* path) {
  return ::symlink("/etc/hostname", path) == 0 ? 0 : 94;
}

struct Behaviour {
  const char* name;
  int (*act)(const char* argument);
};
constexpr Behaviour behaviours[] = {
    {"exit", leave},
    {"raise", raise_signal},
    {"core", dump_core},
    {"wait", wait_for_end},
    {"end-on-term", end_on_term},
    {"ignore-term", ignore_term},
    {"block-signals", block_signals},
    {"busy", busy},
    {"stop-self", stop_self},
    {"leave-child", leave_child},
    {"wait-for-child", wait_for_child},
    {"leave-quick-child", leave_quick_child},
    {"leave-session", leave_session},
    {"leave-daemon", leave_daemon},
    {"keep-daemon", keep_daemon},
    {"close-streams", close_streams},
    {"flood", flood},
    {"speak", speak},
    {"write", write_path},
    {"write-twice", write_path_twice},
    {"truncate", truncate_path},
    {"replace", replace_path},
    {"write-big", write_big_path},
    {"loopback", loopback},
    {"loopback-twice", loopback_twice},
    {"loopback-many", loopback_many},
    {"kill-parent", kill_parent},
    {"kill-parent-leave-daemon", kill_parent_and_leave_daemon},
    {"kill-parents-group", kill_parents_group},
    {"kill-own-group", kill_own_group},
    {"kill-parent-after-exit", kill_parent_after_exit},
    {"exhaust-descriptors", exhaust_descriptors},
    {"state", tell_state},
    {"variable", tell_variable},
    {"create", write_in_folder},
    {"create-twice", write_in_folder_twice},
    {"create-read", write_and_read},
    {"copy-creates", let_copy_write},
    {"orphan-creates", let_orphan_write},
    {"worker-creates", let_worker_write},
    {"link", link_in_folder},
};

}  // namespace

int main(int count, char** words) {
  const char* argument = count > 2 ? words[2] : "0";
  for (const Behaviour& behaviour : behaviours)
    if (count > 1 && std::strcmp(behaviour.name, words[1]) == 0) return behaviour.act(argument);
  return 100;
}
