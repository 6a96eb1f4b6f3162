// SPDX-License-Identifier: Apache-2.0
// The outcome of one attempt at one test, from what its program said and how its process ended.
#pragma once

#include <optional>
#include <string>

#include "model/finding.h"
#include "model/termination.h"
#include "model/words.h"

namespace cupel::judge {

/// All that one launch has shown of one test so far.
struct AttemptFacts {
  std::optional<model::Reported> reported;  ///< absent: it has not been said to have ended
  /// It began, has not been said to have ended, and nothing began after it: what happens to the
  /// process happens in it.
  bool in_flight = false;
  std::optional<model::Termination> termination;  ///< absent: the process lives
  std::string contradiction;  ///< began or ended twice, channels disagree; empty: no
  bool worsened = false;      ///< the client says that it failed
  bool context_dead = false;  ///< the client says that the device context is dead after it
  std::string why_worsened;   ///< the client's words
  std::string skip_reason;
  /// This launch ran this test alone because earlier ones did not report it: there is no further
  /// attempt.
  bool last_chance = false;
};

struct Settled {
  model::Outcome outcome{};
  std::string detail;  ///< "signal 11 (SIGSEGV)", "exited with code 0 inside the test", …
};

/// Nothing: this attempt has not decided, or never will, and the test is still owed.
[[nodiscard]] std::optional<Settled> settle(const AttemptFacts& facts);

/// The worse of two outcomes of the same attempt: passed, skipped, not_run, missing, failed,
/// timed_out, crashed, in rising order.
[[nodiscard]] model::Outcome worse(model::Outcome a, model::Outcome b);
/// The same with the detail of the one that is kept; the first where both are equal.
[[nodiscard]] Settled worse(Settled a, Settled b);

}  // namespace cupel::judge
