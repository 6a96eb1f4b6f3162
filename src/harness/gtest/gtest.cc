// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/gtest.h"

#include "harness/gtest/decoder.h"
#include "harness/gtest/list_tests.h"
#include "harness/gtest/select.h"

namespace cupel::harness {
namespace {

class GtestHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "gtest"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return gtest::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return gtest::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return gtest::run_request(target, listing, chosen);
  }
  void shuffle(model::LaunchRequest& request, std::uint64_t seed) const override {
    gtest::shuffle(request, seed);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return gtest::make_decoder(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return gtest::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_gtest() {
  return std::make_unique<GtestHarness>();
}

}  // namespace cupel::harness
