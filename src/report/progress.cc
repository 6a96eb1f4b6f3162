// SPDX-License-Identifier: Apache-2.0
#include "report/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "format/table.h"
#include "report/view.h"

namespace cupel::report {
namespace {

using format::Tone;

constexpr std::size_t most_lines = 100;      // reds told one by one
constexpr std::size_t longest_line = 200;    // columns of such a line
constexpr std::size_t least_test_room = 10;  // columns below which no test's name is worth showing
constexpr std::chrono::seconds beat{10};

bool is_red_outcome(model::Outcome outcome) {
  return tone_of(outcome) == Tone::bad;
}

std::string red_line(const model::TestId& test, model::Outcome outcome, const std::string& why) {
  std::string line = fmt::format("{}  {}", plain_word(outcome), test.text());
  if (!why.empty()) line += ": " + why.substr(0, why.find('\n'));
  return line;
}

// The launch whose test, or whose silence, is the oldest; tests before silences.
const ProgressFold::Running* longest(const ProgressFold& progress) {
  const ProgressFold::Running* found = nullptr;
  for (const auto& [n, launch] : progress.running()) {
    const bool better = found == nullptr || (found->test.empty() && !launch.test.empty()) ||
                        (found->test.empty() == launch.test.empty() && launch.since < found->since);
    if (better) found = &launch;
  }
  return found;
}

std::string what_runs(const ProgressFold::Running& launch) {
  if (!launch.test.empty()) return base::to_one_line(launch.test);
  const bool listing = launch.purpose == model::Purpose::list;
  return base::to_one_line((listing ? "listing " : "in ") + launch.target);
}

std::string bar(std::size_t done, std::size_t of, std::size_t width, const format::Style& style) {
  const std::size_t full = of == 0 ? 0 : std::min(width, width * done / of);
  std::string text;
  for (std::size_t i = 0; i < width; ++i) {
    if (style.unicode) {
      text += i < full ? "█" : "░";
    } else {
      text += i < full ? "#" : ".";
    }
  }
  return width == 0 ? text : text + " ";
}

std::size_t bar_width(std::size_t width) {
  if (width >= 100) return 20;
  return width >= 70 ? 10 : 0;
}

std::string age(base::WallTime since, base::WallTime now) {
  return base::human_duration(std::max(now - since, base::Duration::zero()));
}

// "2 red, 1 known, 1 problem"
std::string trouble_text(const ProgressFold& progress) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (progress.reds() > 0) add(fmt::format("{} red", progress.reds()));
  if (progress.known() > 0) add(fmt::format("{} known", progress.known()));
  if (progress.problems() > 0) add(base::plural(progress.problems(), "problem"));
  return text;
}

}  // namespace

struct ProgressFold::Applier {
  ProgressFold& fold;
  base::WallTime at;

  State& state(const model::TestId& test) { return fold.tests_[test.text()]; }

  void run_on(std::size_t launch, const std::string& test) {
    const auto found = fold.running_.find(launch);
    if (found == fold.running_.end()) return;
    found->second.test = test;
    found->second.since = at;
  }

  void operator()(const model::RunStarted&) { fold.started_ = at; }
  void operator()(const model::RunResumed&) { fold.running_.clear(); }
  void operator()(const model::TargetSelected& e) { fold.selected_ += e.names.size(); }
  void operator()(const model::TargetProblem& e) {
    ++fold.problems_;
    fold.announce(fmt::format("problem  {} {}: {}", model::word(e.kind), e.target,
                              e.detail.substr(0, e.detail.find('\n'))));
  }
  void operator()(const model::LaunchStarted& e) {
    fold.running_[e.n] = {{}, e.target, e.purpose, at};
  }
  void operator()(const model::LaunchEnded& e) { fold.running_.erase(e.n); }
  void operator()(const model::TestStarted& e) { run_on(e.launch, e.test.text()); }

