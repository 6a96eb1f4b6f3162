// SPDX-License-Identifier: Apache-2.0
// The problem: three witnesses of one launch, none of which knows everything.
//
// The stream names begin and end of each test and cannot be reached by its output, but says of a
// test that did not pass neither "failed" nor "skipped", and a test can write events of its own
// into the connection that it inherits. The report says which, but exists only after a regular end,
// and a test can write a file in its place before an irregular one. The console can be forged by
// anybody and lost by a closed descriptor. So a result needs two of them: the stream and the
// report, or, where there is no report, the stream and a console that agrees in every count. Where
// the stream and the report disagree about a test it is contradicted, and the worse counts. A
// report after an irregular end, when the premature-exit file is still there, is not read. A report
// that the program itself did not write makes the target red, whatever it says.
//
// A test that never began (its timestamp is the epoch) was kept from running by the set-up of its
// suite or of the environment; it has the outcome of what kept it: failed, or skipped.
#include "harness/gtest/witnesses.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/text.h"
#include "harness/gtest/wire.h"

namespace cupel::harness::gtest {
namespace {

using model::Reported;

bool is_success_of(const std::optional<bool>& passed) {
  return passed.value_or(false);
}

std::vector<std::string> messages(const std::vector<model::Failure>& parts) {
  std::vector<std::string> texts;
  for (const model::Failure& part : parts) texts.push_back(part.message);
  return texts;
}

}  // namespace

Witnesses::Witnesses(LaunchState& state, Console& console, const LaunchOutput& output,
                     Findings& out)
    : state_(state), console_(console), output_(output), out_(out) {}

void Witnesses::run() {
  check_writer();
  read_report();
  check_witnesses();
  map_report();
  outside_ = judge_outside(state_, report_ ? &*report_ : nullptr, output_.standard_output, out_);
  for (std::size_t slot = 0; slot < state_.cases.size(); ++slot) settle_case(slot);
  check_end();
  check_unexplained(state_, outside_, out_);
  say_completed();
}

bool Witnesses::premature() const {
  return output_.files.contains(premature_file);
}

// A copy of the program finished the run. What it reported cannot be told from what the program
// did: the results stay, and the target is red.
void Witnesses::check_writer() {
  const auto doubt = output_.doubts.find(report_file);
  if (doubt != output_.doubts.end())
    out_.push_back(model::ChannelBroken{report_file, doubt->second});
}

void Witnesses::read_report() {
  const auto file = output_.files.find(report_file);
  if (premature() || file == output_.files.end()) return;
  if (auto report = parse_report(file->second)) report_ = std::move(*report);
}

// Whether the program came to its end, and whom to believe. The stream alone is one witness, and a
// program can write it all by itself: beside it there must be the report, or a console that agrees.
// A program may lose its stream and still come to its end: then report and console must agree.
void Witnesses::check_witnesses() {
  const bool exited = std::holds_alternative<model::Exited>(output_.termination);
  if (state_.distrusted) distrust("events came over a second connection");
  if (!state_.broken && state_.program_ended && exited) {
    if (premature()) distrust("it had its closing record, and the program never came to its end");
    if (!report_ && !premature() && !console_.agrees()) {
      distrust(
          "it had its closing record, and there is neither a report nor a console that agrees");
    }
  }
  if (!premature() && !state_.broken) {
    stream_cut_ =
        state_.connected && !state_.program_ended && exited && report_ && console_.agrees();
    regular_ = state_.connected ? state_.program_ended || stream_cut_ : exited;
  }
  if (!regular_) report_.reset();
}

void Witnesses::distrust(const std::string& why) {
  state_.break_stream(why, out_);
  for (std::size_t slot = 0; slot < state_.cases.size(); ++slot) {
    const CaseState& state = state_.cases[slot];
    if (state.told && state.reported != Reported::failed) {
      state_.contradict(slot, "the result stream is not to be believed: " + why, out_);
    }
  }
}

void Witnesses::map_report() {
  by_slot_.assign(state_.cases.size(), nullptr);
  if (!report_) return;
  std::unordered_map<std::string, std::size_t> renamed;
  for (std::size_t slot = state_.cases.size(); slot-- > 0;) {
    const std::string& name = state_.expected.name(slot);
    const bool plain =
        std::none_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < 0x20; });
    if (!plain) renamed[name_in_report(name)] = slot;
  }
  std::size_t next = 0;
  for (const ReportCase& reported : report_->cases) {
    if (reported.result == ReportCase::Result::not_run) continue;
    auto slot = state_.expected.find(reported.name, next);
    while (slot && by_slot_[*slot] != nullptr) slot = state_.expected.next_twin(*slot);
    if (const auto found = renamed.find(reported.name); !slot && found != renamed.end()) {
      slot = found->second;
    }
    if (slot) {
      by_slot_[*slot] = &reported;
      next = *slot + 1;
    } else if (!state_.connected) {
      out_.push_back(model::UnlistedCase{base::to_utf8(reported.name)});
    }
  }
}

