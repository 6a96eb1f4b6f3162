// SPDX-License-Identifier: Apache-2.0
// What must hold after any prefix of a journal: each listed test stands once, by target in the
// order of listing; its details are those of the attempt that decided, and none before one did;
// attempts are all kept, void ones marked; the counts are those of the tests until the run has said
// its own.
#include "record/fold.h"

#include <algorithm>
#include <ranges>

#include "record/tally.h"

namespace cupel::record {
namespace {

// The reason of a skip, where a detail has one: "skipped: no device".
std::string skip_reason(const std::string& detail) {
  constexpr std::string_view prefix = "skipped: ";
  return detail.starts_with(prefix) ? detail.substr(prefix.size()) : detail;
}

void renew_message(TestRecord& test) {
  test.message.clear();
  if (!test.failures.empty()) {
    test.message = test.failures.front().message;
    // Not every framework lists where its tests stand.
    if (test.location.file.empty()) test.location = test.failures.front().location;
  } else if (test.outcome == model::Outcome::skipped) {
    test.message = skip_reason(test.detail);
  }
}

AttemptRecord& attempt_of(TestRecord& test, std::size_t launch) {
  for (auto& attempt : std::ranges::reverse_view(test.attempts)) {
    if (attempt.launch == launch) return attempt;
  }
  AttemptRecord& added = test.attempts.emplace_back();
  added.launch = launch;
  return added;
}

// A client may declare its sub-cases first and tell of each one later that it ran.
void add_subcase(std::vector<model::Subcase>& subcases, const model::Subcase& told) {
  const auto found = std::ranges::find(subcases, told.name, &model::Subcase::name);
  if (found == subcases.end()) {
    subcases.push_back(told);
  } else {
    found->ran = found->ran || told.ran;
  }
}

// Back to a test of which nothing is known but its place and its attempts.
void unsettle(TestRecord& test) {
  TestRecord fresh;
  fresh.id = std::move(test.id);
  fresh.selected = test.selected;
  fresh.disabled = test.disabled;
  fresh.location = std::move(test.location);
  fresh.attempts = std::move(test.attempts);
  test = std::move(fresh);
}

}  // namespace

struct Fold::Applier {
  Fold& fold;
  base::WallTime at;
  RunRecord& run = fold.record_;

  TargetRecord& target(const std::string& name) {
    const auto [place, added] = fold.target_index_.try_emplace(name, run.targets.size());
    if (added) run.targets.emplace_back().name = name;
    return run.targets[place->second];
  }
  // Most events are about the test of the event before.
  std::size_t place(const model::TestId& id) {
    if (fold.last_place_ < run.tests.size() && run.tests[fold.last_place_].id == id) {
      return fold.last_place_;
    }
    const auto [place, added] = fold.test_index_.try_emplace(id.text(), run.tests.size());
    if (added) {
      run.tests.emplace_back().id = id;
      add_to(run.counts, run.tests.back());
    }
    fold.last_place_ = place->second;
    return place->second;
  }
  TestRecord& test(const model::TestId& id) { return run.tests[place(id)]; }

  // Changes what an attempt said: in the test itself where that attempt has decided, else aside.
  template <typename Change>
  void say(const model::TestId& id, std::size_t launch, Change change) {
    const std::size_t where = place(id);
    TestRecord& test = run.tests[where];
    if (test.outcome && test.decided_by == launch) {
      change(test);
      return renew_message(test);
    }
    auto& all = fold.sayings_[where];
    auto found = std::ranges::find(all, launch, &Saying::launch);
    if (found == all.end()) {
      found = all.emplace(all.end());
      found->launch = launch;
    }
    change(*found);
  }

  // Gives the test the sayings of the attempt that decided, and forgets the others.
  void decide(std::size_t where, std::size_t launch) {
    TestRecord& test = run.tests[where];
    const auto all = fold.sayings_.find(where);
    if (all == fold.sayings_.end()) return;
    const auto said = std::ranges::find(all->second, launch, &Saying::launch);
    if (said != all->second.end()) {
      test.detail = std::move(said->detail);
      test.failures = std::move(said->failures);
      test.properties = std::move(said->properties);
      test.output = std::move(said->output);
      test.measures = std::move(said->measures);
      test.subcases = std::move(said->subcases);
    }
    fold.sayings_.erase(all);
  }

