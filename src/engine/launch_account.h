// SPDX-License-Identifier: Apache-2.0
// What one launch has said of its tests so far: the fold of a decoder's findings. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/finding.h"

namespace cupel::engine {

struct Slot {
  bool covered = true;  ///< false: it ran only because the framework could not leave it out
  bool started = false;
  bool finished = false;
  model::CaseResult result;
  std::string contradiction;  ///< why the result is not to be believed; empty: it is
  std::string worsened;       ///< the client's word that it failed after all
  bool context_dead = false;  ///< the client found the device context dead after it
};

class LaunchAccount {
 public:
  LaunchAccount(std::span<const std::size_t> covered, std::span<const std::size_t> extra);

  void apply(const model::Finding& finding);

  /// Grows when a test of the launch begins or ends for the first time, and at nothing else: a
  /// program cannot talk its way out of a time limit.
  [[nodiscard]] std::size_t progress() const { return progress_; }
  /// The test that began last and has not ended.
  [[nodiscard]] std::optional<std::size_t> in_flight() const { return in_flight_; }
  [[nodiscard]] bool any_started() const { return any_started_; }
  /// Every covered test has ended.
  [[nodiscard]] bool all_finished() const { return unfinished_ == 0; }
  [[nodiscard]] const Slot* slot(std::size_t index) const;
  [[nodiscard]] const std::vector<std::size_t>& covered() const { return covered_; }
  [[nodiscard]] const std::vector<std::size_t>& extra() const { return extra_; }
  /// In the order in which they were first heard of.
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  /// It is running, or one of the last two that were heard of: the client's word comes by another
  /// way than the results and may lag a little behind them.
  [[nodiscard]] bool is_recent(std::size_t index) const;
  [[nodiscard]] const std::optional<model::RunCompleted>& completed() const { return completed_; }
  [[nodiscard]] const std::vector<model::OutsideFailure>& outside() const { return outside_; }
  [[nodiscard]] const std::vector<std::string>& unlisted() const { return unlisted_; }
  [[nodiscard]] const std::vector<model::ChannelBroken>& broken() const { return broken_; }
  /// The first test after which the context was dead: what came later in this process is void.
  [[nodiscard]] std::optional<std::size_t> poisoner() const { return poisoner_; }

 private:
  struct Applier;
  Slot* find(std::size_t index);
  Slot* find_or_in_flight(std::optional<std::size_t> index);
  void heard_of(std::size_t index, const Slot& slot);

  std::vector<std::size_t> covered_;
  std::vector<std::size_t> extra_;
  std::vector<std::size_t> order_;
  std::unordered_map<std::size_t, Slot> slots_;
  std::optional<std::size_t> in_flight_;
  std::optional<std::size_t> poisoner_;
  std::optional<model::RunCompleted> completed_;
  std::vector<model::OutsideFailure> outside_;
  std::vector<std::string> unlisted_;
  std::vector<model::ChannelBroken> broken_;
  std::size_t unfinished_ = 0;
  std::size_t progress_ = 0;
  bool any_started_ = false;
};

/// The worse of two things a harness can say: failed over unsettled over skipped over passed.
[[nodiscard]] model::Reported worse(model::Reported a, model::Reported b);

}  // namespace cupel::engine
