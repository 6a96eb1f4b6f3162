// SPDX-License-Identifier: Apache-2.0
// The exit code is the result: 0 passed, the target's skip_code skipped, any other failed. A
// signal, or an end that cupel brought about, is left to the engine, for which the test still runs
// then. With TAP on stdout the points count as well, and the worse of the two.
#include "harness/command/command.h"

#include <string>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "harness/command/tap.h"

namespace cupel::harness {
namespace {

constexpr std::size_t output_tail = std::size_t{16} << 10;  ///< of each of stdout and stderr
constexpr std::size_t most_points = 200'000;
constexpr const char* skip_note = "skip_code";
constexpr const char* tap_note = "tap";

std::string tail_of(const std::string& bytes) {
  if (bytes.size() <= output_tail) return base::to_utf8(bytes);
  const std::string_view tail = std::string_view(bytes).substr(bytes.size() - output_tail);
  return "[" + std::to_string(bytes.size() - output_tail) + " bytes left out]\n" +
         base::to_utf8(tail);
}

class CommandDecoder final : public Decoder {
 public:
  explicit CommandDecoder(const RunPlan& plan) : index_(plan.covered.front()) {
    if (plan.notes.contains(tap_note)) tap_.emplace();
    const auto code = plan.notes.find(skip_note);
    if (code != plan.notes.end()) skip_code_ = std::stoi(code->second);
  }

  void on_start(std::vector<model::Finding>& out) override {
    out.push_back(model::CaseStarted{index_});
  }

  void on_bytes(const ChannelBytes& bytes, std::vector<model::Finding>& out) override {
    if (!tap_ || bytes.channel != "stdout") return;
    std::vector<model::Subcase> points;
    tap_->on_bytes(bytes.bytes, points);
    tell(std::move(points), out);
  }

  void on_end(const LaunchOutput& output, std::vector<model::Finding>& out) override {
    command::TapVerdict said;
    if (tap_) {
      std::vector<model::Subcase> points;
      said = tap_->finish(points);
      tell(std::move(points), out);
    }
    const auto* exited = std::get_if<model::Exited>(&output.termination);
    if (exited == nullptr) return;
    model::CaseResult result = result_of(exited->code, std::move(said));
    if (result.reported != model::Reported::passed) {
      result.output = tail_of(output.standard_output) + tail_of(output.standard_error);
    }
    const bool passed = result.reported != model::Reported::failed;
    out.push_back(model::CaseFinished{index_, std::move(result)});
    out.push_back(model::RunCompleted{.passed = passed, .exit_code_is_result = true});
  }

  [[nodiscard]] std::string channel() const override {
    return tap_ ? "exit code+TAP" : "exit code";
  }

 private:
  void tell(std::vector<model::Subcase> points, std::vector<model::Finding>& out) {
    for (model::Subcase& point : points) {
      if (told_++ < most_points) out.push_back(model::CaseSubcase{index_, std::move(point)});
    }
  }

  [[nodiscard]] model::CaseResult result_of(int code, command::TapVerdict said) const {
    model::CaseResult result;
    const bool skips = code == skip_code_;
    // A program that skips by its code need not say a word of TAP before.
    if (!skips || !said.silent) result.failures = std::move(said.failures);
    if (code != 0 && !skips) {
      result.failures.push_back({"exited with code " + std::to_string(code), {}});
    }
    if (!result.failures.empty()) {
      result.reported = model::Reported::failed;
    } else if (skips || said.skipped) {
      result.reported = model::Reported::skipped;
      result.skip_reason = std::move(said.skip_reason);
      if (result.skip_reason.empty() && skips) {
        result.skip_reason = "it exited with code " + std::to_string(code);
      }
    } else {
      result.reported = model::Reported::passed;
    }
    return result;
  }

  std::size_t index_;
  std::optional<int> skip_code_;
  std::optional<command::TapReader> tap_;
  std::size_t told_ = 0;
};

class CommandHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "command"; }

  [[nodiscard]] std::optional<model::Listing> listing_without_launch(
      const TargetView& target) const override {
    const std::string& program = target.command.front();
    model::Listing listing;
    listing.channel = target.tap ? "exit code and TAP on stdout" : "exit code";
    listing.ordering = model::Ordering::any;
    model::TestCase& test = listing.tests.emplace_back();
    test.native = program.substr(program.rfind('/') + 1);
    model::assign_names(listing);
    return listing;
  }
  [[nodiscard]] model::LaunchRequest list_request(const TargetView& /*target*/) const override {
    CUPEL_CHECK(false, "a command is listed without a launch");
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& /*output*/) const override {
    return *listing_without_launch(target);
  }

  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& /*listing*/,
                                    std::span<const std::size_t> chosen) const override {
    RunPlan plan;
    plan.covered.assign(chosen.begin(), chosen.end());
    plan.request.argv.assign(target.command.begin(), target.command.end());
    plan.request.workdir = target.workdir;
    if (target.skip_code) plan.notes[skip_note] = std::to_string(*target.skip_code);
    if (target.tap) plan.notes[tap_note] = "true";
    return plan;
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& /*listing*/,
                                                 const RunPlan& plan) const override {
    return std::make_unique<CommandDecoder>(plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& /*listing*/,
                                                       std::size_t /*test*/) const override {
    return target.command;
  }
};

}  // namespace

std::unique_ptr<Harness> make_command() {
  return std::make_unique<CommandHarness>();
}

}  // namespace cupel::harness
