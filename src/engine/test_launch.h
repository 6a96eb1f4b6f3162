// SPDX-License-Identifier: Apache-2.0
// A launch that runs tests: its bytes through the decoders into its account and the journal, and
// the clocks its tests are held to.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "engine/emitter.h"
#include "engine/launch_account.h"
#include "engine/reactor.h"
#include "engine/target_state.h"
#include "harness/contract.h"

namespace cupel::engine {

struct TestClocks {
  base::Duration test{};
  base::Duration start{};     ///< process start to the first test, and between two tests
  base::Duration teardown{};  ///< after the last test
};

/// The name of the channel on which the client library's events come.
inline constexpr const char* client_channel = "cupel-events";

struct TestLaunchSpec {
  TargetState* target = nullptr;
  harness::RunPlan plan;
  std::size_t number = 0;
  model::Purpose purpose{};
  std::string lane;
  std::string mode;
  TestClocks clocks;
  /// Cupel died while the one test of this launch ran: that it runs again is told before it begins,
  /// since it may kill cupel before its first word is read.
  bool suspect = false;
  std::unique_ptr<harness::Decoder> decoder;
  std::unique_ptr<harness::Decoder> client_decoder;
};

class TestLaunch : public ActiveLaunch {
 public:
  struct End {
    std::size_t number = 0;
    const LaunchAccount& account;
    const LaunchGone& gone;
    std::string channel;
  };
  using OnEnd = std::function<void(const End&)>;

  TestLaunch(TestLaunchSpec spec, Emitter& emit, OnEnd on_end);

  void on_started(const Started& started, base::MonoTime now) override;
  void on_bytes(const LaunchBytes& bytes, base::MonoTime now) override;
  void on_stop(model::KillReason reason) override;
  void on_gone(LaunchGone gone) override;
  [[nodiscard]] std::optional<Limit> limit() const override;
  [[nodiscard]] std::optional<model::KillReason> unwanted() const override;

 private:
  void take(const std::vector<model::Finding>& findings);
  void tell(const model::Finding& finding);
  void tell_result(std::size_t index);
  [[nodiscard]] bool closing_counts() const;

  TestLaunchSpec spec_;
  Emitter& emit_;
  OnEnd on_end_;
  LaunchAccount account_;
  base::MonoTime last_progress_;
  std::optional<model::KillReason> stopped_;  ///< what came from then on is not read
};

}  // namespace cupel::engine
