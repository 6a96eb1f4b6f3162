// SPDX-License-Identifier: Apache-2.0
// The console, uncoloured (1.8.1 to 1.18). Every line may follow bytes that a test printed without
// a newline, so a marker is looked for at the end of a line:
//
//   "[ RUN      ] " NAME
//   "[       OK ] " NAME " (" N " ms)"
//   "[  FAILED  ] " NAME [ ", where " … ] " (" N " ms)"
//   "[  SKIPPED ] " NAME " (" N " ms)"
//   "[==========] " N " test" … " ran. (" N " ms total)"
//   "[  PASSED  ] " N " test" …
//
// A marker counts only for the test that runs, and a beginning only for the next expected one.
#include "harness/gtest/console.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace cupel::harness::gtest {
namespace {

constexpr std::size_t keep_all = 8 * 1024 * 1024;  ///< of the output of all tests of one launch
constexpr std::size_t line_tail = 16 * 1024;       ///< of one line, beside the longest name

constexpr std::string_view run_marker = "[ RUN      ] ";

std::size_t longest_name(const Expected& expected) {
  std::size_t longest = 0;
  for (std::size_t slot = 0; slot < expected.size(); ++slot) {
    longest = std::max(longest, expected.name(slot).size());
  }
  return longest;
}

std::optional<std::size_t> leading_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

/// "SUITE.TEST", then nothing, " (N ms)", or for failures ", where …".
bool names(std::string_view rest, std::string_view name) {
  if (!rest.starts_with(name)) return false;
  rest.remove_prefix(name.size());
  return rest.empty() || rest.starts_with(", where ") ||
         (rest.starts_with(" (") && rest.ends_with(" ms)"));
}

}  // namespace

Console::Console(LaunchState& state)
    : state_(state),
      line_limit_(line_tail + longest_name(state.expected)),
      words_(state.expected.size(), Word::none) {}

void Console::on_bytes(std::string_view bytes, Findings& out) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    if (line_.size() + piece.size() > line_limit_) {
      // Whatever can still be a marker stays; the rest is output now.
      line_ += piece.substr(piece.size() > line_limit_ ? piece.size() - line_limit_ : 0);
      const std::size_t excess = line_.size() - std::min(line_.size(), line_limit_);
      if (capturing_) {
        if (piece.size() > line_limit_)
          capture_.append(piece.substr(0, piece.size() - line_limit_));
        capture_.append(std::string_view(line_).substr(0, excess));
      }
      line_.erase(0, excess);
    } else {
      line_ += piece;
    }
    if (newline == std::string_view::npos) return;
    on_line(out);
    line_.clear();
    bytes.remove_prefix(newline + 1);
  }
}

void Console::on_line(Findings& out) {
  const std::string_view line = line_;
  if (line.find('[') != std::string_view::npos) {
    if (on_run_line(line, out) || on_end_line(line, out)) return;
    on_summary(line);
  }
  if (!capturing_) return;
  capture_.append(line);
  capture_.append("\n");
}

bool Console::on_run_line(std::string_view line, Findings& out) {
  const std::size_t at = line.rfind(run_marker);
  if (at == std::string_view::npos) return false;
  const std::string_view name = line.substr(at + run_marker.size());
  std::size_t slot = next_;
  if (slot >= state_.cases.size() || state_.expected.name(slot) != name) {
    // With the stream a test that was passed over costs its output only.
    const auto found = state_.connected ? state_.expected.find(name, no_slot) : std::nullopt;
    if (!found || *found < next_) return false;
    slot = *found;
  }
  if (capturing_) capture_.append(line.substr(0, at));
  close_capture();
  current_ = slot;
  next_ = slot + 1;
  capturing_ = true;
  if (!state_.connected) state_.begin(slot, out);
  return true;
}

