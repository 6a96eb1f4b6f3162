// SPDX-License-Identifier: Apache-2.0
// Two witnesses: the text says that a test begins, before it runs; the log says how it ended. One
// after the other the tests of the launch begin by the first and end by the second, so the test in
// flight is always the one after the last in the log. The words of the text and the closing line
// must agree with the log. A pass that one of them denies is none.
#include "harness/libtest/libtest_decoder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "harness/capped_text.h"
#include "harness/libtest/doc_name.h"
#include "harness/libtest/exact_names.h"
#include "harness/libtest/failure_text.h"
#include "harness/libtest/launch_tests.h"
#include "harness/libtest/run_log.h"
#include "harness/libtest/run_text.h"

namespace cupel::harness::libtest {
namespace {

using Findings = std::vector<model::Finding>;

constexpr const char* no_text =
    "no message before the end of the run, which is when libtest prints it";

class LibtestDecoder final : public Decoder {
 public:
  LibtestDecoder(const model::Listing& listing, const RunPlan& plan)
      : tests_(listing, plan), log_(tests_), console_(tests_) {}

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel == log_channel) {
      read_log(bytes.bytes, out);
    } else if (bytes.channel == "stdout") {
      console_.on_bytes(bytes.bytes);
      advance(out);
    }
  }

  void on_end(const LaunchOutput& output, Findings& out) override {
    console_.finish();
    check_log(out);
    check_words(out);
    tell_failures(out);
    check_last(output, out);
    check_summary(out);
  }

  [[nodiscard]] std::string channel() const override { return "log+text"; }

 private:
  /// Line by line, so that findings have one order however the bytes were cut.
  void read_log(std::string_view bytes, Findings& out) {
    while (!bytes.empty()) {
      const std::size_t newline = bytes.find('\n');
      const std::string_view line =
          newline == std::string_view::npos ? bytes : bytes.substr(0, newline + 1);
      log_.on_bytes(line, out);
      advance(out);
      bytes.remove_prefix(line.size());
    }
  }

  void advance(Findings& out) {
    while (finished_ < tests_.size()) {
      if (started_ == finished_) {
        if (console_.begun() <= started_) return;
        out.push_back(model::CaseStarted{tests_.index(started_++)});
      }
      if (log_.records().size() <= finished_) return;
      out.push_back(model::CaseFinished{tests_.index(finished_), result(finished_)});
      ++finished_;
    }
  }

  /// The place of a doc test is that of its text; a panic is in a file made for the run.
  void add_failure(std::size_t slot, std::string_view text, model::CaseResult& result) const {
    const std::string& name = tests_.name(slot);
    model::Failure failure = read_failure(name, text, log_.records()[slot].message);
    if (const auto place = doc_place(name)) failure.location = *place;
    result.failures = {std::move(failure)};
  }

  [[nodiscard]] model::CaseResult result(std::size_t slot) const {
    const LogRecord& record = log_.records()[slot];
    model::CaseResult result;
    result.reported = record.reported;
    result.duration = record.duration;
    if (record.reported == model::Reported::skipped) result.skip_reason = record.message;
    if (record.reported != model::Reported::failed) return result;
    // What it said comes at the end of the run, which may never be reached.
    if (record.message.empty()) {
      result.failures.push_back(
          {no_text, doc_place(tests_.name(slot)).value_or(model::Location{})});
    } else {
      add_failure(slot, {}, result);
    }
    return result;
  }

  void check_log(Findings& out) {
    if (log_.records().size() <= finished_ || log_.broken()) return;
    out.push_back(model::ChannelBroken{"the log", "it ends " +
                                                      base::to_one_line(tests_.name(finished_)) +
                                                      ", which by the text never began"});
  }

  void check_words(Findings& out) {
    for (std::size_t slot = 0; slot < finished_; ++slot) {
      const bool passed = log_.records()[slot].reported != model::Reported::failed;
      if (passed && console_.word(slot) == Console::Word::failed) {
        contradict(slot, "the log says that it passed, and the text that it failed", out);
      }
    }
  }

  void tell_failures(Findings& out) {
    std::vector<std::string> failed;
    for (std::size_t slot = 0; slot < finished_; ++slot) {
      if (log_.records()[slot].reported == model::Reported::failed)
        failed.push_back(tests_.name(slot));
    }
    if (failed.empty()) return;
    std::unordered_map<std::string, std::string> texts;
    for (const std::string& closing : console_.closings()) {
      texts.merge(failure_texts(closing, failed));
    }
    for (std::size_t slot = 0; slot < finished_; ++slot) {
      if (log_.records()[slot].reported == model::Reported::failed) tell_failure(slot, texts, out);
    }
  }

  void tell_failure(std::size_t slot, const std::unordered_map<std::string, std::string>& texts,
                    Findings& out) {
    model::CaseResult told = result(slot);
    const auto text = texts.find(tests_.name(slot));
    if (text != texts.end()) {
      add_failure(slot, text->second, told);
      CappedText kept;
      kept.append(text->second);
      told.output = kept.text();
    } else if (console_.summary()) {
      add_failure(slot, {}, told);
    } else {
      return;
    }
    out.push_back(model::CaseAmended{tests_.index(slot), std::move(told)});
  }

  // libtest writes the word of a test right after its record. A process that ended with the one and
  // without the other ended in whatever wrote the record.
  void check_last(const LaunchOutput& output, Findings& out) {
    if (finished_ == 0 || started_ != finished_ || console_.summary()) return;
    const std::size_t last = finished_ - 1;
    const bool by_itself = std::holds_alternative<model::Exited>(output.termination) ||
                           std::holds_alternative<model::Signalled>(output.termination);
    if (by_itself && console_.begun() == finished_ &&
        console_.word(last) == Console::Word::unclear && !console_.ended_with_word()) {
      contradict(last, "the log has its end and the text has not, and the process ended there",
                 out);
    }
  }

  void check_summary(Findings& out) {
    const auto& summary = console_.summary();
    if (!summary || finished_ < tests_.size() || log_.broken()) return;
    Summary counted;
    for (const LogRecord& record : log_.records()) {
      if (record.reported == model::Reported::passed) ++counted.passed;
      if (record.reported == model::Reported::failed) ++counted.failed;
    }
    // Tests that are ignored as listed are not counted one by one: where everything runs they are
    // reported, where names are given they are not.
    const bool agrees = counted.passed == summary->passed && counted.failed == summary->failed &&
                        summary->ok == (summary->failed == 0);
    if (agrees) {
      out.push_back(model::RunCompleted{summary->ok});
      return;
    }
    out.push_back(model::ChannelBroken{
        "stdout", "its closing line counts " + std::to_string(summary->passed) + " passed and " +
                      std::to_string(summary->failed) + " failed, the log " +
                      std::to_string(counted.passed) + " and " + std::to_string(counted.failed)});
  }

  void contradict(std::size_t slot, const char* how, Findings& out) const {
    out.push_back(model::CaseContradicted{tests_.index(slot), how});
  }

  LaunchTests tests_;
  Log log_;
  Console console_;
  std::size_t started_ = 0;   ///< slots whose beginning was told
  std::size_t finished_ = 0;  ///< slots whose end was told; started_ or one less
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const model::Listing& listing, const RunPlan& plan) {
  return std::make_unique<LibtestDecoder>(listing, plan);
}

}  // namespace cupel::harness::libtest