  void operator()(const model::RunStarted& e) {
    run.id = e.id;
    run.version = e.version;
    run.started = at;
    run.command = e.command;
    run.gate = e.gate;
    run.scope = e.scope;
    run.environment = e.environment;
    run.precision = e.precision;
    for (const std::string& name : e.targets) target(name);
  }

  // What only the end of the earlier process made final is open again.
  void operator()(const model::RunResumed&) {
    ++run.resumed;
    run.verdict.reset();
    run.finished.reset();
    run.exit_code = 3;
    run.reasons.clear();
    const auto passing = [](const ProblemRecord& problem) {
      return model::problem_class(problem.kind) == model::ProblemClass::incomplete;
    };
    for (TargetRecord& target : run.targets) std::erase_if(target.problems, passing);
    std::erase_if(run.gate_problems, passing);
    for (TestRecord& test : run.tests) {
      if (test.outcome == model::Outcome::not_run) unsettle(test);
    }
    run.counts = tally(run.tests);
  }

  void operator()(const model::BuildFinished& e) { run.build = e; }

  void operator()(const model::LaneOpened& e) {
    const auto found = std::ranges::find(run.lanes, e.name, &model::LaneFacts::name);
    if (found == run.lanes.end()) {
      run.lanes.push_back({e.name, e.device, e.lease_wait_s, 0});
    } else {
      found->lease_wait_s += e.lease_wait_s;
    }
  }
  void operator()(const model::LaneClosed& e) {
    const auto found = std::ranges::find(run.lanes, e.name, &model::LaneFacts::name);
    if (found != run.lanes.end()) found->busy_s += e.busy_s;
  }

  void operator()(const model::TargetListed& e) {
    TargetRecord& listed = target(e.target);
    listed.harness = e.harness;
    listed.version = e.listing.harness_version;
    listed.program_sha256 = e.program_sha256;
    listed.listed = e.listing.tests.size();
    listed.list_duration_s = e.duration_s;
    run.tests.reserve(run.tests.size() + e.listing.tests.size());
    for (const model::TestCase& one : e.listing.tests) {
      TestRecord& listed_test = test({e.target, one.name});
      listed_test.disabled = one.disabled;
      listed_test.location = one.location;
    }
  }

  // The rows of the others stand where the target stood; it keeps one only for tests of its own.
  void operator()(const model::TargetDerived& e) {
    const auto row = std::ranges::find(run.targets, e.target, &TargetRecord::name);
    if (row == run.targets.end()) return;  // told a second time, after a resume
    auto at_row = row + 1;
    for (const std::string& name : e.into) {
      if (fold.target_index_.contains(name)) continue;
      at_row = run.targets.insert(at_row, TargetRecord{}) + 1;
      (at_row - 1)->name = name;
    }
    if (!e.has_tests && !e.into.empty()) {
      run.targets.erase(std::ranges::find(run.targets, e.target, &TargetRecord::name));
    }
    fold.target_index_.clear();
    for (const TargetRecord& one : run.targets) {
      fold.target_index_.emplace(one.name, fold.target_index_.size());
    }
  }

  void operator()(const model::TargetSelected& e) {
    target(e.target).selected = e.names.size();
    for (const std::string& name : e.names) {
      change(test({e.target, name}), [](TestRecord& one) { one.selected = true; });
    }
  }

  void operator()(const model::TargetProblem& e) {
    const auto found = fold.target_index_.find(e.target);
    auto& problems =
        found == fold.target_index_.end() ? run.gate_problems : run.targets[found->second].problems;
    problems.push_back({e.kind, e.detail, e.known_entry, e.known_issue});
  }

  void operator()(const model::LaunchStarted& e) {
    LaunchRecord& launch = run.launches.emplace_back();
    launch.n = e.n;
    launch.target = e.target;
    launch.lane = e.lane;
    launch.purpose = e.purpose;
    launch.mode = e.mode;
    launch.command = e.command;
    launch.env_added = e.env_added;
    launch.env_removed = e.env_removed;
    launch.started = at;
  }

