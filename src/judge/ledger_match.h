// SPDX-License-Identifier: Apache-2.0
// The ledger of known failures, ready to be asked. It is asked once for each outcome and problem
// when that is settled; what the answer does to the verdict is in outcome_table.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "judge/outcome_table.h"
#include "model/ledger.h"
#include "model/test_id.h"
#include "model/words.h"

namespace cupel::judge {

/// What the `when` of entries is held against.
struct Conditions {
  std::vector<std::string> gpu_names;  ///< of the GPUs in use
  std::vector<std::string> drivers;    ///< their driver versions
  std::string mode;
  base::Date today;
};

/// One answer. `entry` is null where no entry decides.
struct LedgerAnswer {
  LedgerState state = LedgerState::no_entry;
  const model::KnownEntry* entry = nullptr;
};
struct SkipAnswer {
  SkipStanding standing = SkipStanding::undeclared;
  const model::SkipEntry* entry = nullptr;
};

/// Which entry decides: one whose test is the very id comes before globs, a glob with more literal
/// characters before one with fewer, a flaky one before others of the same test, then the order of
/// the file. Of a red, the first in that order that has its kind and signature decides.
///
/// `when.gpu` and `when.driver` must hold for every GPU in use, and do not hold without one: an
/// entry for one device never excuses another. An entry is good through its `expires` day.
class Ledger {
 public:
  Ledger();  ///< no entries
  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  /// Fails where a `match` is no regular expression that RE2 takes, with its place in the file.
  [[nodiscard]] static base::Result<Ledger> compile(model::LedgerFile file,
                                                    const Conditions& conditions);

  [[nodiscard]] LedgerAnswer find(const model::TestId& id, model::Outcome outcome,
                                  std::string_view message, std::string_view output) const;
  [[nodiscard]] LedgerAnswer find(std::string_view target, model::ProblemKind kind,
                                  std::string_view detail) const;
  /// `disabled`: declared in the source, which needs no entry.
  [[nodiscard]] SkipAnswer find_skip(const model::TestId& id, bool disabled) const;

  /// One line for each entry that speaks of nothing: no listed test, or for the kind of a problem
  /// no target. Whether an entry speaks of a target whose tests were not listed is not known; such
  /// entries are left out. A condition that does not hold today makes no entry unmatched.
  [[nodiscard]] std::vector<std::string> unmatched(
      const std::vector<model::TestId>& listed, const std::vector<std::string>& targets,
      const std::vector<std::string>& targets_not_listed) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

/// What configuration says of skips and leaks.
struct Policies {
  bool undeclared_skip_is_red = false;
  bool leak_is_red = false;
};

/// The judgement of one settled test. All that the record says of ledger and skips is here.
struct TestJudgement {
  Effect effect = Effect::none;  ///< Effect::skip is resolved to none or red
  LedgerState state = LedgerState::no_entry;
  std::string words;  ///< of the rule
  /// Place ("FILE:LINE:COL") and issue of the entry behind the effect, whatever that is: the entry
  /// that covers it, that it contradicts, that has expired or records another kind; or empty.
  std::string entry;
  std::string issue;
  bool declared_skip = false;

  /// True where the entry covers the outcome: only then does the record call the test known.
  [[nodiscard]] bool known() const { return effect == Effect::known; }
  [[nodiscard]] bool unexpected_pass() const { return effect == Effect::unexpected_pass; }
};

/// A test as it ended. `message` is that of its failures, `output` what it printed.
struct TestEnding {
  const model::TestId& id;
  model::Outcome outcome{};
  std::string_view message;
  std::string_view output;
  bool disabled = false;
};
[[nodiscard]] TestJudgement judge_test(const Ledger& ledger, const Policies& policies,
                                       const TestEnding& ending);

struct ProblemJudgement {
  Effect effect = Effect::none;
  LedgerState state = LedgerState::no_entry;
  std::string words;
  std::string entry;  ///< as of a TestJudgement
  std::string issue;
};
[[nodiscard]] ProblemJudgement judge_problem(const Ledger& ledger, const Policies& policies,
                                             std::string_view target, model::ProblemKind kind,
                                             std::string_view detail);

}  // namespace cupel::judge
