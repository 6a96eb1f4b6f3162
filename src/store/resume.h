// SPDX-License-Identifier: Apache-2.0
// What a journal already says of a run that is to be taken up again, and whether it may be.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/event.h"

namespace cupel::store {

struct Resumption {
  model::RunStarted started;
  bool finished = false;                                ///< it came to a verdict
  std::map<std::string, model::TestSettled> settled;    ///< by id
  std::map<std::string, model::TestReported> reported;  ///< ended, not void, not settled; by id
  /// How often cupel died while the test was running, by id; only tests that are not settled.
  std::map<std::string, int> died_in;
  /// Cupel died with a launch open of which no test had been heard.
  bool died_in_silence = false;
  std::vector<model::TargetProblem> problems;
  std::map<std::string, std::string> programs;  ///< targets that were listed, with the SHA-256
  std::size_t launches = 0;                     ///< the highest number of a launch
};

/// Reads the events of one run. Fails where they do not begin as a run does.
[[nodiscard]] base::Result<Resumption> read_resumption(const std::vector<model::Event>& events);

/// The tree and the configuration as they are now.
struct ResumeFacts {
  std::string config_path;
  std::string config_sha256;
  std::string gate;
  std::string mode;
  std::string commit;
  std::map<std::string, std::string> programs;  ///< SHA-256 by target
};

/// Refuses where what was judged then is not what would be judged now. `run` is the run's folder.
/// A target that the journal has and `now.programs` has not is checked by whoever lists it.
[[nodiscard]] base::Result<void> check_resume(const Resumption& then, const ResumeFacts& now,
                                              const std::string& run);

/// The part of check_resume that concerns one target's program.
[[nodiscard]] base::Result<void> check_program(const Resumption& then, const std::string& target,
                                               const std::string& sha256, const std::string& run);

}  // namespace cupel::store