bool Console::on_end_line(std::string_view line, Findings& out) {
  struct Marker {
    std::string_view text;
    Word word;
  };
  static constexpr Marker markers[] = {{"[       OK ] ", Word::ok},
                                       {"[  FAILED  ] ", Word::failed},
                                       {"[  SKIPPED ] ", Word::skipped}};
  if (current_ == no_slot) return false;
  for (const Marker& marker : markers) {
    const std::size_t at = line.rfind(marker.text);
    if (at == std::string_view::npos ||
        !names(line.substr(at + marker.text.size()), state_.expected.name(current_))) {
      continue;
    }
    if (capturing_ && at > 0) {
      capture_.append(line.substr(0, at));
      capture_.append("\n");
    }
    on_end(current_, marker.word, out);
    return true;
  }
  return false;
}

void Console::on_end(std::size_t slot, Word word, Findings& out) {
  const Word before = words_[slot];
  if (before != Word::none) --counts_[static_cast<std::size_t>(before)];
  ++counts_[static_cast<std::size_t>(word)];
  words_[slot] = word;
  if (state_.connected) return;
  CaseState& state = state_.cases[slot];
  if (before != Word::none && before != word) {
    state_.contradict(slot, "the console ended it twice, and not alike", out);
  }
  if (before == word) return;
  state.ended = true;
  model::CaseResult result;
  if (word == Word::failed) {
    result.reported = model::Reported::failed;
    result.output = capture_.text();
    result.failures = console_failures(result.output);
    state.parts = result.failures;
  }
  state_.tell(slot, std::move(result), out);
}

void Console::on_summary(std::string_view line) {
  if (line.starts_with("[==========] ") && line.find(" ran.") != std::string_view::npos) {
    summary_ran_ = leading_number(line.substr(13));
  } else if (line.starts_with("[  PASSED  ] ")) {
    summary_passed_ = leading_number(line.substr(13));
  }
}

void Console::close_capture() {
  if (!capturing_) return;
  capturing_ = false;
  const CaseState& state = state_.cases[current_];
  const bool plainly_passed = state.ended && state.passed && !state.contradicted;
  const std::size_t size = capture_.shrink();
  if (!plainly_passed && words_[current_] != Word::ok && size > 0 &&
      kept_bytes_ + size <= keep_all) {
    kept_bytes_ += size;
    kept_[current_] = std::move(capture_);
  }
  capture_ = CappedText{};
}

std::string Console::output(std::size_t slot) {
  close_capture();
  const auto kept = kept_.find(slot);
  return kept == kept_.end() ? std::string() : kept->second.text();
}

bool Console::consistent() const {
  const auto count = [&](Word word) { return counts_[static_cast<std::size_t>(word)]; };
  const std::size_t ended = count(Word::ok) + count(Word::failed) + count(Word::skipped);
  return summary_ran_ == ended && summary_passed_ == count(Word::ok) && next_ == ended && ended > 0;
}

bool Console::agrees() const {
  for (std::size_t slot = 0; slot < words_.size(); ++slot) {
    const CaseState& state = state_.cases[slot];
    if (state.ended && state.passed != said_ok(slot)) return false;
  }
  return consistent();
}

std::vector<model::Failure> console_failures(std::string_view output) {
  constexpr std::string_view mark = ": Failure\n";
  std::vector<model::Failure> failures;
  std::size_t at = output.find(mark);
  while (at != std::string_view::npos && failures.size() < 100) {
    const std::size_t line_begin = output.rfind('\n', at) + 1;  // npos + 1 is the very beginning
    const std::string_view place = output.substr(line_begin, at - line_begin);
    const std::size_t begin = at + mark.size();
    const std::size_t next = output.find(mark, begin);
    std::string_view message = output.substr(begin);
    message = message.substr(0, message.find("\n\n"));
    while (message.ends_with('\n')) message.remove_suffix(1);
    model::Failure failure{std::string(message), {}};
    const std::size_t colon = place.rfind(':');
    if (colon != std::string_view::npos) {
      if (const auto line = leading_number(place.substr(colon + 1));
          line && *line < 1'000'000'000) {
        failure.location = {std::string(place.substr(0, colon)), static_cast<int>(*line)};
      }
    }
    failures.push_back(std::move(failure));
    at = next;
  }
  return failures;
}

}  // namespace cupel::harness::gtest