  void operator()(const model::TestReported& e) {
    run_on(e.launch, {});
    State& test = state(e.test);
    if (test.settled || e.open) return;
    const bool red = is_red_outcome(e.outcome);
    fold.mark(test, red ? Mark::red : Mark::done);
    if (!red || test.announced) return;
    test.announced = true;
    fold.announce(
        red_line(e.test, e.outcome, e.failures.empty() ? e.detail : e.failures.front().message));
  }
  void operator()(const model::AttemptVoided& e) {
    State& test = state(e.test);
    if (!test.settled) fold.mark(test, Mark::none);
  }
  void operator()(const model::TestSettled& e) {
    State& test = state(e.test);
    test.settled = true;
    const bool red = is_red_outcome(e.outcome);
    const bool known = red && !e.known_entry.empty();
    fold.mark(test, known ? Mark::known : red ? Mark::red : Mark::done);
    if (!red || test.announced) return;
    test.announced = true;
    fold.announce(red_line(e.test, e.outcome, e.note));
  }

  template <typename Other>
  void operator()(const Other&) {}
};

void ProgressFold::apply(const model::Event& event) {
  std::visit(Applier{*this, event.at}, event.body);
}

void ProgressFold::mark(State& state, Mark mark) {
  const auto count = [this](Mark of, std::size_t by) {
    if (of != Mark::none) done_ += by;
    if (of == Mark::red) reds_ += by;
    if (of == Mark::known) known_ += by;
  };
  count(state.mark, std::size_t{0} - 1);
  count(mark, 1);
  state.mark = mark;
}

void ProgressFold::announce(const std::string& line) {
  ++announced_;
  if (announced_ <= most_lines) {
    lines_.push_back(base::ellipsize(base::to_one_line(line), longest_line));
  } else if (announced_ == most_lines + 1) {
    lines_.emplace_back("further reds are only counted");
  }
}

std::vector<std::string> ProgressFold::take_lines() {
  return std::exchange(lines_, {});
}

std::string progress_frame(const ProgressFold& progress, base::WallTime now, std::size_t width,
                           const format::Style& style) {
  const std::size_t room = std::max<std::size_t>(width, 2) - 1;  // the last column would wrap
  std::string plain;
  std::string painted;
  const auto add = [&](const std::string& text, Tone tone) {
    if (base::display_width(plain) + base::display_width(text) > room) return;
    plain += text;
    painted += style.paint(tone, text);
  };
  if (progress.selected() > 0) {
    add(bar(progress.done(), progress.selected(), bar_width(width), style), Tone::good);
    add(fmt::format("{}/{}  ", progress.done(), progress.selected()), Tone::strong);
  }
  if (const std::string trouble = trouble_text(progress); !trouble.empty()) {
    add(trouble + "  ", progress.reds() + progress.problems() > 0 ? Tone::bad : Tone::warn);
  }
  add(age(progress.started(), now), Tone::plain);
  const ProgressFold::Running* launch = longest(progress);
  if (launch == nullptr) return painted;
  std::string rest = "  " + age(launch->since, now);
  if (progress.running().size() > 1) rest += fmt::format(" (+{})", progress.running().size() - 1);
  const std::size_t used = base::display_width(plain) + 2 + rest.size();
  if (used + least_test_room > room) return painted;
  return painted + "  " + format::cut_middle(what_runs(*launch), room - used, style) +
         style.paint(Tone::faint, rest);
}

std::string progress_line(const ProgressFold& progress, base::WallTime now) {
  std::string line = age(progress.started(), now);
  if (progress.selected() > 0) {
    line += fmt::format("  {}/{} done", progress.done(), progress.selected());
  }
  if (const std::string trouble = trouble_text(progress); !trouble.empty()) line += "  " + trouble;
  if (const ProgressFold::Running* launch = longest(progress)) {
    line += fmt::format("  {} for {}", what_runs(*launch), age(launch->since, now));
    if (progress.running().size() > 1) line += fmt::format(" (+{})", progress.running().size() - 1);
  }
  return line;
}

std::vector<std::string> Heartbeat::due(ProgressFold& progress, base::WallTime now) {
  std::vector<std::string> lines = progress.take_lines();
  if (!last_) last_ = progress.started();
  if (lines.empty() && now - *last_ >= beat) lines.push_back(progress_line(progress, now));
  if (!lines.empty()) last_ = now;
  return lines;
}

}  // namespace cupel::report
