// SPDX-License-Identifier: Apache-2.0
#include "engine/launch_account.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace cupel::engine {
namespace {

int badness(model::Reported reported) {
  switch (reported) {
    case model::Reported::passed:
      return 0;
    case model::Reported::skipped:
      return 1;
    case model::Reported::unsettled:
      return 2;
    case model::Reported::failed:
      return 3;
  }
  return 3;
}

/// The closing report knows more than the stream did: it settles what was open and adds what the
/// stream cannot carry, but never makes a result better.
void amend(model::CaseResult& result, const model::CaseResult& closing) {
  const bool was_open = result.reported == model::Reported::unsettled;
  result.reported = was_open ? closing.reported : worse(result.reported, closing.reported);
  if (closing.duration) result.duration = closing.duration;
  // Live, a skip's words came like a failure's; the report tells them apart.
  if (!closing.failures.empty()) result.failures = closing.failures;
  if (!closing.skip_reason.empty()) result.skip_reason = closing.skip_reason;
  if (!closing.properties.empty()) result.properties = closing.properties;
  if (result.output.empty()) result.output = closing.output;
}

}  // namespace

model::Reported worse(model::Reported a, model::Reported b) {
  return badness(a) >= badness(b) ? a : b;
}

LaunchAccount::LaunchAccount(std::span<const std::size_t> covered,
                             std::span<const std::size_t> extra)
    : covered_(covered.begin(), covered.end()),
      extra_(extra.begin(), extra.end()),
      unfinished_(covered.size()) {
  for (const std::size_t index : covered_) slots_[index].covered = true;
  for (const std::size_t index : extra_) slots_[index].covered = false;
}

Slot* LaunchAccount::find(std::size_t index) {
  const auto found = slots_.find(index);
  return found == slots_.end() ? nullptr : &found->second;
}

const Slot* LaunchAccount::slot(std::size_t index) const {
  const auto found = slots_.find(index);
  return found == slots_.end() ? nullptr : &found->second;
}

Slot* LaunchAccount::find_or_in_flight(std::optional<std::size_t> index) {
  if (!index) index = in_flight_;
  return index ? find(*index) : nullptr;
}

bool LaunchAccount::is_recent(std::size_t index) const {
  constexpr std::size_t lag = 2;
  const std::size_t from = order_.size() > lag ? order_.size() - lag : 0;
  return in_flight_ == index || std::find(order_.begin() + static_cast<std::ptrdiff_t>(from),
                                          order_.end(), index) != order_.end();
}

void LaunchAccount::heard_of(std::size_t index, const Slot& slot) {
  if (!slot.started && !slot.finished) order_.push_back(index);
}

struct LaunchAccount::Applier {
  LaunchAccount& account;

  void operator()(const model::CaseStarted& started) const {
    account.any_started_ = true;
    Slot* slot = account.find(started.index);
    if (slot == nullptr) return;
    account.heard_of(started.index, *slot);
    if (slot->started) slot->contradiction = "it began twice in one process";
    if (!slot->started) ++account.progress_;
    slot->started = true;
    account.in_flight_ = started.index;
  }

  void operator()(const model::CaseFinished& finished) const {
    Slot* slot = account.find(finished.index);
    if (slot == nullptr) return;
    if (account.in_flight_ == finished.index) account.in_flight_.reset();
    if (slot->finished) {
      slot->contradiction = "it ended twice in one process";
      slot->result.reported = worse(slot->result.reported, finished.result.reported);
      return;
    }
    account.heard_of(finished.index, *slot);
    slot->finished = true;
    ++account.progress_;
    slot->result = finished.result;
    if (slot->covered) --account.unfinished_;
  }

  void operator()(const model::CaseAmended& amended) const {
    Slot* slot = account.find(amended.index);
    if (slot != nullptr && slot->finished) amend(slot->result, amended.result);
  }

  void operator()(const model::CaseContradicted& contradicted) const {
    Slot* slot = account.find(contradicted.index);
    if (slot != nullptr && slot->contradiction.empty()) slot->contradiction = contradicted.how;
  }

  void operator()(const model::UnlistedCase& unlisted) const {
    account.unlisted_.push_back(unlisted.name);
  }
  void operator()(const model::OutsideFailure& failure) const {
    account.outside_.push_back(failure);
  }
  void operator()(const model::ChannelBroken& broken) const { account.broken_.push_back(broken); }
  void operator()(const model::RunCompleted& completed) const { account.completed_ = completed; }
  void operator()(const model::CaseMeasured& /*measured*/) const {}
  void operator()(const model::CaseSubcase& /*subcase*/) const {}

  void operator()(const model::CaseWorsened& worsened) const {
    Slot* slot = account.find_or_in_flight(worsened.index);
    if (slot == nullptr) return;
    // A test may speak against itself, not against another.
    if (worsened.index && !account.is_recent(*worsened.index)) {
      account.broken_.push_back(
          {"the events file", "it speaks against a test that was not running"});
      return;
    }
    slot->worsened = worsened.why;
    if (!worsened.context_dead) return;
    slot->context_dead = true;
    if (!account.poisoner_)
      account.poisoner_ = worsened.index ? worsened.index : account.in_flight_;
  }
};

void LaunchAccount::apply(const model::Finding& finding) {
  std::visit(Applier{*this}, finding);
}

}  // namespace cupel::engine
