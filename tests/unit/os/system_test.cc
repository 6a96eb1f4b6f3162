// SPDX-License-Identifier: Apache-2.0
// The small windows on the system: signals, environment, descriptors, terminal, machine.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "gtest/gtest.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/fd.h"
#include "os/machine.h"
#include "os/signals.h"
#include "os/terminal.h"

namespace cupel::os {
namespace {

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

bool is_blocked(int signal) {
  sigset_t mask;
  ::sigprocmask(SIG_BLOCK, nullptr, &mask);
  return ::sigismember(&mask, signal) == 1;
}

TEST(SignalTap, TakesSignalsAsDataAndRestoresTheMask) {
  // Whoever runs this in the background may have had it ignored.
  const auto interrupt = ::signal(SIGINT, SIG_DFL);
  const auto terminate = ::signal(SIGTERM, SIG_DFL);
  {
    base::Result<SignalTap> tap = SignalTap::open({SIGINT, SIGTERM});
    ASSERT_TRUE(tap.ok());
    EXPECT_TRUE(is_blocked(SIGINT));
    EXPECT_TRUE(tap->take().empty());
    ::raise(SIGTERM);
    ::raise(SIGINT);
    pollfd ready{tap->fd(), POLLIN, 0};
    EXPECT_EQ(::poll(&ready, 1, 0), 1);
    EXPECT_EQ(tap->take(), (std::vector<int>{SIGINT, SIGTERM}));
    ::raise(SIGTERM);  // never taken: must not kill us when the tap closes
  }
  EXPECT_FALSE(is_blocked(SIGINT));
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, terminate);
}

TEST(SignalTap, LeavesIgnoredSignalsIgnoredButNotSigchld) {
  const auto hup = ::signal(SIGHUP, SIG_IGN);
  const auto chld = ::signal(SIGCHLD, SIG_IGN);
  {
    base::Result<SignalTap> tap = SignalTap::open({SIGHUP, SIGCHLD});
    ASSERT_TRUE(tap.ok());
    ::raise(SIGHUP);
    ::raise(SIGCHLD);
    EXPECT_EQ(tap->take(), std::vector<int>{SIGCHLD});
  }
  ::signal(SIGHUP, hup);
  ::signal(SIGCHLD, chld);
}

TEST(SignalName, HasTheUsualWords) {
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(signal_name(63), "signal 63");
}

TEST(Fd, ClosesOnceAndMoves) {
  Pipe pipe = make_pipe().value();
  const int number = pipe.read.get();
  EXPECT_EQ(::fcntl(number, F_GETFD), FD_CLOEXEC);
  Fd moved = std::move(pipe.read);
  EXPECT_TRUE(is_open(number));
  moved.reset();
  EXPECT_FALSE(is_open(number));
}

TEST(Fd, CloseAllButKeepsWhatIsNamed) {
  Pipe first = make_pipe().value();
  Pipe second = make_pipe().value();
  const pid_t child = ::fork();
  if (child == 0) {
    const int keep[] = {second.write.get(), first.read.get()};
    close_all_but(keep);
    const bool right = is_open(keep[0]) && is_open(keep[1]) && is_open(2) &&
                       !is_open(first.write.get()) && !is_open(second.read.get());
    ::_exit(right ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Fd, StandardStreamsAreFilledWithNull) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(0);
    ::close(2);
    ensure_standard_streams();
    ::_exit(is_open(0) && is_open(1) && is_open(2) && !is_open(3 + 1000) ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Environment, IsReadAsAMap) {
  ::setenv("CUPEL_OS_TEST", "a=b", 1);
  EXPECT_EQ(environment().at("CUPEL_OS_TEST"), "a=b");
  EXPECT_EQ(environment_value("CUPEL_OS_TEST"), "a=b");
  ::unsetenv("CUPEL_OS_TEST");
  EXPECT_FALSE(environment().contains("CUPEL_OS_TEST"));
  EXPECT_EQ(environment_value("CUPEL_OS_TEST"), std::nullopt);
}

TEST(Terminal, WidthOfNoTerminalComesFromColumns) {
  Pipe pipe = make_pipe().value();
  EXPECT_FALSE(is_terminal(pipe.write.get()));
  ::setenv("COLUMNS", "123", 1);
  EXPECT_EQ(terminal_width(pipe.write.get()), 123U);
  ::setenv("COLUMNS", "12x", 1);
  EXPECT_EQ(terminal_width(pipe.write.get()), 80U);
  ::unsetenv("COLUMNS");
  EXPECT_EQ(terminal_width(pipe.write.get()), 80U);
}

TEST(Machine, FactsAreThere) {
  const MachineFacts facts = machine_facts();
  EXPECT_NE(facts.host, "");
  EXPECT_EQ(facts.kernel.substr(0, 6), "Linux ");
  EXPECT_EQ(facts.boot_id.size(), 36U);
  EXPECT_GT(facts.uptime_s, 0);
  EXPECT_GE(usable_processors(), 1U);
  EXPECT_NE(user_name(), "");
}

TEST(Clock, GoesForward) {
  const base::MonoTime before = mono_now();
  EXPECT_LE(before, mono_now());
  EXPECT_GT(wall_now().time_since_epoch().count(), 0);
}

}  // namespace
}  // namespace cupel::os
