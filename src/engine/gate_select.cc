// SPDX-License-Identifier: Apache-2.0
// Stages: which tests the run is about, what a journal already knows of them, and the batches.
#include <algorithm>
#include <utility>

#include "engine/gate_run.h"

namespace cupel::engine {

void GateRun::select() {
  for (const auto& target : targets_) {
    if (!target->listed) continue;
    target->selected = plan::select_tests(context_.selection, target->name(), target->listing);
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
}

/// Takes over what the journal of an interrupted run has decided. A test that was in flight when
/// cupel died runs once more; one in which it died twice crashed.
void GateRun::restore() {
  if (!context_.resume) return;
  const ResumePoint& resume = *context_.resume;
  for (const model::TargetProblem& known : resume.problems) {
    problems_.push_back(known);
  }
  for (const auto& target : targets_) {
    for (const std::size_t index : target->selected) {
      const std::string id = target->id(index).text();
      if (const auto found = resume.settled.find(id); found != resume.settled.end()) {
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
