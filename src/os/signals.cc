// SPDX-License-Identifier: Apache-2.0
#include "os/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "os/errno_error.h"

namespace cupel::os {
namespace {

bool is_ignored(int signal) {
  struct sigaction action{};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

base::Result<SignalTap> SignalTap::open(std::initializer_list<int> signals) {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : signals) {
    if (signal == SIGCHLD) ::signal(SIGCHLD, SIG_DFL);
    if (!is_ignored(signal)) ::sigaddset(&wanted, signal);
  }
  Fd fd(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd) return system_error(errno, "cannot listen for signals");
  sigset_t before;
  if (::sigprocmask(SIG_BLOCK, &wanted, &before) != 0)
    return system_error(errno, "cannot block signals");
  return SignalTap(std::move(fd), before);
}

SignalTap::~SignalTap() {
  if (!fd_) return;
  // What came in the last moment was meant for this tap: it must not kill us on the way out.
  static_cast<void>(take());
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::vector<int> SignalTap::take() {
  std::vector<int> arrived;
  signalfd_siginfo info{};
  while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
    arrived.push_back(static_cast<int>(info.ssi_signo));
  return arrived;
}

void ignore_write_signals() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  if (name != nullptr) return std::string("SIG") + name;
  return "signal " + std::to_string(signal);
}

}  // namespace cupel::os
