// SPDX-License-Identifier: Apache-2.0
// The order in which GoogleTest sends events, with one iteration:
//
//   program   = start *part iteration-start *part *suite *part iteration-end program-end
//   suite     = suite-start *part *( test *part ) suite-end
//   test      = test-start *part test-end
//
// Three kinds of program break it: a test that writes events of its own into the inherited socket,
// a forked child that returns from its test and runs the rest again, and one that opens a second
// connection. None of their events may count as a result, and no result that was sent before may
// become better by them.
#include "harness/gtest/protocol.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"

namespace cupel::harness::gtest {
namespace {

using Kind = StreamLine::Kind;

/// Of one line; a failure message longer than this is cut.
constexpr std::size_t longest_line = 256 * 1024;
/// Of all messages of one launch; later ones are dropped and say so.
constexpr std::size_t most_kept = 16 * 1024 * 1024;
constexpr std::size_t most_parts = 1000;  ///< of one test
/// Tests and suites that were not asked for; the first is a finding, thousands are an attack.
constexpr std::size_t most_strangers = 1000;

/// More connections than any program's death tests open at a time need no memory of their own.
constexpr std::size_t most_connections = 4096;

std::string message_of(const StreamLine& line, std::size_t cut) {
  std::string text = percent_decode(line.message);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  text = base::to_utf8(text);
  if (cut > 0) text += "\n[" + std::to_string(cut) + " more bytes]";
  return text;
}

model::Failure failure_of(const StreamLine& line, std::size_t cut) {
  model::Failure failure;
  failure.message = message_of(line, cut);
  failure.location.file = base::to_utf8(percent_decode(line.file));
  if (line.line > 0 && line.line < 1'000'000'000) {
    failure.location.line = static_cast<int>(line.line);
  }
  return failure;
}

}  // namespace

Protocol::Protocol(LaunchState& state) : state_(state) {}

void Protocol::on_bytes(int connection, std::string_view bytes, Findings& out) {
  if (lines_.size() >= most_connections && !lines_.contains(connection)) {
    state_.break_stream("more than 4096 connections were made to it", out);
    return;
  }
  LineSplitter& splitter = lines_.try_emplace(connection, longest_line).first->second;
  splitter.feed(
      bytes, [&](std::string_view text, std::size_t cut) { on_line(connection, text, cut, out); });
}

void Protocol::on_line(int connection, std::string_view text, std::size_t cut, Findings& out) {
  state_.connected = true;
  const StreamLine line = parse_stream_line(text);
  // Death tests connect too, and say no more than this.
  if (line.kind == Kind::version) return;
  if (!believed_) believed_ = connection;
  if (*believed_ != connection) {
    state_.distrusted = true;
    state_.break_stream("events came over a second connection", out);
    return;
  }
  if (state_.broken) {
    on_replay(line, out);
    return;
  }
  if (repeating_) {
    on_repeat(line, out);
    return;
  }
  if (state_.expected.multi_line() && continue_name(text, out)) return;
  on_event(line, cut, out);
}

bool Protocol::continue_name(std::string_view text, Findings& out) {
  const bool is_event = text.starts_with("event=");
  if (partial_name_) {
    std::string longer = *partial_name_ + "\n" + std::string(text);
    const std::string full = state_.suites.back().name + "." + longer;
    if (!is_event && state_.expected.is_partial(full)) {
      partial_name_ = std::move(longer);
      return true;
    }
    const std::string complete = is_event ? *partial_name_ : longer;
    partial_name_.reset();
    start_test(complete, out);
    return !is_event;
  }
  if (!is_event && stage_ == Stage::suite && state_.suites.back().slots.empty() &&
      state_.suites.back().outside.empty()) {
    state_.suites.back().name += "\n" + std::string(text);
    return true;
  }
  return false;
}

void Protocol::on_event(const StreamLine& line, std::size_t cut, Findings& out) {
  switch (line.kind) {
    case Kind::test_start:
      return on_test_start(line.name, out);
    case Kind::test_end:
      return on_test_end(line, out);
    case Kind::part:
      if (stage_ == Stage::after_program)
        return break_here("a result after the program's end", out);
      return on_part(line, cut);
    case Kind::suite_start:
      return on_suite_start(line.name, out);
    case Kind::suite_end:
      return on_suite_end(line, out);
    case Kind::unknown:
      return break_here("a line that GoogleTest does not write", out);
    default:
      return on_program_line(line, out);
  }
}

void Protocol::on_part(const StreamLine& line, std::size_t cut) {
  if (unlisted_open_) return;
  model::Failure part = failure_of(line, cut);
  if (is_success(part.message)) return;
  kept_ += part.message.size();
  if (kept_ > most_kept) part.message = "[not kept: this launch reported more than 16 MiB]";
  if (state_.open != no_slot) {
    std::vector<model::Failure>& parts = state_.cases[state_.open].parts;
    if (parts.size() < most_parts) parts.push_back(std::move(part));
  } else if (stage_ == Stage::suite) {
    SuiteRun& suite = state_.suites.back();
    if (suite.outside.size() < most_parts) {
      suite.outside.push_back({std::move(part), !suite.slots.empty()});
    }
  } else if (state_.global.size() < most_parts) {
    state_.global.push_back({std::move(part), !state_.suites.empty()});
  }
}

void Protocol::on_suite_start(std::string_view name, Findings& out) {
  if (stage_ != Stage::iteration)
    return break_here("a suite began inside another, or too late", out);
  if (state_.suites.size() > state_.cases.size() + most_strangers) {
    return break_here("more suites began than were asked for", out);
  }
  stage_ = Stage::suite;
  state_.suites.emplace_back().name = std::string(name);
}

void Protocol::on_test_start(std::string_view name, Findings& out) {
  if (stage_ != Stage::suite) return break_here("a test began outside every suite", out);
  if (state_.open != no_slot || unlisted_open_) {
    return break_here("a test began while another was running", out);
  }
  if (state_.expected.multi_line() &&
      state_.expected.is_partial(state_.suites.back().name + "." + std::string(name))) {
    partial_name_ = std::string(name);
    return;
  }
  start_test(name, out);
}

void Protocol::start_test(std::string_view name, Findings& out) {
  SuiteRun& suite = state_.suites.back();
  std::string full = suite.name;
  full += '.';
  full += name;
  std::optional<std::size_t> slot = state_.expected.find(full, next_);
  if (!slot) {
    if (++strangers_ > most_strangers)
      return break_here("too many tests that nobody asked for", out);
    unlisted_open_ = true;
    out.push_back(model::UnlistedCase{base::to_utf8(full)});
    return;
  }
  const std::size_t first = *slot;
  while (slot && state_.cases[*slot].streamed) slot = state_.expected.next_twin(*slot);
  if (!slot) {
    blamed_ = first > 0 ? first - 1 : first;
    replay_found_ = true;
    state_.contradict(first, "it began a second time in the same launch", out);
    return break_here("a test began a second time", out);
  }
  CaseState& begun = state_.cases[*slot];
  begun.streamed = true;
  begun.suite = state_.suites.size() - 1;
  suite.slots.push_back(*slot);
  state_.open = *slot;
  next_ = *slot + 1;
  state_.begin(*slot, out);
}

void Protocol::on_test_end(const StreamLine& line, Findings& out) {
  if (std::exchange(unlisted_open_, false)) return;
  const std::size_t slot = std::exchange(state_.open, no_slot);
  if (slot == no_slot) return break_at_stray_end(out);
  state_.last_ended = slot;
  outside_before_end_ = state_.suites.back().outside.size();
  CaseState& ended = state_.cases[slot];
  ended.ended = true;
  ended.passed = line.passed;
  ended.duration = std::chrono::milliseconds(std::max<std::int64_t>(line.elapsed_ms, 0));
  if (line.passed && !ended.parts.empty()) {
    state_.contradict(slot, "it reported a failure and ended as passed", out);
    state_.tell(slot, state_.result(slot, model::Reported::failed), out);
    return;
  }
  model::Reported reported = model::Reported::passed;
  if (!line.passed) {
    const bool sure = std::any_of(ended.parts.begin(), ended.parts.end(), surely_failure);
    reported = sure ? model::Reported::failed : model::Reported::unsettled;
  }
  state_.tell(slot, state_.result(slot, reported), out);
}

void Protocol::on_suite_end(const StreamLine& line, Findings& out) {
  if (stage_ != Stage::suite || state_.open != no_slot || unlisted_open_) {
    return break_here("a suite ended inside a test, or without having begun", out);
  }
  stage_ = Stage::iteration;
  SuiteRun& suite = state_.suites.back();
  suite.passed = line.passed;
  settle_suite(suite, out);
}

// A suite that passed has no failed test, in every version; those of its tests that did not pass
// were therefore skipped. A suite that failed with one test that did not pass, and nothing outside
// its tests, failed by that test.
void Protocol::settle_suite(SuiteRun& suite, Findings& out) {
  std::size_t not_passed = 0;
  std::size_t last = no_slot;
  for (const std::size_t slot : suite.slots) {
    const CaseState& state = state_.cases[slot];
    if (state.passed) continue;
    ++not_passed;
    last = slot;
    if (!*suite.passed) continue;
    if (state.reported == model::Reported::failed) {
      state_.contradict(slot, "it reported a failure, and its suite ended without one", out);
    } else if (!looks_prevented(state)) {
      state_.tell(slot, state_.result(slot, model::Reported::skipped), out);
    }
  }
  if (!*suite.passed && not_passed == 1 && suite.outside.empty() &&
      state_.cases[last].reported == model::Reported::unsettled) {
    state_.tell(last, state_.result(last, model::Reported::failed), out);
  }
}

void Protocol::on_program_line(const StreamLine& line, Findings& out) {
  struct Step {
    Kind kind;
    Stage from;
    Stage to;
  };
  static constexpr Step steps[] = {
      {Kind::program_start, Stage::before, Stage::program},
      {Kind::iteration_start, Stage::program, Stage::iteration},
      {Kind::iteration_end, Stage::iteration, Stage::after_iteration},
      {Kind::program_end, Stage::after_iteration, Stage::after_program},
  };
  if (line.kind == Kind::iteration_start && stage_ == Stage::after_iteration) {
    repeating_ = true;
    return;
  }
  for (const Step& step : steps) {
    if (line.kind != step.kind) continue;
    if (stage_ != step.from) return break_here("an event of the program out of order", out);
    stage_ = step.to;
  }
  if (line.kind == Kind::iteration_end) state_.iteration_passed = line.passed;
  if (line.kind == Kind::program_end) {
    state_.program_ended = true;
    state_.program_passed = line.passed;
  }
}

// A main may run everything more than once, whatever the flags say. The first round counts; a later
// one can only make a result worse.
void Protocol::on_repeat(const StreamLine& line, Findings& out) {
  switch (line.kind) {
    case Kind::suite_start:
      replay_suite_ = std::string(line.name);
      return;
    case Kind::test_start:
      repeat_open_ = state_.expected.find(replay_suite_ + "." + std::string(line.name), no_slot)
                         .value_or(no_slot);
      unlisted_open_ = repeat_open_ == no_slot;
      return;
    case Kind::test_end: {
      if (std::exchange(unlisted_open_, false)) return;
      const std::size_t slot = std::exchange(repeat_open_, no_slot);
      if (slot == no_slot) return break_here("a test ended that was not running", out);
      if (!line.passed && state_.cases[slot].passed) {
        state_.contradict(slot, "it passed, and did not when the program ran it again", out);
      }
      return;
    }
    case Kind::iteration_end:
      state_.iteration_passed = line.passed && state_.iteration_passed.value_or(true);
      return;
    case Kind::program_end:
      state_.program_ended = true;
      state_.program_passed = line.passed && state_.iteration_passed.value_or(true);
      return;
    case Kind::unknown:
      return break_here("a line that GoogleTest does not write", out);
    default:
      return;
  }
}

// The end of a test that was not running, in its own suite: an end was forged before, and what was
// reported between the two belongs to the test.
void Protocol::break_at_stray_end(Findings& out) {
  const std::size_t slot = state_.last_ended;
  if (stage_ == Stage::suite && slot != no_slot &&
      state_.cases[slot].suite == state_.suites.size() - 1) {
    std::vector<OutsidePart>& outside = state_.suites.back().outside;
    const auto begin = outside.begin() + static_cast<std::ptrdiff_t>(outside_before_end_);
    for (auto part = begin; part != outside.end(); ++part) {
      state_.cases[slot].parts.push_back(std::move(part->failure));
    }
    if (begin != outside.end())
      state_.tell(slot, state_.result(slot, model::Reported::failed), out);
    outside.erase(begin, outside.end());
  }
  break_here("a test ended that was not running", out);
}

void Protocol::break_here(std::string why, Findings& out) {
  if (state_.open != no_slot) {
    state_.contradict(state_.open, "the result stream broke while it was running: " + why, out);
  } else if (blamed_ == no_slot) {
    blamed_ = state_.last_ended;
  }
  if (!state_.suites.empty()) replay_suite_ = state_.suites.back().name;
  state_.break_stream(std::move(why), out);
}

// A second runner repeats every test after the one that forked it; so the test before the first
// that is repeated is the one that forked.
void Protocol::on_replay(const StreamLine& line, Findings& out) {
  if (line.kind == Kind::suite_start) replay_suite_ = std::string(line.name);
  if (line.kind != Kind::test_start) return;
  const auto slot = state_.expected.find(replay_suite_ + "." + std::string(line.name), no_slot);
  if (!slot || !state_.cases[*slot].streamed) return;
  state_.contradict(*slot, "it began a second time in the same launch", out);
  if (!std::exchange(replay_found_, true) && *slot > 0) blamed_ = *slot - 1;
}

void Protocol::finish(Findings& out) {
  if (partial_name_ && !state_.broken) start_test(*std::exchange(partial_name_, {}), out);
  if (state_.broken && blamed_ != no_slot) {
    state_.contradict(blamed_,
                      "after it the result stream had a second runner or events that no test sends",
                      out);
  }
}

}  // namespace cupel::harness::gtest
