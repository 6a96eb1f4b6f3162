// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/cargo.h"

#include "base/check.h"
#include "harness/cargo/command_line.h"
#include "harness/cargo/steps.h"

namespace cupel::harness {
namespace {

/// Lists and derives; what runs are the targets that it derives, by their own harnesses.
class CargoHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "cargo"; }
  [[nodiscard]] bool contains_targets() const override { return true; }

  [[nodiscard]] std::optional<model::Listing> listing_without_launch(
      const TargetView& target) const override {
    if (!cargo::is_idle(target.command)) return std::nullopt;
    model::Listing listing;
    listing.channel = "the member has no test program";
    return listing;
  }
  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return cargo::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& target,
                                      const LaunchOutput& output) const override {
    return cargo::read_listing(target, output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& /*target*/, const model::Listing& /*listing*/,
                                    std::span<const std::size_t> /*chosen*/) const override {
    CUPEL_CHECK(false, "a cargo target has no tests of its own");
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& /*listing*/,
                                                 const RunPlan& /*plan*/) const override {
    CUPEL_CHECK(false, "a cargo target has no tests of its own");
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& /*target*/,
                                                       const model::Listing& /*listing*/,
                                                       std::size_t /*test*/) const override {
    CUPEL_CHECK(false, "a cargo target has no tests of its own");
  }
};

}  // namespace

std::unique_ptr<Harness> make_cargo() {
  return std::make_unique<CargoHarness>();
}

}  // namespace cupel::harness
