// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace cupel::judge {
namespace {

using model::Outcome;
using model::Verdict;

// How many tests or reasons a line names before it counts the rest.
constexpr std::size_t named_in_a_line = 3;

struct Reason {
  Verdict weight = Verdict::green;
  std::string text;
};

/// "a, b, c and 4 more"
std::string enumerate(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), named_in_a_line); ++i) {
    text += (i == 0 ? "" : ", ") + base::to_one_line(names[i]);
  }
  if (names.size() > named_in_a_line) {
    text += fmt::format(" and {} more", names.size() - named_in_a_line);
  }
  return text;
}

model::RunCounts count(const RunFacts& facts) {
  model::RunCounts counts;
  std::unordered_set<std::string> ids;
  for (const JudgedTest& test : facts.tests) {
    CUPEL_CHECK(ids.insert(test.id.text()).second, "a test is judged twice");
    CUPEL_CHECK(test.selected == test.outcome.has_value(),
                "a selected test has no outcome, or a deselected one has");
    ++counts.listed;
    ++(test.selected ? counts.selected : counts.deselected);
    if (!test.selected) continue;
    ++counts.by_outcome[static_cast<std::size_t>(*test.outcome)];
    const bool known = test.judgement.effect == Effect::known;
    counts.known += known ? 1 : 0;
    counts.flaky += known && test.judgement.state == LedgerState::flaky ? 1 : 0;
    counts.unexpected_pass += test.judgement.effect == Effect::unexpected_pass ? 1 : 0;
  }
  return counts;
}

/// Always: selected is the sum over the outcomes, listed is selected and deselected, and both are
/// what the listings and the selection said.
void check_accounts(const RunFacts& facts, const model::RunCounts& counts) {
  std::size_t sum = 0;
  for (const std::size_t of_one : counts.by_outcome) sum += of_one;
  CUPEL_CHECK(counts.selected == sum, "selected tests and outcomes do not add up");
  CUPEL_CHECK(counts.listed == counts.selected + counts.deselected,
              "listed tests are not the selected and the deselected ones");
  CUPEL_CHECK(counts.listed == facts.listed, "a listed test was lost");
  CUPEL_CHECK(counts.selected == facts.selected, "a selected test was lost");
}

/// One line for each group of tests of the same effect and words, in the order of first appearance.
void add_tests(const RunFacts& facts, std::vector<Reason>& reasons) {
  std::vector<std::pair<const TestJudgement*, std::vector<std::string>>> groups;
  for (const JudgedTest& test : facts.tests) {
    if (!test.selected || test.judgement.effect == Effect::none) continue;
    CUPEL_CHECK(!test.judgement.words.empty(), "a test weighs on the verdict and nothing says why");
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.first->effect == test.judgement.effect &&
             group.first->words == test.judgement.words;
    });
    std::string name = test.id.text();
    if (!test.judgement.issue.empty()) name += " (" + test.judgement.issue + ")";
    if (same == groups.end()) {
      groups.emplace_back(&test.judgement, std::vector<std::string>{std::move(name)});
    } else {
      same->second.push_back(std::move(name));
    }
  }
  const bool full = facts.scope.full();
  for (const auto& [judgement, names] : groups) {
    const bool only_reported = judgement->effect == Effect::unexpected_pass && !full;
    reasons.push_back(
        {verdict_of(judgement->effect, full),
         fmt::format("{} {}{}: {}", base::plural(names.size(), "test"), judgement->words,
                     only_reported ? " (reported only, the scope is narrowed)" : "",
                     enumerate(names))});
  }
}

void add_problems(const RunFacts& facts, std::vector<Reason>& reasons) {
  for (const JudgedProblem& problem : facts.problems) {
    const ProblemJudgement& judgement = problem.judgement;
    std::string text = fmt::format("{}: {}", problem.target, word(problem.kind));
    // The rest of it, such as a compiler's output, stands with the problem itself.
    const std::string_view detail = problem.detail;
    if (!detail.empty()) text += ": " + base::to_one_line(detail.substr(0, detail.find('\n')));
    if (!judgement.words.empty()) text += ", " + judgement.words;
    if (!judgement.issue.empty()) text += " (" + base::to_one_line(judgement.issue) + ")";
    if (judgement.effect == Effect::none) text += " (reported only)";
    reasons.push_back({verdict_of(judgement.effect, facts.scope.full()), std::move(text)});
  }
}

