// SPDX-License-Identifier: Apache-2.0
#include "harness/ctest/ctest.h"

#include "harness/ctest/build_tree_list.h"
#include "harness/ctest/ctest_decoder.h"
#include "harness/ctest/test_numbers.h"

namespace cupel::harness {
namespace {

class CtestHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "ctest"; }
  [[nodiscard]] bool contains_targets() const override { return true; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return ctest::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return ctest::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return ctest::run_request(target, listing, chosen);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return ctest::make_decoder(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return ctest::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_ctest() {
  return std::make_unique<CtestHarness>();
}

}  // namespace cupel::harness
