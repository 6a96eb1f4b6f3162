// SPDX-License-Identifier: Apache-2.0
// Another process that holds the lease on a device until it is told to end.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "engine/lease.h"
#include "os/clock.h"
#include "os/fd.h"

namespace cupel::engine::testing {

class LeaseHolderProcess {
 public:
  LeaseHolderProcess(const std::string& lock_dir, const std::string& uuid) {
    os::Pipe pipe = std::move(os::make_pipe()).value();
    pid_ = ::fork();  // NOLINT(cppcoreguidelines-prefer-member-initializer): after the pipe
    if (pid_ == 0) hold(lock_dir, uuid, pipe.write.get());
    pipe.write.reset();
    char held = 0;
    EXPECT_EQ(::read(pipe.read.get(), &held, 1), 1) << "the other process did not get the lease";
  }
  LeaseHolderProcess(const LeaseHolderProcess&) = delete;
  LeaseHolderProcess& operator=(const LeaseHolderProcess&) = delete;
  ~LeaseHolderProcess() { end(); }

  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  [[noreturn]] static void hold(const std::string& lock_dir, const std::string& uuid, int say) {
    auto folder = LockFolder::open(lock_dir);
    if (!folder.ok()) ::_exit(1);
    LeaseWait wait;
    wait.patience = std::chrono::seconds(10);
    const auto lease =
        wait_for_lease(*folder, uuid, this_process("a long run", os::wall_now()), wait);
    if (!lease.ok() || ::write(say, "h", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  pid_t pid_ = 0;
};

}  // namespace cupel::engine::testing
