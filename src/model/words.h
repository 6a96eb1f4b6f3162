// SPDX-License-Identifier: Apache-2.0
// Enumerations whose values have a public word each. One table an enumeration, read both ways.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace cupel::model {

/// How a test ended. Exactly one for each selected test.
enum class Outcome { passed, failed, crashed, timed_out, skipped, missing, not_run };
inline constexpr std::size_t outcome_count = 7;

/// What went wrong with a target rather than with a test.
enum class ProblemKind {
  // incomplete: something was not judged
  build_failed,
  list_failed,
  start_failed,
  device_lost,
  // red
  collect_error,
  crashed_outside_tests,
  exit_mismatch,
  unlisted_test,
  duplicate_test,
  poisoned_context,
  pin_not_effective,
  uncovered_program,
  newly_skipped,
  // by configuration
  leaked_process,
};

enum class Verdict { green, known, incomplete, red };

enum class Isolation { batch, process };
enum class Precision { f32_strict, production, inherit };
/// Who set a precision variable.
enum class VariableSource { pin, target, operator_, mode };
/// Why cupel ended a child.
enum class KillReason {
  test_timeout,
  start_timeout,
  teardown_timeout,
  listing_timeout,
  deadline,
  interrupted,
  poisoned,
  output_limit,
  lane_lost,
  trouble,
};
/// Why a launch was made.
enum class Purpose {
  list,
  run,
  rest,
  alone,
  settle,
  triage,
  control,
  repeat,
  perturb,
  build,
  pin,
  probe
};

[[nodiscard]] std::string_view word(Outcome value);
[[nodiscard]] std::string_view word(ProblemKind value);
[[nodiscard]] std::string_view word(Verdict value);
[[nodiscard]] std::string_view word(Isolation value);
[[nodiscard]] std::string_view word(Precision value);
[[nodiscard]] std::string_view word(VariableSource value);
[[nodiscard]] std::string_view word(KillReason value);
[[nodiscard]] std::string_view word(Purpose value);

/// The value whose word this is: `from_word<Outcome>("passed")`.
template <typename Enum>
[[nodiscard]] std::optional<Enum> from_word(std::string_view text);

/// What a problem does to the verdict, before configuration.
enum class ProblemClass { incomplete, red, configured };
[[nodiscard]] ProblemClass problem_class(ProblemKind kind);

/// 0 green, 2 known, 3 incomplete, 1 red.
[[nodiscard]] int exit_code(Verdict verdict, bool accept_known);
/// The stronger of two: red over incomplete over known over green.
[[nodiscard]] Verdict stronger(Verdict a, Verdict b);

}  // namespace cupel::model
