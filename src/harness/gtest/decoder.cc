// SPDX-License-Identifier: Apache-2.0
// The stream and the console as they come, everything against everything at the end.
#include "harness/gtest/decoder.h"

#include "harness/gtest/console.h"
#include "harness/gtest/expected.h"
#include "harness/gtest/launch_state.h"
#include "harness/gtest/protocol.h"
#include "harness/gtest/wire.h"
#include "harness/gtest/witnesses.h"

namespace cupel::harness::gtest {
namespace {

class GtestDecoder final : public Decoder {
 public:
  GtestDecoder(const model::Listing& listing, const RunPlan& plan)
      : expected_(listing, plan), state_(expected_), protocol_(state_), console_(state_) {}

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    if (bytes.channel == stream_channel) {
      protocol_.on_bytes(bytes.connection, bytes.bytes, out);
    } else if (bytes.channel == "stdout") {
      console_.on_bytes(bytes.bytes, out);
    }
  }

  void on_end(const LaunchOutput& output, Findings& out) override {
    protocol_.finish(out);
    Witnesses witnesses(state_, console_, output, out);
    witnesses.run();
    used_report_ = witnesses.used_report();
  }

  [[nodiscard]] std::string channel() const override {
    if (state_.connected) return used_report_ ? "stream+report" : "stream";
    return used_report_ ? "text+report" : "text";
  }

 private:
  Expected expected_;
  LaunchState state_;
  Protocol protocol_;
  Console console_;
  bool used_report_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const model::Listing& listing, const RunPlan& plan) {
  return std::make_unique<GtestDecoder>(listing, plan);
}

}  // namespace cupel::harness::gtest
