// SPDX-License-Identifier: Apache-2.0
#include "harness/boost/boost.h"

#include "harness/boost/boost_decoder.h"
#include "harness/boost/run_filters.h"
#include "harness/boost/unit_list.h"

namespace cupel::harness {
namespace {

class BoostHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "boost"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return boost::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return boost::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return boost::run_request(target, listing, chosen);
  }
  void shuffle(model::LaunchRequest& request, std::uint64_t seed) const override {
    boost::shuffle(request, seed);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return boost::make_decoder(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return boost::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_boost() {
  return std::make_unique<BoostHarness>();
}

}  // namespace cupel::harness
