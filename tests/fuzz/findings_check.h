// SPDX-License-Identifier: Apache-2.0
// What must hold for the findings of any decoder, whatever the bytes: they keep their order, name
// tests of the launch, are UTF-8. As text they can be compared, for bytes that were cut otherwise.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/text.h"
#include "model/finding.h"
#include "model/termination.h"

namespace cupel::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// How the process ended, by a byte of the input.
inline model::Termination ending(char byte) {
  switch (byte) {
    case 's':
      return model::Signalled{11, false};
    case 'k':
      return model::KilledByUs{model::KillReason::test_timeout, true};
    case '1':
      return model::Exited{1};
    default:
      return model::Exited{0};
  }
}

/// One finding as text, for comparison; also what must hold for it by itself.
struct Checker {
  const std::set<std::size_t>& mine;
  std::set<std::size_t> finished;
  int completed = 0;

  std::string result(std::size_t index, const model::CaseResult& result) const {
    require(mine.contains(index));
    std::string text = std::to_string(index) + std::to_string(static_cast<int>(result.reported));
    for (const model::Failure& failure : result.failures) {
      require(base::is_utf8(failure.message) && base::is_utf8(failure.location.file));
      text += failure.message;
    }
    require(base::is_utf8(result.output) && base::is_utf8(result.skip_reason));
    return text + result.output + result.skip_reason;
  }
  std::string operator()(const model::CaseStarted& a) {
    require(mine.contains(a.index));
    return "started" + std::to_string(a.index);
  }
  std::string operator()(const model::CaseFinished& a) {
    require(finished.insert(a.index).second);
    return "finished" + result(a.index, a.result);
  }
  std::string operator()(const model::CaseAmended& a) {
    require(finished.contains(a.index));
    return "amended" + result(a.index, a.result);
  }
  std::string operator()(const model::CaseContradicted& a) {
    require(mine.contains(a.index) && !a.how.empty());
    return "contradicted" + std::to_string(a.index) + a.how;
  }
  std::string operator()(const model::UnlistedCase& a) {
    require(base::is_utf8(a.name));
    return "unlisted" + a.name;
  }
  std::string operator()(const model::OutsideFailure& a) {
    require(base::is_utf8(a.where) && base::is_utf8(a.failure.message));
    return "outside" + a.where + a.failure.message;
  }
  std::string operator()(const model::ChannelBroken& a) {
    require(base::is_utf8(a.why));
    return "broken" + a.why;
  }
  std::string operator()(const model::RunCompleted& a) {
    require(++completed == 1);
    return a.passed ? "passed" : "failed";
  }
  std::string operator()(const model::CaseSubcase& a) {
    require(a.index && mine.contains(*a.index) && base::is_utf8(a.subcase.name));
    return "subcase" + std::to_string(*a.index) + a.subcase.name;
  }
  template <typename Other>
  std::string operator()(const Other& /*other*/) {
    require(false);
    return {};
  }
};

inline std::string checked(const std::vector<model::Finding>& findings,
                           const std::set<std::size_t>& mine) {
  Checker checker{mine, {}, 0};
  std::string text;
  for (const model::Finding& finding : findings) text += std::visit(checker, finding) + "\n";
  return text;
}

}  // namespace cupel::fuzz
