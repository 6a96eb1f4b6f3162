// SPDX-License-Identifier: Apache-2.0
// Processes that are scripts, and a clock that only the test turns.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/launcher.h"

namespace cupel::engine::testing {

/// What a scripted process does, and when, counted from its start.
struct Step {
  base::Duration at{};
  std::string channel;
  std::string bytes;
  std::optional<model::Termination> ends;  ///< set: the process ends here
};

struct Script {
  std::vector<Step> steps;
  std::string standard_output;
  std::map<std::string, std::string> files;
  std::vector<std::string> survivors;
  bool ignores_stop = false;   ///< outlives KILL
  std::string fails_to_start;  ///< set: Launcher::start itself fails
};

class FakeLauncher : public Launcher {
 public:
  using Answer = std::function<Script(const StartSpec&)>;

  explicit FakeLauncher(Answer answer) : answer_(std::move(answer)) {}

  [[nodiscard]] base::MonoTime now() const override { return now_; }
  [[nodiscard]] base::WallTime wall_now() const override {
    return base::WallTime(now_.time_since_epoch());
  }

  [[nodiscard]] base::Result<Started> start(const StartSpec& spec) override {
    Script script = answer_(spec);
    if (!script.fails_to_start.empty()) return base::trouble(script.fails_to_start);
    const LaunchHandle handle = ++last_;
    specs.push_back(spec);
    running_[handle] = {now_, std::move(script), 0};
    Started started;
    started.handle = handle;
    for (const model::Template& word : spec.request.argv) {
      started.argv.push_back(word.parts().empty() ? "" : word.parts().front().text);
    }
    return started;
  }

  void stop(LaunchHandle handle, model::KillReason reason, bool /*stacks*/) override {
    stops.emplace_back(handle, reason);
    const auto found = running_.find(handle);
    if (found == running_.end()) return;
    LaunchGone gone = gone_of(handle, found->second);
    gone.termination = model::KilledByUs{reason, found->second.script.ignores_stop};
    gone.unkillable = found->second.script.ignores_stop;
    running_.erase(found);
    pending_.emplace_back(std::move(gone));
  }

  [[nodiscard]] std::vector<ProcessEvent> wait(std::optional<base::MonoTime> until) override {
    std::vector<ProcessEvent> events;
    if (signal_at && now_ >= *signal_at) {
      events.emplace_back(Woken{2});
      signal_at.reset();
      return events;
    }
    if (!pending_.empty()) {
      events.push_back(std::move(pending_.front()));
      pending_.pop_front();
      return events;
    }
    auto next = running_.end();
    for (auto it = running_.begin(); it != running_.end(); ++it) {
      if (it->second.next >= it->second.script.steps.size()) continue;
      if (next == running_.end() || due(it->second) < due(next->second)) next = it;
    }
    std::optional<base::MonoTime> at;
    if (next != running_.end()) at = due(next->second);
    if (signal_at && (!at || *signal_at < *at)) at = signal_at, next = running_.end();
    if (until && (!at || *until < *at)) at = until, next = running_.end();
    if (!at) throw std::logic_error("every scripted process waits for ever");
    now_ = std::max(now_, *at);
    if (next == running_.end()) return {Woken{0}};
    play(next->first, next->second, events);
    return events;
  }

  std::vector<StartSpec> specs;
  std::vector<std::pair<LaunchHandle, model::KillReason>> stops;
  std::optional<base::MonoTime> signal_at;

 private:
  struct Running {
    base::MonoTime started;
    Script script;
    std::size_t next = 0;
  };
  static base::MonoTime due(const Running& running) {
    return running.started + running.script.steps[running.next].at;
  }
  LaunchGone gone_of(LaunchHandle handle, const Running& running) const {
    LaunchGone gone;
    gone.handle = handle;
    gone.duration = now_ - running.started;
    gone.standard_output = running.script.standard_output;
    gone.files = running.script.files;
    gone.survivors = running.script.survivors;
    return gone;
  }
  void play(LaunchHandle handle, Running& running, std::vector<ProcessEvent>& events) {
    const Step step = running.script.steps[running.next++];
    if (!step.ends) {
      events.emplace_back(LaunchBytes{handle, step.channel, 0, step.bytes});
      return;
    }
    LaunchGone gone = gone_of(handle, running);
    gone.termination = *step.ends;
    running_.erase(handle);
    events.emplace_back(std::move(gone));
  }

  Answer answer_;
  base::MonoTime now_{};
  LaunchHandle last_ = 0;
  std::map<LaunchHandle, Running> running_;
  std::deque<ProcessEvent> pending_;
};

}  // namespace cupel::engine::testing
