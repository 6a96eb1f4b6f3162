// SPDX-License-Identifier: Apache-2.0
// A whole run of the gate over scripted processes: events in, outcomes out.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/gate_run.h"
#include "os/directory.h"
#include "unit/engine/fake_harness.h"
#include "unit/engine/fake_launcher.h"

namespace cupel::engine::testing {

using namespace std::chrono_literals;

class EventLog : public model::EventSink {
 public:
  [[nodiscard]] base::Result<void> take(const model::Event& event) override {
    if (fail_after && events.size() >= *fail_after) return base::trouble("no space left on device");
    events.push_back(event);
    return {};
  }
  template <typename Body>
  [[nodiscard]] std::vector<Body> of() const {
    std::vector<Body> found;
    for (const model::Event& event : events) {
      if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
    }
    return found;
  }
  std::vector<model::Event> events;
  std::optional<std::size_t> fail_after;
};

class NoOutputs : public OutputKeeper {
 public:
  base::Result<std::string> keep(std::size_t /*launch*/, const std::string& /*stream*/,
                                 const std::string& /*bytes*/) override {
    return std::string();
  }
};

/// Says nothing: there is no client library in a script.
class SilentDecoder : public harness::Decoder {
 public:
  void on_bytes(const harness::ChannelBytes&, std::vector<model::Finding>&) override {}
  void on_end(const harness::LaunchOutput&, std::vector<model::Finding>&) override {}
  [[nodiscard]] std::string channel() const override { return ""; }
};

/// The places of the tests that a launch was asked for.
inline std::vector<std::size_t> asked(const StartSpec& spec) {
  std::vector<std::size_t> indices;
  for (std::size_t word = 1; word < spec.request.argv.size(); ++word) {
    indices.push_back(std::stoul(spec.request.argv[word].parts().front().text));
  }
  return indices;
}

/// A process that reports every test it was asked for, `verb` deciding how each ends; where that is
/// "die", it ends there as `death` says; where it is "hang", nothing more ever comes.
inline Script play(const StartSpec& spec, const std::function<std::string(std::size_t)>& verb,
                   const model::Termination& death = model::Exited{1}) {
  Script script;
  base::Duration at = 1ms;
  bool failed = false;
  for (const std::size_t index : asked(spec)) {
    const std::string number = std::to_string(index);
    script.steps.push_back({at += 1ms, "r", "begin " + number + "\n", {}});
    const std::string how = verb(index);
    if (how == "die") {
      script.steps.push_back({at += 1ms, {}, {}, death});
      return script;
    }
    if (how == "hang") {
      script.steps.push_back({24h, {}, {}, model::Exited{0}});
      return script;
    }
    failed = failed || how == "fail";
    script.steps.push_back({at += 1ms, "r", how + " " + number + "\n", {}});
  }
  script.steps.push_back({at += 1ms, "r", "done\n", {}});
  script.steps.push_back({at += 1ms, {}, {}, model::Exited{failed ? 1 : 0}});
  return script;
}

class GateRig {
 public:
  explicit GateRig(std::vector<std::string> listing) : listing_(std::move(listing)) {
    config.path = "/x/cupel.toml";
    config.folder = "/x";
    config.gate.name = "rig";
    config.gate.timeout = 10s;
    config.gate.start_timeout = 60s;
    config.gate.teardown_timeout = 30s;
    config.modes.push_back({"default", {}, {}, {}, {}});
    add_target("t");
    context.isolation = model::Isolation::batch;
  }

  void add_target(const std::string& name) {
    plan::TargetConfig target;
    target.name = name;
    target.harness = "fake";
    target.command = {"/bin/" + name};
    target.workdir = "/";
    config.targets.push_back(target);
  }

  /// Listing launches are answered from the listing; the others by `answer`.
  base::Result<judge::Judgement> run(const FakeLauncher::Answer& answer) {
    auto scratch = os::PrivateDir::make("gate-rig-");
    launcher = std::make_unique<FakeLauncher>([&](const StartSpec& spec) {
      const auto& argv = spec.request.argv;
      const bool lists = argv.size() == 2 && argv[1].parts().front().text == "--list";
      return lists ? listing_script(argv[0].parts().front().text) : answer(spec);
    });
    if (prepare) prepare(*launcher);
    auto ledger = judge::Ledger::compile(ledger_file, {});
    if (!ledger.ok()) return std::move(ledger).error();
    context.config = &config;
    context.mode = &config.modes.front();
    context.precision = model::Precision::inherit;
    context.started.id = "run-1";
    context.scratch = scratch->path();
    context.ledger = &*ledger;
    context.outputs = &outputs_;
    context.wall_now = [this] { return launcher->wall_now(); };
    context.harness_of = [this](const std::string&) { return &harness_; };
    context.client_decoder = [](const model::Listing&) {
      return std::make_unique<SilentDecoder>();
    };
    Emitter emit([this] { return launcher->wall_now(); }, log);
    GateRun gate(context, *launcher, emit);
    if (tick) gate.set_tick(1s, tick);
    return gate.run();
  }

  [[nodiscard]] std::map<std::string, model::Outcome> outcomes() const {
    std::map<std::string, model::Outcome> found;
    for (const auto& settled : log.of<model::TestSettled>()) {
      found[settled.test.name] = settled.outcome;
    }
    return found;
  }
  [[nodiscard]] std::vector<model::ProblemKind> problems() const {
    std::vector<model::ProblemKind> kinds;
    for (const auto& one : log.of<model::TargetProblem>()) kinds.push_back(one.kind);
    return kinds;
  }
  /// Launches that ran tests.
  [[nodiscard]] std::size_t launches() const { return log.of<model::LaunchStarted>().size(); }

  plan::Config config;
  GateContext context;
  model::LedgerFile ledger_file;
  EventLog log;
  std::unique_ptr<FakeLauncher> launcher;
  std::function<void(FakeLauncher&)> prepare;
  std::function<void()> tick;  ///< every second of the run's clock
  std::optional<model::Termination> listing_end;
  /// By program, for those that list something else than the rig's own.
  std::map<std::string, std::vector<std::string>> listing_of;

 private:
  Script listing_script(const std::string& program) const {
    Script script;
    const auto own = listing_of.find(program);
    for (const std::string& line : own == listing_of.end() ? listing_ : own->second) {
      const bool whole =
          line.starts_with("off ") || line.starts_with("derive ") || line.starts_with("broken ");
      script.standard_output += (whole ? "" : "list ") + line + "\n";
    }
    script.steps.push_back({1ms, {}, {}, listing_end.value_or(model::Exited{0})});
    return script;
  }
  std::vector<std::string> listing_;
  FakeHarness harness_;
  NoOutputs outputs_;
};

}  // namespace cupel::engine::testing
