// SPDX-License-Identifier: Apache-2.0
#include "os/foreground.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "os/errno_error.h"
#include "os/fd.h"
#include "os/signals.h"

namespace cupel::os {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

/// In the child: never returns. It dies with us, so that a lease is not held by what nobody waits
/// for; what it starts itself holds the lease on for as long as it lives. The errno of a failed
/// exec goes to `report`.
[[noreturn]] void become(std::vector<std::string> command, std::vector<std::string> variables,
                         const std::vector<int>& inherited, int report, pid_t parent) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Ignored here (signals.h), and that would be inherited.
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  for (const int fd : inherited) static_cast<void>(set_inheritable(fd, true));
  const std::vector<char*> argv = pointers(command);
  const std::vector<char*> envp = pointers(variables);
  ::execvpe(argv.front(), argv.data(), envp.data());
  const int error = errno;
  static_cast<void>(::write(report, &error, sizeof error) < 0);
  ::_exit(127);
}

/// The errno with which the child's exec failed; 0 when it worked and the pipe closed empty.
int exec_error(int report) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(report, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof error) ? error : 0;
}

base::Result<ForegroundEnd> wait_for(pid_t child, SignalTap& tap) {
  for (;;) {
    int status = 0;
    const pid_t got = ::waitpid(child, &status, WNOHANG);
    if (got == child && WIFEXITED(status)) return ForegroundEnd{false, WEXITSTATUS(status)};
    if (got == child && WIFSIGNALED(status)) return ForegroundEnd{true, WTERMSIG(status)};
    if (got < 0 && errno != EINTR) return system_error(errno, "cannot wait for the command");
    pollfd ready{tap.fd(), POLLIN, 0};
    static_cast<void>(::poll(&ready, 1, -1));
    for (const int signal : tap.take()) {
      if (signal == SIGTERM || signal == SIGHUP) static_cast<void>(::kill(child, signal));
    }
  }
}

}  // namespace

base::Result<ForegroundEnd> run_foreground(const std::vector<std::string>& command,
                                           const std::map<std::string, std::string>& environment,
                                           const std::vector<int>& inherited) {
  CUPEL_TRY_ASSIGN(SignalTap tap, SignalTap::open({SIGCHLD, SIGTERM, SIGHUP, SIGINT, SIGQUIT}));
  CUPEL_TRY_ASSIGN(Pipe report, make_pipe());
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return system_error(errno, "cannot start a process");
  if (child == 0) become(command, std::move(variables), inherited, report.write.get(), parent);
  report.write.reset();
  const int error = exec_error(report.read.get());
  auto end = wait_for(child, tap);
  if (error != 0) {
    base::Error failed = system_error(error, "cannot run " + command.front());
    failed.hint = "give a program that exists and may be executed";
    return failed;
  }
  return end;
}

}  // namespace cupel::os
