// SPDX-License-Identifier: Apache-2.0
#include "harness/doctest/doctest.h"

#include "harness/doctest/doctest_listing.h"
#include "harness/doctest/doctest_report.h"
#include "harness/doctest/doctest_select.h"
#include "harness/doctest/doctest_wire.h"

namespace cupel::harness {
namespace {

class DoctestDecoder final : public Decoder {
 public:
  DoctestDecoder(const model::Listing& listing, const RunPlan& plan)
      : log_(listing, plan, doctest::reported_name, doctest::report_channel), report_(log_) {}

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel == doctest::report_channel) report_.feed(bytes.bytes, out);
  }
  void on_end(const LaunchOutput& /*output*/, Findings& out) override { report_.finish(out); }
  [[nodiscard]] std::string channel() const override { return "stream"; }

 private:
  CaseLog log_;
  doctest::Report report_;
};

class DoctestHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "doctest"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return doctest::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return doctest::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return doctest::run_request(target, listing, chosen);
  }
  void shuffle(model::LaunchRequest& request, std::uint64_t seed) const override {
    doctest::shuffle(request, seed);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return std::make_unique<DoctestDecoder>(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return doctest::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_doctest() {
  return std::make_unique<DoctestHarness>();
}

}  // namespace cupel::harness
