// SPDX-License-Identifier: Apache-2.0
// What a launch that is over has decided: its account and the way the process ended, together.
// Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/launch_account.h"
#include "model/termination.h"
#include "model/words.h"

namespace cupel::engine {

/// A test has its outcome.
struct Decided {
  std::size_t index = 0;
  model::Outcome outcome{};
  std::string detail;
};

struct Problem {
  model::ProblemKind kind{};
  std::string detail;
};

struct VoidedAttempt {
  std::size_t index = 0;
  std::string why;
};

struct Conclusion {
  std::vector<Decided> decided;
  std::vector<std::size_t> unsettled;  ///< ended, but failed or skipped is not known
  std::vector<VoidedAttempt> voided;
  std::vector<Problem> problems;
  std::string ending;  ///< how the process ended, in words
};

[[nodiscard]] Conclusion conclude(const LaunchAccount& account,
                                  const model::Termination& termination);

}  // namespace cupel::engine
