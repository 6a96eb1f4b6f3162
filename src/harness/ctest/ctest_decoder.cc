// SPDX-License-Identifier: Apache-2.0
// ctest's lines say what began and how it ended, by number; its report says the rest, in the order
// of the numbers and by name only. Both must be about the same tests and agree. Lines are of ctest
// itself, since what tests print does not come there: one about a test that was not asked for means
// that ctest runs something else than was meant.
#include "harness/ctest/ctest_decoder.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "harness/ctest/junit_report.h"
#include "harness/ctest/run_lines.h"
#include "harness/ctest/test_native.h"
#include "harness/gtest/console.h"

namespace cupel::harness::ctest {
namespace {

using Findings = std::vector<model::Finding>;
using model::Reported;

/// Longer lines hold an expression that a test did or did not match; their beginning is enough.
constexpr std::size_t longest_line = 64 * 1024;

struct Slot {
  std::size_t index = 0;
  bool extra = false;
  std::string name;
  bool began = false;
  bool told = false;
  bool contradicted = false;
  Verdict verdict;  ///< what was told
};

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

/// The report writes bytes that XML cannot hold as words.
bool can_stand_in_report(std::string_view name) {
  return base::is_utf8(name) &&
         std::ranges::none_of(name, [](char c) { return c >= 0 && c < 0x20; });
}

/// The last line that is not empty, for a message.
std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is the beginning
  return base::to_one_line(text.substr(0, 200));
}

class CtestDecoder final : public Decoder {
 public:
  CtestDecoder(const model::Listing& listing, const RunPlan& plan) {
    const auto add = [&](std::size_t index, bool extra) {
      Native native = read_native(listing.tests[index].native);
      slots_[native.number] = Slot{index, extra, std::move(native.name), {}, {}, {}, {}};
    };
    for (const std::size_t index : plan.covered) add(index, false);
    for (const std::size_t index : plan.extra) add(index, true);
  }

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel != "stdout") return;
    for (const char c : bytes.bytes) {
      if (c == '\n') {
        on_line(out);
        line_.clear();
      } else if (line_.size() < longest_line) {
        line_ += c;
      }
    }
  }

  void on_end(const LaunchOutput& output, Findings& out) override {
    on_line(out);
    const auto file = output.files.find(report_file);
    if (file == output.files.end() || file->second.empty() || broken_) return;
    auto cases = parse_report(file->second);
    if (!cases) return break_channel(report_file, cases.error().message, out);
    if (take_report(*cases, out)) out.push_back(model::RunCompleted{!any_failed()});
  }

  [[nodiscard]] std::string channel() const override {
    return used_report_ ? "lines+report" : "lines";
  }

 private:
  void on_line(Findings& out) {
    if (broken_) return;
    if (const auto start = read_start(line_)) return on_start_line(*start, out);
    if (const auto result = read_result(line_)) on_result(*result, out);
  }

  void on_start_line(const StartLine& start, Findings& out) {
    Slot* slot = find(start.number, start.name, out);
    if (slot == nullptr) return;
    if (slot->began) contradict(*slot, "it began twice", out);
    if (open_ != nullptr) contradict(*open_, "another test began before it had ended", out);
    slot->began = true;
    open_ = slot;
    out.push_back(model::CaseStarted{slot->index});
  }

  void on_result(const ResultLine& result, Findings& out) {
    const auto found = slots_.find(result.number);
    if (found == slots_.end()) {
      // Its beginning was heard of, and told.
      return;
    }
    Slot& slot = found->second;
    if (open_ == &slot) open_ = nullptr;
    const auto verdict = read_verdict(result.rest, slot.name);
    if (!verdict) return;  // a name of several lines: the report will tell
    if (!slot.began) contradict(slot, "it ended and had not begun", out);
    if (slot.told) return contradict(slot, "it ended twice", out);
    tell(slot, *verdict, nullptr, out);
  }

  /// The slot of a test that ctest begins; none where it is not one of this launch.
  Slot* find(std::size_t number, std::string_view name, Findings& out) {
    const auto found = slots_.find(number);
    if (found == slots_.end()) {
      out.push_back(model::UnlistedCase{base::to_utf8(name)});
      return nullptr;
    }
    if (first_line(found->second.name) == name) return &found->second;
    break_channel(
        "stdout",
        "its test " + std::to_string(number) + " is '" + base::to_one_line(name) + "', and was '" +
            base::to_one_line(found->second.name) +
            "' in its list: the build tree was changed meanwhile, or it is one of several "
            "configurations and the command lacks -C CONFIG",
        out);
    return nullptr;
  }

  void break_channel(const char* channel, std::string why, Findings& out) {
    broken_ = true;
    out.push_back(model::ChannelBroken{channel, std::move(why)});
  }

  void contradict(Slot& slot, const char* how, Findings& out) {
    if (std::exchange(slot.contradicted, true)) return;
    out.push_back(model::CaseContradicted{slot.index, how});
  }

  /// False where the report is not about the tests that began.
  bool take_report(const std::vector<ReportCase>& cases, Findings& out) {
    std::vector<Slot*> began;  // by number
    for (auto& [number, slot] : slots_) {
      if (slot.began) began.push_back(&slot);
    }
    const bool same = std::ranges::equal(began, cases, [](const Slot* slot, const ReportCase& one) {
      return !can_stand_in_report(slot->name) || slot->name == one.name;
    });
    if (!same) {
      break_channel(report_file, "it is about other tests than those that ctest said it ran", out);
      return false;
    }
    used_report_ = true;
    for (std::size_t i = 0; i < began.size(); ++i) settle(*began[i], cases[i], out);
    return true;
  }

  void settle(Slot& slot, const ReportCase& report, Findings& out) {
    if (slot.told && slot.verdict.reported != report.reported) {
      contradict(slot, "ctest's lines and its report do not agree about it", out);
    }
    if (slot.told && report.reported == Reported::passed) return;
    Verdict verdict = slot.verdict;
    verdict.reported = report.reported;
    if (report.duration) verdict.duration = report.duration;
    tell(slot, verdict, &report, out);
  }

  void tell(Slot& slot, const Verdict& verdict, const ReportCase* report, Findings& out) {
    model::CaseResult result;
    result.reported = verdict.reported;
    if (!verdict.words.starts_with("Not Run")) result.duration = verdict.duration;
    if (report != nullptr) result.output = report->output;
    if (verdict.reported == Reported::failed) {
      result.failures = failures_of(verdict, report);
    } else if (verdict.reported == Reported::skipped) {
      result.skip_reason = report != nullptr ? report->reason : std::string();
      if (result.skip_reason.empty() && verdict.words != "Skipped") {
        result.skip_reason = verdict.words;
      }
    }
    slot.verdict = verdict;
    tell_fixture(slot, result, report != nullptr, out);
    if (std::exchange(slot.told, true)) {
      out.push_back(model::CaseAmended{slot.index, std::move(result)});
    } else {
      out.push_back(model::CaseFinished{slot.index, std::move(result)});
    }
  }

  /// A failing fixture that nobody asked for has no outcome of its own to fail.
  static void tell_fixture(const Slot& slot, const model::CaseResult& result, bool final_word,
                           Findings& out) {
    if (!slot.extra || !final_word || result.reported != Reported::failed) return;
    out.push_back(model::OutsideFailure{"the fixture's test " + base::to_one_line(slot.name),
                                        result.failures.front()});
  }

  static std::vector<model::Failure> failures_of(const Verdict& verdict, const ReportCase* report) {
    if (report != nullptr) {
      auto failures = gtest::console_failures(report->output);
      if (!failures.empty()) return failures;
    }
    model::Failure failure{verdict.words.empty() ? "Failed" : verdict.words, {}};
    if (report != nullptr && !report->reason.empty()) {
      const bool says_all = report->reason.starts_with(failure.message);
      failure.message = says_all ? report->reason : failure.message + ": " + report->reason;
    }
    if (report != nullptr) {
      const std::string last = last_line(report->output);
      if (!last.empty()) failure.message += "; its last line was \"" + last + "\"";
    }
    return {std::move(failure)};
  }

  [[nodiscard]] bool any_failed() const {
    return std::ranges::any_of(slots_, [](const auto& one) {
      return one.second.told && one.second.verdict.reported == Reported::failed;
    });
  }

  std::map<std::size_t, Slot> slots_;  ///< by number
  std::string line_;
  Slot* open_ = nullptr;
  bool broken_ = false;
  bool used_report_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const model::Listing& listing, const RunPlan& plan) {
  return std::make_unique<CtestDecoder>(listing, plan);
}

}  // namespace cupel::harness::ctest