bool Witnesses::anything_began() const {
  return std::any_of(state_.cases.begin(), state_.cases.end(),
                     [](const CaseState& one) { return one.began; });
}

void Witnesses::settle_case(std::size_t slot) {
  const CaseState& state = state_.cases[slot];
  if (state_.broken) {
    // Nothing after the break counts, and nothing before it gets better.
    if (state.told && state.reported == Reported::failed) tell(slot, Reported::failed, nullptr);
    return;
  }
  const ReportCase* reported = by_slot_[slot];
  if (reported == nullptr) return settle_unreported(slot);
  const bool stream_missed_it = state_.connected && !stream_cut_ && !state.streamed;
  if (reported->never_began || stream_missed_it) return settle_prevented(slot, reported);
  settle_reported(slot, *reported);
}

void Witnesses::settle_unreported(std::size_t slot) {
  const CaseState& state = state_.cases[slot];
  if (report_ && state.told) {
    state_.contradict(slot, "the closing report does not have it", out_);
  }
  if (!state_.connected) return settle_by_text(slot);
  if (!state.ended) {
    // Versions up to 1.10 begin no test at all after a failing environment.
    if (regular_ && !state.began && !outside_.global_failures.empty())
      settle_prevented(slot, nullptr);
    return;
  }
  if (state.passed) return;
  if (looks_prevented(state) && state.reported == Reported::unsettled) {
    return settle_prevented(slot, nullptr);
  }
  if (state.reported != Reported::unsettled && !console_.output(slot).empty()) {
    tell(slot, state.reported, nullptr);
  }
}

void Witnesses::settle_prevented(std::size_t slot, const ReportCase* reported) {
  const CaseState& state = state_.cases[slot];
  if (state.ended && state.passed) {
    return state_.contradict(slot, "it ended as passed, and by the closing report never began",
                             out_);
  }
  if (state.suite != no_slot) {
    const auto& failures = outside_.suite_failures[state.suite];
    const SuiteRun& suite = state_.suites[state.suite];
    if (!failures.empty() && suite.passed == std::optional(false)) {
      return tell_because(slot, Reported::failed, failures, "");
    }
    const auto& skips = outside_.suite_skips[state.suite];
    if (!skips.empty()) return tell_because(slot, Reported::skipped, skips, "suite set-up skipped");
  }
  if (!outside_.global_failures.empty()) {
    return tell_because(slot, Reported::failed, outside_.global_failures, "");
  }
  const bool nothing_ran = reported != nullptr && reported->never_began && !anything_began() &&
                           reported->result == ReportCase::Result::passed;
  if (nothing_ran && (!state_.connected || is_success_of(state_.iteration_passed))) {
    return tell_because(slot, Reported::skipped, outside_.global_skips,
                        "global environment skipped");
  }
  // A bare GTEST_SKIP() without a report to say so: nothing else prevents a test before any failed.
  const bool some_failed =
      std::any_of(state_.cases.begin(), state_.cases.end(), [](const auto& one) {
        return one.told && one.reported != Reported::passed && one.reported != Reported::skipped &&
               !looks_prevented(one);
      });
  if (reported == nullptr && state.suite != no_slot && !some_failed &&
      is_success_of(state_.suites[state.suite].passed)) {
    tell(slot, Reported::skipped, nullptr);
  }
}

void Witnesses::settle_reported(std::size_t slot, const ReportCase& reported) {
  const CaseState& state = state_.cases[slot];
  const bool ended = state.told;
  switch (reported.result) {
    case ReportCase::Result::failed:
      if (ended && state.reported == Reported::passed) {
        state_.contradict(slot, "it ended as passed, and by the closing report failed", out_);
      }
      return tell(slot, Reported::failed, &reported);
    case ReportCase::Result::skipped:
      if (ended && (state.reported == Reported::passed || state.reported == Reported::failed)) {
        return state_.contradict(slot, "by the closing report it was skipped", out_);
      }
      return tell(slot, Reported::skipped, &reported);
    case ReportCase::Result::passed:
      if (ended && state_.connected && !state.passed) {
        state_.contradict(slot, "it did not pass, and by the closing report it did", out_);
        return tell(slot, Reported::failed, &reported);
      }
      if (state.contradicted || (ended && state.reported == Reported::failed)) {
        return state_.contradict(slot, "by the closing report it passed", out_);
      }
      if (stream_cut_ && !console_.said_ok(slot)) return;
      if (!ended || state.reported != Reported::passed || !reported.properties.empty()) {
        tell(slot, Reported::passed, &reported);
      }
      return;
    case ReportCase::Result::not_run:
      return;
  }
}

