// SPDX-License-Identifier: Apache-2.0
// Signals for cupel, taken as data: blocked, and read from a descriptor that the loop polls, so
// that there is no moment between looking and sleeping in which one is lost.
#pragma once

#include <signal.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/fd.h"

namespace cupel::os {

class SignalTap {
 public:
  /// Blocks the signals until it is destroyed. One that the parent had set to be ignored (nohup, a
  /// background job of a shell) stays ignored; SIGCHLD never does, since children must be waited
  /// for.
  [[nodiscard]] static base::Result<SignalTap> open(std::initializer_list<int> signals);
  SignalTap(const SignalTap&) = delete;
  SignalTap& operator=(const SignalTap&) = delete;
  SignalTap(SignalTap&&) = default;
  SignalTap& operator=(SignalTap&&) = delete;
  ~SignalTap();

  /// Readable when one arrived.
  [[nodiscard]] int fd() const { return fd_.get(); }
  /// Those that arrived, in order of number within one moment; never blocks.
  [[nodiscard]] std::vector<int> take();

 private:
  SignalTap(Fd fd, sigset_t before) : fd_(std::move(fd)), before_(before) {}
  Fd fd_;
  sigset_t before_;
};

/// Writes that the system refuses (a closed pipe, a file size limit) become errors of the write
/// instead of the end of this process. Children get the default back.
void ignore_write_signals();

/// "SIGSEGV"; "signal 77" where there is no name.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace cupel::os
