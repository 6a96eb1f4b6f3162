// SPDX-License-Identifier: Apache-2.0
#include "report/view.h"

#include <algorithm>
#include <map>

#include "record/tally.h"

namespace cupel::report {

using format::Tone;
using model::Outcome;

namespace {

void add_to_group(const record::TestRecord& test, const std::string& reason,
                  std::map<std::string_view, std::size_t>& places,
                  std::vector<ReasonGroup>& groups) {
  const auto [place, added] = places.emplace(reason, groups.size());
  if (added) groups.push_back({reason, {}});
  groups[place->second].tests.push_back(&test);
}

void sort_groups(std::vector<ReasonGroup>& groups) {
  std::ranges::stable_sort(groups, std::ranges::greater{},
                           [](const ReasonGroup& group) { return group.tests.size(); });
}

}  // namespace

std::string_view plain_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::timed_out:
      return "timed out";
    case Outcome::not_run:
      return "not run";
    default:
      return model::word(outcome);
  }
}

Tone tone_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return Tone::good;
    case Outcome::skipped:
      return Tone::plain;
    case Outcome::not_run:
      return Tone::warn;
    default:
      return Tone::bad;
  }
}

Tone tone_of(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::green:
      return Tone::good;
    case model::Verdict::red:
      return Tone::bad;
    default:
      return Tone::warn;
  }
}

std::vector<TargetView> by_target(const record::RunRecord& run) {
  std::vector<TargetView> views;
  std::map<std::string_view, std::size_t> places;
  for (const record::TargetRecord& target : run.targets) {
    places.emplace(target.name, views.size());
    views.push_back({&target, {}, {}, target.list_duration_s, 0});
  }
  for (const record::LaunchRecord& launch : run.launches) {
    const auto place = places.find(launch.target);
    if (place == places.end()) continue;
    views[place->second].duration_s += launch.duration_s;
    ++views[place->second].launches;
  }
  for (const record::TestRecord& test : run.tests) {
    const auto place = places.find(test.id.target);
    if (place == places.end()) continue;
    record::add_to(views[place->second].counts, test);
    if (test.selected) views[place->second].tests.push_back(&test);
  }
  return views;
}

std::vector<const record::TestRecord*> reds(const record::RunRecord& run) {
  std::vector<const record::TestRecord*> found;
  for (const record::TestRecord& test : run.tests) {
    if (test.selected && record::is_red(test)) found.push_back(&test);
  }
  std::ranges::stable_partition(
      found, [](const record::TestRecord* test) { return !record::is_known_red(*test); });
  return found;
}

std::vector<const record::TestRecord*> unexpected_passes(const record::RunRecord& run) {
  std::vector<const record::TestRecord*> found;
  for (const record::TestRecord& test : run.tests) {
    if (test.selected && test.unexpected_pass) found.push_back(&test);
  }
  return found;
}

std::vector<ReasonGroup> undeclared_skips(const record::RunRecord& run) {
  std::vector<ReasonGroup> groups;
  std::map<std::string_view, std::size_t> places;
  for (const record::TestRecord& test : run.tests) {
    if (!test.selected || test.outcome != Outcome::skipped) continue;
    if (!test.declared_skip && !test.disabled) add_to_group(test, test.message, places, groups);
  }
  sort_groups(groups);
  return groups;
}

std::vector<ReasonGroup> not_run(const record::RunRecord& run) {
  std::vector<ReasonGroup> groups;
  std::map<std::string_view, std::size_t> places;
  for (const record::TestRecord& test : run.tests) {
    if (!test.selected || test.outcome.value_or(Outcome::not_run) != Outcome::not_run) continue;
    add_to_group(test, test.note.empty() ? test.detail : test.note, places, groups);
  }
  sort_groups(groups);
  return groups;
}

std::vector<ProblemView> problems(const record::RunRecord& run) {
  std::vector<ProblemView> found;
  for (const record::ProblemRecord& problem : run.gate_problems)
    found.push_back({"gate", &problem});
  for (const record::TargetRecord& target : run.targets) {
    for (const record::ProblemRecord& problem : target.problems) {
      found.push_back({target.name, &problem});
    }
  }
  return found;
}

const record::LaunchRecord* deciding_launch(const record::RunRecord& run,
                                            const record::TestRecord& test) {
  if (test.decided_by == 0) return nullptr;
  const auto found = std::ranges::find(run.launches, test.decided_by, &record::LaunchRecord::n);
  return found == run.launches.end() ? nullptr : &*found;
}

std::string why_of(const record::TestRecord& test) {
  for (const std::string* text : {&test.message, &test.detail, &test.note}) {
    if (!text->empty()) return *text;
  }
  if (test.outcome == Outcome::missing) {
    return "it never reported a result, not even when it was run alone";
  }
  if (test.outcome == Outcome::skipped) {
    return test.disabled ? "disabled in the source" : "no reason given";
  }
  return test.outcome.value_or(Outcome::not_run) == Outcome::not_run ? "it was never started" : "";
}

std::string place_text(const model::Location& location) {
  if (location.file.empty()) return {};
  return location.line > 0 ? location.file + ":" + std::to_string(location.line) : location.file;
}

std::string place_of(const record::TestRecord& test) {
  for (const model::Failure& failure : test.failures) {
    if (!failure.location.file.empty()) return place_text(failure.location);
  }
  return place_text(test.location);
}

}  // namespace cupel::report
