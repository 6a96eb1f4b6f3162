// SPDX-License-Identifier: Apache-2.0
#include "engine/reactor.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

namespace cupel::engine {
namespace {

constexpr base::Duration longest_sleep = std::chrono::seconds(1);

std::string signal_words(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

/// A launch whose end alone matters.
class CommandLaunch : public ActiveLaunch {
 public:
  CommandLaunch(base::Duration limit, std::optional<LaunchGone>& gone)
      : duration_(limit), gone_(gone) {}

  void on_started(const Started& /*started*/, base::MonoTime now) override {
    limit_ = Limit{now + duration_, model::KillReason::start_timeout};
  }
  void on_bytes(const LaunchBytes& /*bytes*/, base::MonoTime /*now*/) override {}
  void on_gone(LaunchGone gone) override { gone_ = std::move(gone); }
  [[nodiscard]] std::optional<Limit> limit() const override { return limit_; }

 private:
  base::Duration duration_;
  std::optional<LaunchGone>& gone_;
  std::optional<Limit> limit_;
};

}  // namespace

void Reactor::set_tick(base::Duration interval, std::function<void()> tick) {
  tick_interval_ = interval;
  tick_ = std::move(tick);
}

void Reactor::set_deadline(base::MonoTime at, std::string words) {
  deadline_ = at;
  deadline_words_ = std::move(words);
}

base::Result<void> Reactor::start(const StartSpec& spec, std::unique_ptr<ActiveLaunch> launch) {
  CUPEL_TRY_ASSIGN(const Started started, launcher_.start(spec));
  launch->on_started(started, launcher_.now());
  active_.emplace(started.handle, Running{std::move(launch), false});
  return {};
}

std::optional<base::MonoTime> Reactor::next_time() const {
  std::optional<base::MonoTime> next;
  const auto consider = [&next](base::MonoTime at) { next = next ? std::min(*next, at) : at; };
  for (const auto& [handle, running] : active_) {
    if (running.stopping) continue;
    if (const auto limit = running.launch->limit()) consider(limit->at);
  }
  if (deadline_ && stopped_.empty()) consider(*deadline_);
  // Somebody may wait for a lease, which no event announces.
  consider(launcher_.now() + (tick_ ? tick_interval_ : longest_sleep));
  return next;
}

void Reactor::turn() {
  for (ProcessEvent& event : launcher_.wait(next_time())) dispatch(std::move(event));
  if (deadline_ && stopped_.empty() && launcher_.now() >= *deadline_) {
    halt(deadline_words_, model::KillReason::deadline);
  }
  enforce_limits();
  if (tick_) tick_();
}

void Reactor::dispatch(ProcessEvent event) {
  if (const auto* woken = std::get_if<Woken>(&event)) {
    if (woken->signal != 0) halt(signal_words(woken->signal), model::KillReason::interrupted);
    return;
  }
  if (const auto* bytes = std::get_if<LaunchBytes>(&event)) {
    if (const auto found = active_.find(bytes->handle); found != active_.end()) {
      found->second.launch->on_bytes(*bytes, launcher_.now());
    }
    return;
  }
  auto& gone = std::get<LaunchGone>(event);
  const auto found = active_.find(gone.handle);
  if (found == active_.end()) return;
  const auto launch = std::move(found->second.launch);
  active_.erase(found);
  launch->on_gone(std::move(gone));
}

void Reactor::enforce_limits() {
  const base::MonoTime now = launcher_.now();
  for (auto& [handle, running] : active_) {
    if (running.stopping) continue;
    if (const auto reason = running.launch->unwanted()) {
      stop(handle, running, *reason, false);
      continue;
    }
    const auto limit = running.launch->limit();
    if (limit && now >= limit->at) stop(handle, running, limit->reason, true);
  }
}

void Reactor::halt(std::string why, model::KillReason reason) {
  if (!stopped_.empty()) return;
  stopped_ = std::move(why);
  stop_all(reason);
}

void Reactor::stop_all(model::KillReason reason) {
  if (stopped_.empty()) stopped_ = std::string(model::word(reason));
  for (auto& [handle, running] : active_) {
    if (!running.stopping) stop(handle, running, reason, false);
  }
}

void Reactor::stop(LaunchHandle handle, Running& running, model::KillReason reason, bool stacks) {
  running.stopping = true;
  running.launch->on_stop(reason);
  launcher_.stop(handle, reason, stacks);
}

base::Result<std::vector<LaunchGone>> run_all_to_end(Reactor& reactor,
                                                     const std::vector<StartSpec>& specs,
                                                     base::Duration limit) {
  std::vector<std::optional<LaunchGone>> gone(specs.size());
  base::Result<void> started;
  std::size_t count = 0;
  for (; count < specs.size(); ++count) {
    started = reactor.start(specs[count], std::make_unique<CommandLaunch>(limit, gone[count]));
    if (!started.ok()) break;
  }
  // Also where one could not be started: the others refer to `gone`.
  std::vector<LaunchGone> all;
  for (std::size_t i = 0; i < count; ++i) {
    while (!gone[i]) reactor.turn();
    all.push_back(std::move(*gone[i]));
  }
  if (!started.ok()) return std::move(started).error();
  return all;
}

base::Result<LaunchGone> run_to_end(Reactor& reactor, const StartSpec& spec, base::Duration limit) {
  CUPEL_TRY_ASSIGN(std::vector<LaunchGone> gone, run_all_to_end(reactor, {spec}, limit));
  return std::move(gone.front());
}

}  // namespace cupel::engine
