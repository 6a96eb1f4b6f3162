// SPDX-License-Identifier: Apache-2.0
#include "engine/batch.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace cupel::engine {

Batch::Batch(std::vector<std::size_t> owed, model::Isolation isolation)
    : owed_(std::move(owed)), isolation_(isolation) {}

std::optional<WantedLaunch> Batch::next() const {
  if (!owed_.empty()) {
    if (isolation_ == model::Isolation::process) {
      return WantedLaunch{model::Purpose::run, {owed_.front()}};
    }
    if (fruitless_ >= fruitless_before_alone) {
      return WantedLaunch{model::Purpose::alone, {owed_.front()}};
    }
    return WantedLaunch{launches_ == 0 ? model::Purpose::run : model::Purpose::rest, owed_};
  }
  if (!unsettled_.empty()) return WantedLaunch{model::Purpose::settle, unsettled_};
  return std::nullopt;
}

void Batch::remove_decided(const Conclusion& conclusion) {
  std::unordered_set<std::size_t> done(conclusion.unsettled.begin(), conclusion.unsettled.end());
  for (const Decided& decided : conclusion.decided) done.insert(decided.index);
  std::erase_if(owed_, [&](std::size_t index) { return done.contains(index); });
}

std::vector<Decided> Batch::concluded(const WantedLaunch& wanted, const Conclusion& conclusion) {
  ++launches_;
  std::vector<Decided> more;
  if (wanted.purpose == model::Purpose::settle) {
    std::unordered_set<std::size_t> decided;
    for (const Decided& one : conclusion.decided) decided.insert(one.index);
    for (const std::size_t index : wanted.chosen) {
      if (decided.contains(index)) continue;
      more.push_back({index, model::Outcome::failed,
                      "failed or skipped: every process that ran it died before saying which"});
    }
    unsettled_.clear();
    return more;
  }
  remove_decided(conclusion);
  unsettled_.insert(unsettled_.end(), conclusion.unsettled.begin(), conclusion.unsettled.end());
  const bool progress = !conclusion.decided.empty() || !conclusion.unsettled.empty();
  if (progress) {
    fruitless_ = 0;
    missing_in_a_row_ = 0;
    return more;
  }
  ++fruitless_;
  if (wanted.chosen.size() == 1 &&
      (isolation_ == model::Isolation::process || wanted.purpose == model::Purpose::alone)) {
    ++missing_in_a_row_;
    more.push_back(
        {wanted.chosen.front(), model::Outcome::missing,
         "the program never reported it, even when run alone (" + conclusion.ending + ")"});
    std::erase(owed_, wanted.chosen.front());
  }
  return more;
}

std::vector<std::size_t> Batch::give_up() {
  std::vector<std::size_t> left = std::move(owed_);
  left.insert(left.end(), unsettled_.begin(), unsettled_.end());
  owed_.clear();
  unsettled_.clear();
  return left;
}

}  // namespace cupel::engine
