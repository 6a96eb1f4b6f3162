// SPDX-License-Identifier: Apache-2.0
// The problem: a test forks, the program itself ends with code 0, and the copy finishes the run on
// everything that it inherited. The bytes are those of an honest run, and times prove nothing. So
// the file that a program writes last is a pipe, and full from the beginning: whoever opens it
// waits in its first write until it is known which process that is. No honest program hangs: it is
// looked for as soon as the kernel tells that the pipe was opened, and the pipe is emptied whatever
// was found. From then on a plain file has its name, with what is written: a program may read its
// own report, or write another, which does not count.
//
// Honest are the program itself, and a process below it that executed something of its own (a
// program under a wrapper). Not so: anybody once the program has ended, a process whose parent has,
// and a copy of a process above it. Copies are told by their auxiliary vector, which the kernel
// lays out anew with each exec, and by the sockets that they share, which a worker forked before it
// opened its own does not.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "os/fd.h"

namespace cupel::proc {

/// The processes of a launch, as far as they are known.
struct LaunchTree {
  pid_t warden = 0;
  pid_t program = 0;  ///< 0: not known yet, or ended
  bool ended = false;
};

class AttestedFifo {
 public:
  [[nodiscard]] static base::Result<AttestedFifo> make(const std::string& path);

  /// What to poll for reading: the news that it was opened, later its bytes.
  [[nodiscard]] int poll_fd() const;
  /// Reads one bounded step of whatever poll_fd() had; true when bytes came.
  bool read_step();

  /// Somebody has opened it and is still to be found: look() soon.
  [[nodiscard]] bool sought() const { return stage_ == Stage::sought; }
  void look(const LaunchTree& tree, base::MonoTime now);

  /// What was written, if anybody was let in.
  [[nodiscard]] std::optional<std::string> take_bytes();
  [[nodiscard]] bool cut() const { return cut_; }
  /// Why the writer is not the program; empty: it is, or nobody wrote.
  [[nodiscard]] const std::string& doubt() const { return doubt_; }

 private:
  enum class Stage { closed, sought, open, ended };
  AttestedFifo(std::string path, os::Fd fifo, os::Fd watch, std::uint64_t filler)
      : path_(std::move(path)),
        fifo_(std::move(fifo)),
        watch_(std::move(watch)),
        filler_(filler),
        stage_(watch_ ? Stage::closed : Stage::sought) {}
  void let_in(std::string doubt);
  void leave_plain_file();
  bool is_late(base::MonoTime now);

  std::string path_;
  os::Fd fifo_;
  os::Fd plain_;  ///< the file in its place
  os::Fd watch_;
  std::uint64_t filler_ = 0;  ///< bytes of ours that it is full of
  Stage stage_;
  std::optional<base::MonoTime> sought_since_;
  std::string bytes_;
  bool cut_ = false;
  std::string doubt_;
};

}  // namespace cupel::proc
