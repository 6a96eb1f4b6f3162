// SPDX-License-Identifier: Apache-2.0
#include "harness/pytest/pytest.h"

#include "harness/pytest/choose_tests.h"
#include "harness/pytest/collect_tests.h"
#include "harness/pytest/pytest_wire.h"
#include "harness/pytest/session_protocol.h"

namespace cupel::harness {
namespace {

class PytestDecoder final : public Decoder {
 public:
  PytestDecoder(const model::Listing& listing, const RunPlan& plan)
      : protocol_(listing, plan.covered) {}

  void on_bytes(const ChannelBytes& bytes, pytest::Findings& out) override {
    if (bytes.channel == pytest::stream_channel) {
      protocol_.on_bytes(bytes.connection, bytes.bytes, out);
    }
  }
  void on_end(const LaunchOutput& output, pytest::Findings& out) override {
    protocol_.finish(output, out);
  }
  [[nodiscard]] std::string channel() const override {
    if (protocol_.closed()) return "stream+closing";
    return protocol_.heard() ? "stream" : "none";
  }

 private:
  pytest::SessionProtocol protocol_;
};

class PytestHarness final : public Harness {
 public:
  [[nodiscard]] std::string_view word() const override { return "pytest"; }

  [[nodiscard]] model::LaunchRequest list_request(const TargetView& target) const override {
    return pytest::list_request(target);
  }
  [[nodiscard]] ListStep read_listing(const TargetView& /*target*/,
                                      const LaunchOutput& output) const override {
    return pytest::read_listing(output);
  }
  [[nodiscard]] RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                    std::span<const std::size_t> chosen) const override {
    return pytest::run_request(target, listing, chosen);
  }
  [[nodiscard]] std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                 const RunPlan& plan) const override {
    return std::make_unique<PytestDecoder>(listing, plan);
  }
  [[nodiscard]] std::vector<std::string> alone_command(const TargetView& target,
                                                       const model::Listing& listing,
                                                       std::size_t test) const override {
    return pytest::alone_command(target, listing, test);
  }
};

}  // namespace

std::unique_ptr<Harness> make_pytest() {
  return std::make_unique<PytestHarness>();
}

}  // namespace cupel::harness