  void operator()(const model::TestStarted& e) { attempt_of(test(e.test), e.launch); }

  void operator()(const model::TestReported& e) {
    TestRecord& reported = test(e.test);
    AttemptRecord& attempt = attempt_of(reported, e.launch);
    if (!e.open) attempt.outcome = e.outcome;
    attempt.duration_s = e.duration_s;
    if (reported.outcome && reported.decided_by == e.launch) reported.duration_s = e.duration_s;
    say(e.test, e.launch, [&e](auto& holder) {
      holder.detail = e.detail;
      holder.failures = e.failures;
      holder.properties = e.properties;
      holder.output = e.output;
    });
  }

  void operator()(const model::AttemptVoided& e) {
    AttemptRecord& attempt = attempt_of(test(e.test), e.launch);
    attempt.is_void = true;
    attempt.void_why = e.why;
  }

  void operator()(const model::TestMeasured& e) {
    say(e.test, e.launch, [&e](auto& holder) { holder.measures.push_back(e.measure); });
  }
  void operator()(const model::TestSubcase& e) {
    say(e.test, e.launch, [&e](auto& holder) { add_subcase(holder.subcases, e.subcase); });
  }

  void operator()(const model::LaunchEnded& e) {
    const auto found =
        std::ranges::find(run.launches.rbegin(), run.launches.rend(), e.n, &LaunchRecord::n);
    if (found == run.launches.rend()) return;
    found->termination = e.termination;
    found->duration_s = e.duration_s;
    found->channel = e.channel;
    found->survivors = e.survivors;
    found->stacks = e.stacks;
    found->stdout_file = e.stdout_file;
    found->stderr_file = e.stderr_file;
    found->output_cut = e.output_cut;
  }

  void operator()(const model::TestSettled& e) {
    const std::size_t where = place(e.test);
    change(run.tests[where], [&](TestRecord& settled) {
      if (settled.outcome && settled.decided_by != e.launch) unsettle(settled);
      settled.outcome = e.outcome;
      settled.decided_by = e.launch;
      settled.known_entry = e.known_entry;
      settled.known_issue = e.known_issue;
      settled.unexpected_pass = e.unexpected_pass;
      settled.declared_skip = e.declared_skip;
      settled.note = e.note;
      settled.alone = e.alone;
      settled.signature = e.signature;
    });
    decide(where, e.launch);
    TestRecord& settled = run.tests[where];
    if (settled.detail.empty()) settled.detail = e.note;
    const auto attempt = std::ranges::find(settled.attempts, e.launch, &AttemptRecord::launch);
    if (attempt != settled.attempts.end()) settled.duration_s = attempt->duration_s;
    renew_message(settled);
  }

  void operator()(const model::DiagnosisMade& e) {
    TestRecord& diagnosed = test(e.test);
    diagnosed.diagnosis_label = e.label;
    diagnosed.diagnosis_size = e.size;
  }

  void operator()(const model::Interrupted& e) { run.interruptions.push_back(e.why); }
  void operator()(const model::Warned& e) { run.warnings.push_back(e.text); }

  void operator()(const model::RunFinished& e) {
    run.verdict = e.verdict;
    run.exit_code = e.exit_code;
    run.reasons = e.reasons;
    run.counts = e.counts;
    run.finished = at;
  }

  // Changes a test and keeps the counts in step.
  template <typename Change>
  void change(TestRecord& one, Change how) {
    take_from(run.counts, one);
    how(one);
    add_to(run.counts, one);
  }
};

void Fold::apply(const model::Event& event) {
  record_.latest = event.at;
  std::visit(Applier{*this, event.at}, event.body);
}

const TestRecord* Fold::find(const model::TestId& id) const {
  const auto found = test_index_.find(id.text());
  return found == test_index_.end() ? nullptr : &record_.tests[found->second];
}

const TargetRecord* Fold::find_target(const std::string& name) const {
  const auto found = target_index_.find(name);
  return found == target_index_.end() ? nullptr : &record_.targets[found->second];
}

}  // namespace cupel::record
