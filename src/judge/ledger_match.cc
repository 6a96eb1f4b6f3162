// SPDX-License-Identifier: Apache-2.0
#include "judge/ledger_match.h"

#include <re2/re2.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "base/glob.h"
#include "base/text.h"
#include "model/version_condition.h"

namespace cupel::judge {
namespace {

constexpr std::string_view flaky_kind = "flaky";

/// Characters of a pattern that stand for themselves.
std::size_t literal_length(std::string_view pattern) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool escape = pattern[i] == '\\' && i + 1 < pattern.size();
    const bool acts = pattern[i] == '*' || pattern[i] == '?';
    if (escape) ++i;
    if (!acts) ++length;
  }
  return length;
}

bool when_holds(const model::LedgerWhen& when, const Conditions& conditions) {
  if (when.mode && *when.mode != conditions.mode) return false;
  if (when.gpu) {
    const auto& names = conditions.gpu_names;
    const bool all = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.find(*when.gpu) != std::string::npos;
    });
    if (names.empty() || !all) return false;
  }
  if (when.driver) {
    const auto condition = model::VersionCondition::parse(*when.driver);
    const auto& drivers = conditions.drivers;
    const bool all = condition && std::all_of(drivers.begin(), drivers.end(),
                                              [&](const auto& d) { return condition->holds(d); });
    if (drivers.empty() || !all) return false;
  }
  return true;
}

/// What the matching of entries needs, the same for [[known]] and [[skip]].
template <typename Entry>
struct Prepared {
  Entry entry;
  bool active = false;
  bool expired = false;
  bool plain = false;  ///< nothing in `test` acts as a pattern: it names one id
  std::size_t literals = 0;
  std::unique_ptr<RE2> match;  ///< null: any

  [[nodiscard]] bool speaks_of(std::string_view id) const {
    return entry.test == id || (!plain && base::glob_match(entry.test, id));
  }
};
using Known = Prepared<model::KnownEntry>;
using Skip = Prepared<model::SkipEntry>;

template <typename Entry>
Prepared<Entry> prepare(Entry entry, const Conditions& conditions) {
  Prepared<Entry> prepared;
  prepared.active = when_holds(entry.when, conditions);
  prepared.expired = entry.expires && *entry.expires < conditions.today;
  prepared.plain = entry.test.find_first_of("*?\\") == std::string::npos;
  prepared.literals = literal_length(entry.test);
  prepared.entry = std::move(entry);
  return prepared;
}

base::Result<std::unique_ptr<RE2>> compile_match(const model::KnownEntry& entry) {
  if (entry.match.empty()) return std::unique_ptr<RE2>();
  RE2::Options options;
  options.set_log_errors(false);
  auto regex = std::make_unique<RE2>(entry.match, options);
  if (regex->ok()) return regex;
  return base::usage_error(
      entry.place.text() + ": match \"" + base::to_one_line(entry.match) +
          "\" is not a regular expression: " + base::to_one_line(regex->error()),
      "RE2 syntax has no look-around and no back-references; put \\ before a character that should "
      "stand for itself");
}

bool signature_fits(const Known& known, std::string_view message, std::string_view output) {
  return !known.match || RE2::PartialMatch(message, *known.match) ||
         RE2::PartialMatch(output, *known.match);
}

