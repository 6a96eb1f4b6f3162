// SPDX-License-Identifier: Apache-2.0
#include "harness/libtest/libtest.h"

#include "harness/libtest/exact_names.h"
#include "harness/libtest/libtest_decoder.h"
#include "harness/libtest/name_list.h"

namespace cupel::harness {
namespace {

class LibtestHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "libtest"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return libtest::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return libtest::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return libtest::run_request(target, listing, chosen);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return libtest::make_decoder(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return libtest::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_libtest() {
  return std::make_unique<LibtestHarness>();
}

}  // namespace cupel::harness
