// SPDX-License-Identifier: Apache-2.0
#include "plan/ledger_kinds.h"

#include "model/words.h"

namespace cupel::plan {
namespace {

/// A leak is red where the configuration says so, and can then be known like any red problem. What
/// was not judged is never known.
bool can_be_known(model::ProblemKind kind) {
  return model::problem_class(kind) != model::ProblemClass::incomplete;
}

}  // namespace

std::vector<std::string> ledger_kinds() {
  std::vector<std::string> kinds = {"failed", "crashed", "timed_out", "missing", "flaky"};
  for (int i = 0; i <= static_cast<int>(model::ProblemKind::leaked_process); ++i) {
    const auto kind = static_cast<model::ProblemKind>(i);
    if (can_be_known(kind)) kinds.emplace_back(model::word(kind));
  }
  return kinds;
}

bool is_problem_kind(std::string_view kind) {
  return model::from_word<model::ProblemKind>(kind).has_value();
}

}  // namespace cupel::plan
