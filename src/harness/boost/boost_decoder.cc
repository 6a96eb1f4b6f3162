// SPDX-License-Identifier: Apache-2.0
// The log says what runs, the closing report what became of it. Until that comes a test that was
// left is unsettled: a line of the log may be a message of the test itself, and one that ends the
// process would otherwise have the last word about itself.
#include "harness/boost/boost_decoder.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "harness/boost/detailed_report.h"
#include "harness/boost/launch_log.h"
#include "harness/boost/native_path.h"

namespace cupel::harness::boost {
namespace {

using model::Reported;

/// The report against the log, once the process has ended.
class Settler {
 public:
  Settler(const LaunchLog& log, const Report& report, Findings& out)
      : log_(log), report_(report), out_(out), settled_(log.slots().size(), false) {}

  void run() {
    std::size_t next = 0;
    for (const ReportCase& one : report_.cases) {
      const std::size_t slot = find(one.path, next);
      if (slot == no_slot) {
        out_.push_back(model::UnlistedCase{base::to_utf8(one.path)});
        continue;
      }
      next = slot + 1;
      settled_[slot] = true;
      settle(slot, one);
    }
    for (std::size_t slot = 0; slot < settled_.size(); ++slot) {
      if (!settled_[slot]) settle_absent(slot);
    }
    for (const ReportSuite& suite : report_.suites) settle_suite(suite);
    const UnitResult whole = report_.suites.back().result;
    out_.push_back(model::RunCompleted{whole == UnitResult::passed});
  }

 private:
  /// Names in the report have blanks for other white space.
  [[nodiscard]] std::size_t find(const std::string& path, std::size_t next) const {
    const auto& slots = log_.slots();
    for (std::size_t slot = next; slot < slots.size() && slot < next + 2; ++slot) {
      if (!settled_[slot] && name_in_report(slots[slot].path) == path) return slot;
    }
    const std::size_t exact = log_.find(path, no_slot);
    if (exact != no_slot && !settled_[exact]) return exact;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (!settled_[slot] && slots[slot].path.find_first_of("\n\t\r") != std::string::npos &&
          name_in_report(slots[slot].path) == path) {
        return slot;
      }
    }
    return no_slot;
  }

  void settle(std::size_t at, const ReportCase& report) {
    const Slot& slot = log_.slots()[at];
    switch (report.result) {
      case UnitResult::passed:
        if (slot.began && !slot.left) {
          return contradict(slot,
                            "by the closing report it passed, and the log does not have its end");
        }
        if (slot.began || report.assertions > 0) return pass(slot, report);
        // One that never ran is in the report as passed. Without a set-up to blame it is owed.
        if (report.suite_aborted) tell_failed(slot, {"the set-up of a suite around it failed", {}});
        return;
      case UnitResult::skipped:
        return tell_skipped(slot, log_.skip_reason(slot.path));
      case UnitResult::failed:
        return tell_failed(slot,
                           {base::plural(report.failed_assertions, "assertion") + " failed", {}});
      case UnitResult::aborted:
        return tell_failed(slot, {"it was aborted", {}});
      case UnitResult::timed_out:
        return tell_failed(slot, {"it took longer than its own timeout", {}});
    }
  }

  void pass(const Slot& slot, const ReportCase& report) {
    model::CaseResult result;
    result.reported = Reported::passed;
    if (report.expected_failures > 0) {
      std::string text = std::to_string(report.failed_assertions) + " of " +
                         std::to_string(report.expected_failures) + " expected failures";
      if (!slot.failures.empty()) text += ": " + slot.failures.front().message;
      result.properties.emplace_back("expected_failure", std::move(text));
    }
    tell(slot, std::move(result));
  }

  void tell_skipped(const Slot& slot, std::string reason) {
    if (slot.began) return contradict(slot, "it began, and by the closing report it was skipped");
    model::CaseResult result;
    result.reported = Reported::skipped;
    result.skip_reason = std::move(reason);
    tell(slot, std::move(result));
  }

  /// `otherwise`: what to say where the log has no failure of it.
  void tell_failed(const Slot& slot, model::Failure otherwise) {
    model::CaseResult result;
    result.reported = Reported::failed;
    result.failures = slot.failures;
    if (result.failures.empty()) result.failures.push_back(std::move(otherwise));
    tell(slot, std::move(result));
  }

  void tell(const Slot& slot, model::CaseResult result) {
    result.duration = slot.duration;
    if (slot.left) {
      out_.push_back(model::CaseAmended{slot.index, std::move(result)});
    } else {
      out_.push_back(model::CaseFinished{slot.index, std::move(result)});
    }
  }

  void contradict(const Slot& slot, const char* how) {
    out_.push_back(model::CaseContradicted{slot.index, how});
  }

  /// It may stand in a suite that was skipped as a whole.
  void settle_absent(std::size_t at) {
    const Slot& slot = log_.slots()[at];
    const std::string path = name_in_report(slot.path);
    for (const ReportSuite& suite : report_.suites) {
      if (suite.result == UnitResult::skipped && path.starts_with(suite.path + "/")) {
        return tell_skipped(slot, log_.skip_reason(suite.path));
      }
    }
    if (slot.began) contradict(slot, "the closing report does not have it");
  }

  /// A suite that failed, and nothing in it did: its set-up or tear-down.
  void settle_suite(const ReportSuite& suite) {
    const bool good = suite.result == UnitResult::passed || suite.result == UnitResult::skipped;
    if (good || (suite.explained && suite.result != UnitResult::aborted)) return;
    const std::string where =
        suite.path.empty() ? "the whole program" : "suite " + base::to_utf8(suite.path);
    model::Failure failure{"it failed, and none of its tests did", {}};
    if (suite.result == UnitResult::aborted) failure.message = "its set-up or tear-down failed";
    for (const auto& [path, failures] : log_.outside()) {
      // Of the whole program the log has the name, which is nobody's path.
      if (suite.path.empty() || name_in_report(path) == suite.path) failure = failures.front();
    }
    out_.push_back(
        model::OutsideFailure{"the set-up or tear-down of " + where, std::move(failure)});
  }

  const LaunchLog& log_;
  const Report& report_;
  Findings& out_;
  std::vector<bool> settled_;  ///< by slot: the report has it
};

class BoostDecoder final : public Decoder {
 public:
  BoostDecoder(const model::Listing& listing, const RunPlan& plan) : log_(listing, plan) {}

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel == log_channel) log_.on_bytes(bytes.bytes, out);
  }

  void on_end(const LaunchOutput& output, Findings& out) override {
    log_.finish(out);
    const auto file = output.files.find(report_file);
    if (file == output.files.end() || file->second.empty()) return;
    if (const auto doubt = output.doubts.find(report_file); doubt != output.doubts.end()) {
      out.push_back(model::ChannelBroken{report_file, doubt->second});
      return;
    }
    const auto report = parse_report(file->second);
    if (!report) {
      out.push_back(model::ChannelBroken{report_file, report.error().message});
      return;
    }
    if (log_.any_began() && !log_.left_module()) {
      out.push_back(model::ChannelBroken{
          report_file, "it was written before the log had the end of the whole program"});
      return;
    }
    used_report_ = true;
    Settler(log_, *report, out).run();
  }

  [[nodiscard]] std::string channel() const override { return used_report_ ? "log+report" : "log"; }

 private:
  LaunchLog log_;
  bool used_report_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const model::Listing& listing, const RunPlan& plan) {
  return std::make_unique<BoostDecoder>(listing, plan);
}

}  // namespace cupel::harness::boost
