// SPDX-License-Identifier: Apache-2.0
// Stages: which tests the run is about, what a journal already knows of them, and the batches.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/gate_run.h"

namespace cupel::engine {

/// Of a derived target: only the tests that the other one has of it.
void GateRun::keep_wanted(TargetState& target) {
  if (target.only.empty()) return;
  const auto& tests = target.listing.tests;
  std::erase_if(target.selected,
                [&](std::size_t index) { return !target.only.contains(tests[index].native); });
  std::set<std::string> missing = target.only;
  for (const model::TestCase& test : tests) missing.erase(test.native);
  for (const std::string& name : missing) {
    problem(target.name(), model::ProblemKind::list_failed,
            "it should have the test '" + base::to_one_line(name) +
                "', and its program lists none of that name; build the tree anew");
  }
}

void GateRun::select() {
  for (const auto& target : targets_) {
    if (!target->listed) continue;
    target->selected = plan::select_tests(context_.selection, target->name(), target->listing);
    keep_wanted(*target);
    model::TargetSelected event{target->name(), {}};
    for (const std::size_t index : target->selected) {
      event.names.push_back(target->listing.tests[index].name);
    }
    emit_.emit(std::move(event));
    for (const std::string& unknown :
         plan::unknown_tests(context_.selection, target->name(), target->listing)) {
      problem(target->name(), model::ProblemKind::list_failed,
              "the program lists no test named '" + unknown + "'; `cupel list " + target->name() +
                  "` shows what it has");
    }
  }
  std::vector<std::string> names;
  for (const auto& target : targets_) {
    if (!target->listed) return;  // what it would have contained is not known
    names.push_back(target->name());
  }
  for (const std::string& nobody : plan::unknown_targets(context_.selection, names)) {
    problem("gate", model::ProblemKind::list_failed,
            "no target is named '" + base::to_one_line(nobody) +
                "'; `cupel list` shows those that others contain, too");
  }
}

/// The problems that the journal of an interrupted run has, before anything finds them again. What
/// only kept something from being judged is asked anew, as is a test that was not run.
void GateRun::restore_problems() {
  if (!context_.resume) return;
  for (const model::TargetProblem& known : context_.resume->problems) {
    if (model::problem_class(known.kind) == model::ProblemClass::incomplete) continue;
    problems_.push_back(known);
  }
}

/// Takes over what the journal of an interrupted run has decided. A test that was in flight when
/// cupel died runs once more; one in which it died twice crashed.
void GateRun::restore() {
  if (!context_.resume) return;
  const ResumePoint& resume = *context_.resume;
  for (const auto& target : targets_) {
    for (const std::size_t index : target->selected) {
      const std::string id = target->id(index).text();
      const auto found = resume.settled.find(id);
      const bool settled_then =
          found != resume.settled.end() && found->second.outcome != model::Outcome::not_run;
      if (settled_then) {
        SettledTest settled =
            settled_without_word(found->second.outcome, found->second.note, found->second.launch);
        if (const auto said = resume.reported.find(id); said != resume.reported.end()) {
          settled = settled_from(said->second);
          settled.outcome = found->second.outcome;
        }
        settle(*target, index, std::move(settled), true);
      } else if (const auto said = resume.reported.find(id); said != resume.reported.end()) {
        settle(*target, index, settled_from(said->second));
      } else if (const auto died = resume.died_in.find(id);
                 died != resume.died_in.end() && died->second >= 2) {
        settle(
            *target, index,
            settled_without_word(model::Outcome::crashed, "cupel itself died twice while it ran"));
      }
    }
  }
}

void GateRun::plan_work() {
  for (const auto& target : targets_) {
    if (!target->listed) continue;
    std::vector<std::size_t> to_run;
    for (const std::size_t index : target->selected) {
      if (target->settled[index]) continue;
      if (!target->unrunnable.empty()) {
        settle(*target, index, settled_without_word(model::Outcome::not_run, target->unrunnable));
        continue;
      }
      const model::TestCase& test = target->listing.tests[index];
      if (test.disabled) {
        settle(*target, index, settled_without_word(model::Outcome::skipped, test.disabled_reason));
      } else {
        to_run.push_back(index);
      }
    }
    if (context_.resume && context_.resume->died_in_silence && !to_run.empty()) {
      target->silent_first = to_run.front();
    }
    // One that cupel died in gets a process, and so a death, of its own.
    const auto last = std::stable_partition(to_run.begin(), to_run.end(), [&](std::size_t index) {
      return !is_suspect(*target, index);
    });
    for (auto suspect = last; suspect != to_run.end(); ++suspect) add_work(*target, {*suspect});
    to_run.erase(last, to_run.end());
    add_work(*target, to_run);
  }
}

void GateRun::add_work(TargetState& target, const std::vector<std::size_t>& tests) {
  for (plan::BatchPlan& batch :
       plan::plan_batches(*context_.config, context_.precision, target.name(), target.listing,
                          tests, context_.shuffle)) {
    work_.push_back(std::make_unique<Work>(
        Work{&target, Batch(std::move(batch.tests), context_.isolation), batch.precision}));
  }
}

bool GateRun::is_suspect(const TargetState& target, std::size_t index) const {
  return target.silent_first == index ||
         (context_.resume && context_.resume->died_in.contains(target.id(index).text()));
}

}  // namespace cupel::engine
