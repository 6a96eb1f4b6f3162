// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "record/tally.h"
#include "report/view.h"

namespace cupel::report {
namespace {

using model::Outcome;
using Parts = std::vector<std::string>;

constexpr std::size_t most_skip_reasons = 4;
constexpr std::size_t longest_reason = 60;  // columns

std::string joined(const Parts& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

void add_count(Parts& parts, std::size_t count, std::string_view what) {
  if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
}

// New reds by outcome, problems, and what else makes or softens a red.
Parts red_parts(const record::RunRecord& run) {
  std::array<std::size_t, model::outcome_count> fresh{};
  std::size_t known = 0;
  for (const record::TestRecord* test : reds(run)) {
    if (record::is_known_red(*test)) {
      ++known;
    } else {
      ++fresh[static_cast<std::size_t>(*test->outcome)];
    }
  }
  Parts parts;
  for (const Outcome outcome :
       {Outcome::failed, Outcome::crashed, Outcome::timed_out, Outcome::missing}) {
    add_count(parts, fresh[static_cast<std::size_t>(outcome)], plain_word(outcome));
  }
  if (run.scope.full()) {
    const std::size_t passes = unexpected_passes(run).size();
    add_count(parts, passes, passes == 1 ? "unexpected pass" : "unexpected passes");
  }
  if (const std::size_t count = problems(run).size(); count > 0) {
    parts.push_back(base::plural(count, "problem"));
  }
  add_count(parts, known, "known");
  add_count(parts, run.counts.of(Outcome::not_run), "not run");
  return parts;
}

std::string undeclared_text(const record::RunRecord& run) {
  const std::vector<ReasonGroup> groups = undeclared_skips(run);
  std::size_t count = 0;
  Parts reasons;
  for (const ReasonGroup& group : groups) {
    count += group.tests.size();
    if (reasons.size() == most_skip_reasons) continue;
    const std::string reason = group.reason.empty() ? "no reason given" : group.reason;
    reasons.push_back(fmt::format("{} {}", group.tests.size(),
                                  base::ellipsize(base::to_one_line(reason), longest_reason)));
  }
  if (count == 0) return {};
  if (groups.size() > reasons.size()) reasons.push_back("…");
  return fmt::format("{} skipped undeclared ({})", count, joined(reasons, ", "));
}

std::string reasons_text(const record::RunRecord& run) {
  return base::to_one_line(joined(run.reasons, "; "));
}

std::string what_counts(const record::RunRecord& run, model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::green:
      return fmt::format("{} passed", run.counts.of(Outcome::passed));
    case model::Verdict::incomplete:
      if (!run.reasons.empty()) return reasons_text(run);
      [[fallthrough]];
    default: {
      const Parts parts = red_parts(run);
      return parts.empty() ? reasons_text(run) : joined(parts, ", ");
    }
  }
}

// Pins are many and always the same; what others set is news, and named in full.
constexpr std::size_t pins_named = 3;

std::string variables_text(const model::PrecisionFacts& precision) {
  std::string text;
  for (const model::VariableSource source :
       {model::VariableSource::pin, model::VariableSource::target, model::VariableSource::operator_,
        model::VariableSource::mode}) {
    Parts names;
    for (const model::PrecisionVariable& variable : precision.variables) {
      if (variable.source == source) names.push_back(variable.name + "=" + variable.value);
    }
    if (source == model::VariableSource::pin && names.size() > pins_named) {
      text += fmt::format("; {} variables set by pin", names.size());
    } else if (!names.empty()) {
      text += fmt::format("; set by {}: {}", model::word(source), joined(names, " "));
    }
  }
  return text;
}

// "A, B (why)": pins that were withheld for one reason stand together.
std::string unset_text(const model::PrecisionFacts& precision) {
  std::vector<std::pair<std::string, Parts>> groups;
  for (const model::UnsetPin& pin : precision.not_set) {
    auto group = std::ranges::find(groups, pin.why, &std::pair<std::string, Parts>::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {pin.why, {}});
    group->second.push_back(pin.name);
  }
  Parts texts;
  for (const auto& [why, names] : groups) {
    texts.push_back(fmt::format("{} ({})", joined(names, ", "), why));
  }
  return joined(texts, ", ");
}

}  // namespace

std::string verdict_line(const record::RunRecord& run) {
  const model::Verdict verdict = run.verdict.value_or(model::Verdict::incomplete);
  std::string line(model::word(verdict));
  if (!run.scope.full()) {
    line += fmt::format(" (narrowed, {} of {})", run.counts.selected, run.counts.listed);
  }
  Parts parts = {run.verdict ? what_counts(run, verdict) : "the run has not finished"};
  if (std::string skips = undeclared_text(run); !skips.empty()) parts.push_back(std::move(skips));
  if (verdict == model::Verdict::known && run.exit_code == 0) parts.emplace_back("accepted");
  return base::to_one_line(line + ": " + joined(parts, ", "));
}

std::string precision_line(const record::RunRecord& run) {
  std::string line(model::word(run.precision.policy));
  line += variables_text(run.precision);
  if (const std::string unset = unset_text(run.precision); !unset.empty()) {
    line += "; not set: " + unset;
  }
  if (run.precision.policy == model::Precision::f32_strict) {
    line += "; production precision was not exercised";
  }
  return base::to_one_line(line);
}

}  // namespace cupel::report
