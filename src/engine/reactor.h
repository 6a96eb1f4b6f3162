// SPDX-License-Identifier: Apache-2.0
// The loop under every question: launches that run, what each of them does with the bytes that
// come, the clock each of them is held to, signals and the deadline of the whole.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "engine/launcher.h"

namespace cupel::engine {

/// What is done with one launch while it runs and when it is gone.
class ActiveLaunch {
 public:
  ActiveLaunch() = default;
  ActiveLaunch(const ActiveLaunch&) = delete;
  ActiveLaunch& operator=(const ActiveLaunch&) = delete;
  virtual ~ActiveLaunch() = default;

  virtual void on_started(const Started& started, base::MonoTime now) = 0;
  virtual void on_bytes(const LaunchBytes& bytes, base::MonoTime now) = 0;
  /// It is being ended, for the reason given; nothing it says from here on counts.
  virtual void on_stop(model::KillReason /*reason*/) {}
  virtual void on_gone(LaunchGone gone) = 0;

  /// Why and when the launch is to be ended unless something happens before.
  struct Limit {
    base::MonoTime at;
    model::KillReason reason{};
  };
  [[nodiscard]] virtual std::optional<Limit> limit() const = 0;
  /// Set when the launch is to be ended now, whatever the clock says.
  [[nodiscard]] virtual std::optional<model::KillReason> unwanted() const { return std::nullopt; }
};

class Reactor {
 public:
  explicit Reactor(Launcher& launcher) : launcher_(launcher) {}

  /// Called at least this often while waiting, for the live display and for leases.
  void set_tick(base::Duration interval, std::function<void()> tick);
  /// Everything is ended once this has come.
  void set_deadline(base::MonoTime at, std::string words);

  [[nodiscard]] base::Result<void> start(const StartSpec& spec,
                                         std::unique_ptr<ActiveLaunch> launch);
  [[nodiscard]] std::size_t active() const { return active_.size(); }

  /// Waits for one round of events and hands them out.
  void turn();

  /// Ends everything that runs; `turn` until active() is 0.
  void stop_all(model::KillReason reason);

  /// Why nothing new is to be started: "SIGINT", "the deadline of 20m passed". Empty while all is
  /// well.
  [[nodiscard]] const std::string& stopped() const { return stopped_; }

  [[nodiscard]] base::MonoTime now() const { return launcher_.now(); }

 private:
  struct Running {
    std::unique_ptr<ActiveLaunch> launch;
    bool stopping = false;
  };
  void dispatch(ProcessEvent event);
  void stop(LaunchHandle handle, Running& running, model::KillReason reason, bool stacks);
  void enforce_limits();
  void halt(std::string why, model::KillReason reason);
  [[nodiscard]] std::optional<base::MonoTime> next_time() const;

  Launcher& launcher_;
  std::map<LaunchHandle, Running> active_;
  std::function<void()> tick_;
  base::Duration tick_interval_{};
  std::optional<base::MonoTime> deadline_;
  std::string deadline_words_;
  std::string stopped_;
};

/// Runs commands beside each other to their ends, on a reactor that may run others meanwhile, for
/// builds, pins and version control: not tests. In the order of `specs`.
[[nodiscard]] base::Result<std::vector<LaunchGone>> run_all_to_end(
    Reactor& reactor, const std::vector<StartSpec>& specs, base::Duration limit);
[[nodiscard]] base::Result<LaunchGone> run_to_end(Reactor& reactor, const StartSpec& spec,
                                                  base::Duration limit);

}  // namespace cupel::engine