void Witnesses::settle_by_text(std::size_t slot) {
  const CaseState& state = state_.cases[slot];
  if (!regular_ || report_ || !console_.consistent() || !state.told ||
      state.reported != Reported::unsettled) {
    return;
  }
  if (console_.said_ok(slot)) tell(slot, Reported::passed, nullptr);
  if (console_.said_skipped(slot)) tell(slot, Reported::skipped, nullptr);
}

std::vector<model::Failure> Witnesses::failures_of(std::size_t slot,
                                                   const ReportCase* reported) const {
  const std::vector<model::Failure>& parts = state_.cases[slot].parts;
  if (reported == nullptr) return parts;
  if (parts.empty()) return reported->failures;
  // The stream has the failures byte for byte, but skips among them.
  const std::vector<std::string> skips = messages(reported->skips);
  std::vector<model::Failure> failures;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(failures), [&](const auto& part) {
    return std::find(skips.begin(), skips.end(), part.message) == skips.end();
  });
  return failures.empty() ? reported->failures : failures;
}

void Witnesses::tell(std::size_t slot, Reported reported, const ReportCase* from) {
  model::CaseResult result = state_.result(slot, reported);
  if (reported == Reported::failed) result.failures = failures_of(slot, from);
  if (from != nullptr) {
    result.properties = from->properties;
    if (from->duration) result.duration = from->duration;
    if (reported == Reported::skipped && result.skip_reason.empty()) {
      result.skip_reason = skip_reason(from->skips);
    }
  }
  if (reported != Reported::passed) result.output = console_.output(slot);
  state_.tell(slot, std::move(result), out_);
}

void Witnesses::tell_because(std::size_t slot, Reported reported,
                             const std::vector<model::Failure>& cause, std::string_view prefix) {
  model::CaseResult result;
  result.reported = reported;
  if (reported == Reported::skipped) {
    result.skip_reason = prefix;
    const std::string reason = skip_reason(cause);
    if (!reason.empty()) result.skip_reason += ": " + reason;
  } else {
    result.failures = cause;
  }
  state_.tell(slot, std::move(result), out_);
}

// Between the end of one test and the beginning of the next of the same suite no test code runs. A
// process that ends there was made to look as if the test had ended; so was one whose console has
// the beginning of a test and not its end, while the stream says that the next had begun.
void Witnesses::check_end() {
  if (!state_.connected || state_.broken || state_.program_ended || stream_cut_) return;
  const bool exited = std::holds_alternative<model::Exited>(output_.termination);
  if (state_.open != no_slot && state_.last_ended != no_slot &&
      console_.unfinished() == state_.last_ended) {
    state_.contradict(state_.last_ended,
                      "the console has its beginning and not its end, and the process ended there",
                      out_);
  }
  if (state_.open != no_slot || state_.last_ended == no_slot) return;
  if (!exited && !std::holds_alternative<model::Signalled>(output_.termination)) return;
  const std::size_t next = state_.last_ended + 1;
  const SuiteRun& suite = state_.suites.back();
  if (!suite.passed && next < state_.cases.size() &&
      state_.expected.name(next).starts_with(suite.name + ".")) {
    return state_.contradict(state_.last_ended,
                             "the process ended where this test had reported its end and the next "
                             "of its suite had not begun, where no test code runs",
                             out_);
  }
  if (model::is_clean_exit(output_.termination)) {
    out_.push_back(model::OutsideFailure{
        "after " + base::to_utf8(state_.expected.name(state_.last_ended)),
        {"the process exited with code 0 before the program came to its end", {}}});
  }
}

void Witnesses::say_completed() {
  if (!regular_ || state_.broken) return;
  if (state_.connected && !stream_cut_) {
    out_.push_back(model::RunCompleted{state_.program_passed});
    return;
  }
  if (!report_ && !console_.consistent()) return;
  const bool passed = std::none_of(state_.cases.begin(), state_.cases.end(), [](const auto& one) {
    return one.told && one.reported == Reported::failed;
  });
  out_.push_back(model::RunCompleted{passed && (!report_ || report_->outside.empty())});
}

}  // namespace cupel::harness::gtest