/// The entries that speak of `id`, the deciding order first.
template <typename Entry>
std::vector<const Prepared<Entry>*> candidates(const std::vector<Prepared<Entry>>& entries,
                                               std::string_view id) {
  std::vector<const Prepared<Entry>*> found;
  for (const auto& prepared : entries) {
    if (prepared.speaks_of(id)) found.push_back(&prepared);
  }
  const auto rank = [&](const Prepared<Entry>* p) {
    bool flaky = false;
    if constexpr (std::is_same_v<Entry, model::KnownEntry>) flaky = p->entry.kind == flaky_kind;
    return std::tuple(p->entry.test != id, ~p->literals, !flaky);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  return found;
}

LedgerAnswer answer(LedgerState state, const Known& known) {
  return {known.expired ? LedgerState::expired : state, &known.entry};
}

LedgerState state_of(const Known& known) {
  return known.entry.kind == flaky_kind ? LedgerState::flaky : LedgerState::covers;
}

/// Whether the entry's kind is this outcome; flaky stands for `failed`.
bool kind_fits(const Known& known, std::string_view kind) {
  const bool flaky = known.entry.kind == flaky_kind && kind == word(model::Outcome::failed);
  return flaky || known.entry.kind == kind;
}

using Candidates = std::vector<const Known*>;

/// A red outcome or a problem: the first entry of its kind and signature; failing that, what the
/// first active entry is.
LedgerAnswer answer_red(const Candidates& active, std::string_view kind, std::string_view message,
                        std::string_view output) {
  for (const Known* known : active) {
    if (kind_fits(*known, kind) && signature_fits(*known, message, output)) {
      return answer(state_of(*known), *known);
    }
  }
  const Known& first = *active.front();
  const bool flaky = first.entry.kind == flaky_kind && kind != word(model::Outcome::failed);
  return {flaky ? LedgerState::flaky : LedgerState::other, &first.entry};
}

Candidates only_active(const Candidates& all) {
  Candidates active;
  std::copy_if(all.begin(), all.end(), std::back_inserter(active),
               [](const Known* known) { return known->active; });
  return active;
}

/// Where a test's result is not red, the first active entry is contradicted, or flaky.
LedgerAnswer answer_calm(const Candidates& active) {
  return answer(state_of(*active.front()), *active.front());
}

bool is_red(model::Outcome outcome) {
  return outcome == model::Outcome::failed || outcome == model::Outcome::crashed ||
         outcome == model::Outcome::timed_out || outcome == model::Outcome::missing;
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Whether a pattern of tests may speak of a test of a target that was not listed.
bool may_speak_of(std::string_view pattern, const std::vector<std::string>& targets) {
  const std::string_view target = pattern.substr(0, pattern.find(':'));
  return base::is_glob(target) ? !targets.empty() : contains(targets, target);
}

template <typename Entry>
std::string unmatched_line(const Entry& entry) {
  return entry.place.text() + ": \"" + base::to_one_line(entry.test) + "\" matches nothing";
}

}  // namespace

struct Ledger::Compiled {
  std::vector<Known> of_tests;
  std::vector<Known> of_targets;  ///< kinds of problems
  std::vector<Skip> skips;
};

Ledger::Ledger() : compiled_(std::make_unique<Compiled>()) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

base::Result<Ledger> Ledger::compile(model::LedgerFile file, const Conditions& conditions) {
  Ledger ledger;
  for (model::KnownEntry& entry : file.known) {
    CUPEL_TRY_ASSIGN(auto match, compile_match(entry));
    const bool of_target = model::from_word<model::ProblemKind>(entry.kind).has_value();
    Known known = prepare(std::move(entry), conditions);
    known.match = std::move(match);
    auto& list = of_target ? ledger.compiled_->of_targets : ledger.compiled_->of_tests;
    list.push_back(std::move(known));
  }
  for (model::SkipEntry& entry : file.skips) {
    ledger.compiled_->skips.push_back(prepare(std::move(entry), conditions));
  }
  return ledger;
}

LedgerAnswer Ledger::find(const model::TestId& id, model::Outcome outcome, std::string_view message,
                          std::string_view output) const {
  const Candidates all = candidates(compiled_->of_tests, id.text());
  if (all.empty()) return {};
  const Candidates active = only_active(all);
  if (active.empty()) return {LedgerState::inactive, &all.front()->entry};
  return is_red(outcome) ? answer_red(active, word(outcome), message, output) : answer_calm(active);
}

LedgerAnswer Ledger::find(std::string_view target, model::ProblemKind kind,
                          std::string_view detail) const {
  const Candidates all = candidates(compiled_->of_targets, target);
  if (all.empty()) return {};
  const Candidates active = only_active(all);
  if (active.empty()) return {LedgerState::inactive, &all.front()->entry};
  return answer_red(active, word(kind), detail, {});
}

SkipAnswer Ledger::find_skip(const model::TestId& id, bool disabled) const {
  if (disabled) return {SkipStanding::in_source, nullptr};
  for (const Skip* skip : candidates(compiled_->skips, id.text())) {
    if (!skip->active) continue;
    return {skip->expired ? SkipStanding::expired : SkipStanding::by_entry, &skip->entry};
  }
  return {};
}

std::vector<std::string> Ledger::unmatched(
    const std::vector<model::TestId>& listed, const std::vector<std::string>& targets,
    const std::vector<std::string>& targets_not_listed) const {
  std::vector<std::string> ids;
  ids.reserve(listed.size());
  for (const model::TestId& id : listed) ids.push_back(id.text());
  const auto speaks_of_any = [](const auto& prepared, const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return prepared.speaks_of(name); });
  };
  std::vector<std::string> lines;
  const auto check_tests = [&](const auto& list) {
    for (const auto& prepared : list) {
      if (may_speak_of(prepared.entry.test, targets_not_listed)) continue;
      if (!speaks_of_any(prepared, ids)) lines.push_back(unmatched_line(prepared.entry));
    }
  };
  check_tests(compiled_->of_tests);
  std::vector<std::string> all_targets = targets;
  all_targets.emplace_back("gate");
  for (const Known& known : compiled_->of_targets) {
    if (!speaks_of_any(known, all_targets)) lines.push_back(unmatched_line(known.entry));
  }
  check_tests(compiled_->skips);
  return lines;
}

TestJudgement judge_test(const Ledger& ledger, const Policies& policies, const TestEnding& ending) {
  const LedgerAnswer known = ledger.find(ending.id, ending.outcome, ending.message, ending.output);
  Rule rule = outcome_rule(ending.outcome, known.state);
  TestJudgement judgement;
  judgement.state = known.state;
  const model::SkipEntry* skip = nullptr;
  if (rule.effect == Effect::skip) {
    const SkipAnswer answer = ledger.find_skip(ending.id, ending.disabled);
    rule = skip_rule(answer.standing, policies.undeclared_skip_is_red);
    judgement.declared_skip =
        answer.standing == SkipStanding::in_source || answer.standing == SkipStanding::by_entry;
    skip = answer.entry;
  }
  judgement.effect = rule.effect;
  judgement.words = rule.words;
  const bool decided = known.entry != nullptr && known.state != LedgerState::inactive;
  if (decided) {
    judgement.entry = known.entry->place.text();
    judgement.issue = known.entry->issue;
  } else if (skip != nullptr) {
    judgement.entry = skip->place.text();
    judgement.issue = skip->issue;
  }
  return judgement;
}

ProblemJudgement judge_problem(const Ledger& ledger, const Policies& policies,
                               std::string_view target, model::ProblemKind kind,
                               std::string_view detail) {
  const LedgerAnswer known = ledger.find(target, kind, detail);
  const Rule rule = problem_rule(kind, known.state, policies.leak_is_red);
  ProblemJudgement judgement{rule.effect, known.state, std::string(rule.words), {}, {}};
  const bool decided = known.entry != nullptr && known.state != LedgerState::inactive;
  if (decided && (rule.effect == Effect::known || rule.effect == Effect::red)) {
    judgement.entry = known.entry->place.text();
    judgement.issue = known.entry->issue;
  }
  return judgement;
}

}  // namespace cupel::judge
