// SPDX-License-Identifier: Apache-2.0
#include "model/words.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace cupel::model {
namespace {

template <typename Enum>
struct Row {
  Enum value;
  std::string_view text;
};

template <typename Enum>
struct Words;

template <>
struct Words<Outcome> {
  static constexpr auto rows = std::to_array<Row<Outcome>>({
      {Outcome::passed, "passed"},
      {Outcome::failed, "failed"},
      {Outcome::crashed, "crashed"},
      {Outcome::timed_out, "timed_out"},
      {Outcome::skipped, "skipped"},
      {Outcome::missing, "missing"},
      {Outcome::not_run, "not_run"},
  });
};

template <>
struct Words<ProblemKind> {
  static constexpr auto rows = std::to_array<Row<ProblemKind>>({
      {ProblemKind::build_failed, "build_failed"},
      {ProblemKind::list_failed, "list_failed"},
      {ProblemKind::start_failed, "start_failed"},
      {ProblemKind::device_lost, "device_lost"},
      {ProblemKind::collect_error, "collect_error"},
      {ProblemKind::crashed_outside_tests, "crashed_outside_tests"},
      {ProblemKind::exit_mismatch, "exit_mismatch"},
      {ProblemKind::unlisted_test, "unlisted_test"},
      {ProblemKind::duplicate_test, "duplicate_test"},
      {ProblemKind::poisoned_context, "poisoned_context"},
      {ProblemKind::pin_not_effective, "pin_not_effective"},
      {ProblemKind::uncovered_program, "uncovered_program"},
      {ProblemKind::newly_skipped, "newly_skipped"},
      {ProblemKind::leaked_process, "leaked_process"},
  });
};

template <>
struct Words<Verdict> {
  static constexpr auto rows = std::to_array<Row<Verdict>>({
      {Verdict::green, "green"},
      {Verdict::known, "known"},
      {Verdict::incomplete, "incomplete"},
      {Verdict::red, "red"},
  });
};

template <>
struct Words<Isolation> {
  static constexpr auto rows = std::to_array<Row<Isolation>>({
      {Isolation::batch, "batch"},
      {Isolation::process, "process"},
  });
};

template <>
struct Words<Precision> {
  static constexpr auto rows = std::to_array<Row<Precision>>({
      {Precision::f32_strict, "f32-strict"},
      {Precision::production, "production"},
      {Precision::inherit, "inherit"},
  });
};

template <>
struct Words<VariableSource> {
  static constexpr auto rows = std::to_array<Row<VariableSource>>({
      {VariableSource::pin, "pin"},
      {VariableSource::target, "target"},
      {VariableSource::operator_, "operator"},
      {VariableSource::mode, "mode"},
  });
};

template <>
struct Words<KillReason> {
  static constexpr auto rows = std::to_array<Row<KillReason>>({
      {KillReason::test_timeout, "test_timeout"},
      {KillReason::start_timeout, "start_timeout"},
      {KillReason::teardown_timeout, "teardown_timeout"},
      {KillReason::listing_timeout, "listing_timeout"},
      {KillReason::deadline, "deadline"},
      {KillReason::interrupted, "interrupted"},
      {KillReason::poisoned, "poisoned"},
      {KillReason::output_limit, "output_limit"},
      {KillReason::lane_lost, "lane_lost"},
      {KillReason::trouble, "trouble"},
  });
};

template <>
struct Words<Purpose> {
  static constexpr auto rows = std::to_array<Row<Purpose>>({
      {Purpose::list, "list"},
      {Purpose::run, "run"},
      {Purpose::rest, "rest"},
      {Purpose::alone, "alone"},
      {Purpose::settle, "settle"},
      {Purpose::triage, "triage"},
      {Purpose::control, "control"},
      {Purpose::repeat, "repeat"},
      {Purpose::perturb, "perturb"},
      {Purpose::build, "build"},
      {Purpose::pin, "pin"},
      {Purpose::probe, "probe"},
  });
};

template <typename Enum>
std::string_view find_word(Enum value) {
  for (const auto& row : Words<Enum>::rows) {
    if (row.value == value) return row.text;
  }
  CUPEL_CHECK(false, "a value without a word");
}

}  // namespace

std::string_view word(Outcome value) {
  return find_word(value);
}
std::string_view word(ProblemKind value) {
  return find_word(value);
}
std::string_view word(Verdict value) {
  return find_word(value);
}
std::string_view word(Isolation value) {
  return find_word(value);
}
std::string_view word(Precision value) {
  return find_word(value);
}
std::string_view word(VariableSource value) {
  return find_word(value);
}
std::string_view word(KillReason value) {
  return find_word(value);
}
std::string_view word(Purpose value) {
  return find_word(value);
}

template <typename Enum>
std::optional<Enum> from_word(std::string_view text) {
  for (const auto& row : Words<Enum>::rows) {
    if (row.text == text) return row.value;
  }
  return std::nullopt;
}
template std::optional<Outcome> from_word(std::string_view);
template std::optional<ProblemKind> from_word(std::string_view);
template std::optional<Verdict> from_word(std::string_view);
template std::optional<Isolation> from_word(std::string_view);
template std::optional<Precision> from_word(std::string_view);
template std::optional<VariableSource> from_word(std::string_view);
template std::optional<KillReason> from_word(std::string_view);
template std::optional<Purpose> from_word(std::string_view);

ProblemClass problem_class(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::build_failed:
    case ProblemKind::list_failed:
    case ProblemKind::start_failed:
    case ProblemKind::device_lost:
      return ProblemClass::incomplete;
    case ProblemKind::leaked_process:
      return ProblemClass::configured;
    default:
      return ProblemClass::red;
  }
}

int exit_code(Verdict verdict, bool accept_known) {
  switch (verdict) {
    case Verdict::green:
      return 0;
    case Verdict::known:
      return accept_known ? 0 : 2;
    case Verdict::incomplete:
      return 3;
    case Verdict::red:
      return 1;
  }
  CUPEL_CHECK(false, "a verdict without an exit code");
}

Verdict stronger(Verdict a, Verdict b) {
  return std::max(a, b);
}

}  // namespace cupel::model