struct TargetSkips {
  std::size_t selected = 0;
  std::size_t skipped = 0;
};

/// What was not judged for other reasons than a test or a problem of its own.
void add_not_judged(const RunFacts& facts, const model::RunCounts& counts,
                    std::vector<Reason>& reasons) {
  const auto add = [&](std::string text) {
    reasons.push_back({Verdict::incomplete, std::move(text)});
  };
  for (const std::string& why : facts.interruptions) add("cut off: " + base::to_one_line(why));
  for (const std::string& why : facts.not_judged) add(base::to_one_line(why));
  if (counts.selected == 0) {
    add(counts.listed == 0 ? "no test was listed"
                           : fmt::format("no test was selected, of {} listed", counts.listed));
  }
  std::map<std::string, TargetSkips> by_target;
  for (const JudgedTest& test : facts.tests) {
    if (!test.selected) continue;
    TargetSkips& skips = by_target[test.id.target];
    ++skips.selected;
    skips.skipped += test.outcome == Outcome::skipped ? 1 : 0;
  }
  for (const std::string& target : facts.device_targets) {
    const TargetSkips& skips = by_target[target];
    if (skips.selected == 0 || skips.skipped < skips.selected) continue;
    add(fmt::format("{} requires a device, and every test of it was skipped ({})", target,
                    skips.skipped));
  }
}

/// "3 skipped at run time: no device (2), too slow", the most frequent reason first.
void add_skips(const RunFacts& facts, const model::RunCounts& counts,
               std::vector<Reason>& reasons) {
  std::map<std::string, std::size_t> by_reason;
  std::size_t undeclared = 0;
  std::size_t declared = 0;
  for (const JudgedTest& test : facts.tests) {
    if (!test.selected || test.outcome != Outcome::skipped) continue;
    if (test.judgement.declared_skip) {
      ++declared;
      continue;
    }
    ++undeclared;
    ++by_reason[test.skip_reason.empty() ? "no reason given" : base::to_one_line(test.skip_reason)];
  }
  if (undeclared > 0) {
    std::vector<std::pair<std::string, std::size_t>> rows(by_reason.begin(), by_reason.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> texts;
    for (const auto& [reason, times] : rows) {
      texts.push_back(times == 1 ? reason : fmt::format("{} ({})", reason, times));
    }
    reasons.push_back(
        {Verdict::green, fmt::format("{} skipped at run time: {}", undeclared, enumerate(texts))});
  }
  if (declared > 0) {
    reasons.push_back({Verdict::green, fmt::format("{} skipped as declared", declared)});
  }
  if (counts.selected > 0 && counts.of(Outcome::skipped) == counts.selected) {
    reasons.push_back({Verdict::green, "every selected test was skipped: nothing was tested"});
  }
}

}  // namespace

Judgement judge_run(const RunFacts& facts) {
  Judgement judgement;
  judgement.counts = count(facts);
  check_accounts(facts, judgement.counts);

  std::vector<Reason> reasons;
  add_tests(facts, reasons);
  add_problems(facts, reasons);
  add_not_judged(facts, judgement.counts, reasons);
  add_skips(facts, judgement.counts, reasons);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.weight > b.weight; });

  judgement.verdict = Verdict::green;
  for (const Reason& reason : reasons) {
    judgement.verdict = model::stronger(judgement.verdict, reason.weight);
  }
  if (judgement.verdict == Verdict::green) {
    judgement.reasons.push_back(
        fmt::format("{} of {} passed", judgement.counts.of(Outcome::passed),
                    base::plural(judgement.counts.selected, "selected test")));
  }
  for (Reason& reason : reasons) judgement.reasons.push_back(std::move(reason.text));
  judgement.exit_code = model::exit_code(judgement.verdict, facts.accept_known);
  return judgement;
}

}  // namespace cupel::judge
