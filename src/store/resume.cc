// SPDX-License-Identifier: Apache-2.0
// The problem: a journal may hold several lives of cupel, each but the last ended by its death. A
// test was in flight at such a death when its start is there, in a launch that has no end, and no
// result of it from that launch. Results that the launch did report stand, unless they were voided.
#include "store/resume.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.h"

namespace cupel::store {
namespace {

using model::TestReported;

class Reader {
 public:
  void read(const model::Event& event) {
    std::visit([this](const auto& body) { on(body); }, event.body);
  }

  Resumption finish() && {
    if (!resumption_.finished) cupel_died();
    for (const auto& [id, settled] : resumption_.settled) {
      resumption_.reported.erase(id);
      resumption_.died_in.erase(id);
    }
    return std::move(resumption_);
  }

 private:
  struct OpenLaunch {
    std::set<std::string> running;  ///< ids of tests that began and have not ended
    bool heard = false;             ///< some test began
  };

  template <typename Other>
  void on(const Other&) {}

  void on(const model::RunStarted& event) { resumption_.started = event; }
  void on(const model::RunResumed&) {
    if (!resumption_.finished) cupel_died();
    resumption_.finished = false;
  }
  void on(const model::TargetListed& event) {
    resumption_.programs[event.target] = event.program_sha256;
  }
  void on(const model::TargetProblem& event) { resumption_.problems.push_back(event); }
  void on(const model::LaunchStarted& event) {
    open_[event.n];
    resumption_.launches = std::max(resumption_.launches, event.n);
  }
  void on(const model::TestStarted& event) {
    const auto launch = open_.find(event.launch);
    if (launch == open_.end()) return;
    launch->second.heard = true;
    launch->second.running.insert(event.test.text());
  }
  void on(const TestReported& event) {
    const std::string id = event.test.text();
    if (const auto launch = open_.find(event.launch); launch != open_.end())
      launch->second.running.erase(id);
    // It ended, and how is not known: it is owed.
    if (!event.open) resumption_.reported[id] = event;
  }
  void on(const model::AttemptVoided& event) {
    const auto found = resumption_.reported.find(event.test.text());
    if (found != resumption_.reported.end() && found->second.launch == event.launch)
      resumption_.reported.erase(found);
  }
  void on(const model::LaunchEnded& event) { open_.erase(event.n); }
  void on(const model::TestSettled& event) { resumption_.settled[event.test.text()] = event; }
  void on(const model::RunFinished&) { resumption_.finished = true; }

  void cupel_died() {
    for (const auto& [n, launch] : open_) {
      if (!launch.heard) resumption_.died_in_silence = true;
      for (const std::string& id : launch.running) ++resumption_.died_in[id];
    }
    open_.clear();
  }

  Resumption resumption_;
  std::map<std::size_t, OpenLaunch> open_;
};

base::Error refuse(const std::string& run, const std::string& why) {
  return base::usage_error("cannot resume " + base::to_one_line(run) + ": " + why,
                           "what it judged is not what would be judged now; start a new run "
                           "without --resume");
}

std::string shown(const std::string& value) {
  return value.empty() ? "none" : "'" + base::to_one_line(value) + "'";
}

}  // namespace

base::Result<Resumption> read_resumption(const std::vector<model::Event>& events) {
  if (events.empty() || !std::holds_alternative<model::RunStarted>(events.front().body))
    return base::trouble("the journal does not begin with the start of a run",
                         "there is nothing to go on with; start a new run without --resume");
  Reader reader;
  for (const model::Event& event : events) reader.read(event);
  return std::move(reader).finish();
}

base::Result<void> check_resume(const Resumption& then, const ResumeFacts& now,
                                const std::string& run) {
  if (then.finished)
    return base::usage_error(
        "cannot resume " + base::to_one_line(run) + ": it is finished",
        "'cupel report " + base::shell_quote(run) + "' shows it; start a new run without --resume");
  const model::RunStarted& started = then.started;
  if (started.gate.config_sha256 != now.config_sha256)
    return refuse(run,
                  "the configuration " + base::to_one_line(now.config_path) + " has changed since");
  if (started.gate.name != now.gate)
    return refuse(run,
                  "it is of the gate " + shown(started.gate.name) + ", not " + shown(now.gate));
  if (started.gate.mode != now.mode)
    return refuse(run,
                  "it is of the mode " + shown(started.gate.mode) + ", not " + shown(now.mode));
  if (started.environment.commit != now.commit)
    return refuse(run, "the commit was " + shown(started.environment.commit) + " and is now " +
                           shown(now.commit));
  for (const auto& [target, sha256] : now.programs)
    CUPEL_TRY(check_program(then, target, sha256, run));
  return {};
}

base::Result<void> check_program(const Resumption& then, const std::string& target,
                                 const std::string& sha256, const std::string& run) {
  const auto found = then.programs.find(target);
  if (found == then.programs.end() || found->second == sha256) return {};
  return refuse(run, "the program of target '" + base::to_one_line(target) +
                         "' was rebuilt or replaced since");
}

}  // namespace cupel::store
