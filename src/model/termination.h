// SPDX-License-Identifier: Apache-2.0
// How a process ended: a sum, never an int. The first cause sticks: a child that exits 0 in the
// grace period after its timeout was killed by us, not exited(0).
#pragma once

#include <string>
#include <variant>

#include "model/words.h"

namespace cupel::model {

struct NotStarted {
  std::string why;  ///< "no such file", "permission denied", …
  friend bool operator==(const NotStarted&, const NotStarted&) = default;
};
struct Exited {
  int code = 0;
  friend bool operator==(const Exited&, const Exited&) = default;
};
struct Signalled {
  int signal = 0;
  bool core = false;
  friend bool operator==(const Signalled&, const Signalled&) = default;
};
struct KilledByUs {
  KillReason reason{};
  bool forced = false;  ///< KILL was needed; TERM was not enough
  friend bool operator==(const KilledByUs&, const KilledByUs&) = default;
};
/// Nothing certain is known of the process: it outlived KILL, or its supervisor was killed.
struct Lost {
  std::string why;
  friend bool operator==(const Lost&, const Lost&) = default;
};

using Termination = std::variant<NotStarted, Exited, Signalled, KilledByUs, Lost>;

/// "exited with code 3", "signal 11 (SIGSEGV), core dumped", "killed: test_timeout", …
[[nodiscard]] std::string describe(const Termination& termination);

/// True for Exited{0} alone.
[[nodiscard]] bool is_clean_exit(const Termination& termination);

}  // namespace cupel::model
