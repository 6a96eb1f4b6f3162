// SPDX-License-Identifier: Apache-2.0
// The tests of one target that share processes, and which launch is the next one. Pure.
//
// A process may die at any test, or between two, or report nothing at all. What it did not decide
// is still owed and goes into a fresh process, so that a crash costs one process start and no test
// that has an outcome runs again. Two launches in a row that decide nothing mean that the batch
// cannot start as it is: then the next test is tried alone, and is `missing` where even that yields
// nothing. Tests that a dead process left between failed and skipped are asked once more at the
// end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/conclude.h"
#include "model/words.h"

namespace cupel::engine {

struct WantedLaunch {
  model::Purpose purpose{};
  std::vector<std::size_t> chosen;
};

class Batch {
 public:
  /// `owed` in the order in which the tests are to run.
  Batch(std::vector<std::size_t> owed, model::Isolation isolation);

  /// The launch to make now; none: every test of the batch is decided or given up.
  [[nodiscard]] std::optional<WantedLaunch> next() const;

  /// Takes in how a launch of next() ended; returns the tests it decides beyond those that the
  /// conclusion already names: missing ones, and those that no process would settle.
  [[nodiscard]] std::vector<Decided> concluded(const WantedLaunch& wanted,
                                               const Conclusion& conclusion);

  /// Nothing more will be launched: what is still owed, in order. `next` is empty from then on.
  [[nodiscard]] std::vector<std::size_t> give_up();

  /// Three tests in a row never reported, even alone: the target does not start.
  [[nodiscard]] bool hopeless() const { return missing_in_a_row_ >= hopeless_after; }

 private:
  static constexpr int fruitless_before_alone = 2;
  static constexpr int hopeless_after = 3;

  void remove_decided(const Conclusion& conclusion);

  std::vector<std::size_t> owed_;
  std::vector<std::size_t> unsettled_;
  model::Isolation isolation_;
  int launches_ = 0;
  int fruitless_ = 0;
  int missing_in_a_row_ = 0;
};

}  // namespace cupel::engine
