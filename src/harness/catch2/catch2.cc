// SPDX-License-Identifier: Apache-2.0
#include "harness/catch2/catch2.h"

#include "harness/catch2/catch2_listing.h"
#include "harness/catch2/catch2_report.h"
#include "harness/catch2/catch2_select.h"
#include "harness/catch2/catch2_wire.h"

namespace cupel::harness {
namespace {

class Catch2Decoder final : public Decoder {
 public:
  Catch2Decoder(const model::Listing& listing, const RunPlan& plan)
      : log_(listing, plan, catch2::reported_name, catch2::report_channel),
        report_(log_),
        has_verdicts_(!plan.request.collect.empty()) {}

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel == catch2::report_channel) report_.feed(bytes.bytes, out);
  }
  void on_end(const LaunchOutput& output, Findings& out) override {
    const auto verdicts = output.files.find(catch2::verdicts_file);
    const std::string none;
    const std::string* read = verdicts == output.files.end() ? &none : &verdicts->second;
    report_.finish(has_verdicts_ ? read : nullptr, out);
  }
  [[nodiscard]] std::string channel() const override { return "stream"; }

 private:
  CaseLog log_;
  catch2::Report report_;
  bool has_verdicts_;  ///< the program writes a second report
};

class Catch2Harness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "catch2"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return catch2::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return catch2::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return catch2::run_request(target, listing, chosen);
  }
  void shuffle(model::LaunchRequest& request, std::uint64_t seed) const override {
    catch2::shuffle(request, seed);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return std::make_unique<Catch2Decoder>(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return catch2::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_catch2() {
  return std::make_unique<Catch2Harness>();
}

}  // namespace cupel::harness
