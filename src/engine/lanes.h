// SPDX-License-Identifier: Apache-2.0
// Where launches run: one lane a GPU, each under its lease, and CPU lanes beside them. A lane runs
// one launch at a time; a lease, once taken, is held to the end of the run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "engine/emitter.h"
#include "engine/gate_context.h"
#include "engine/lease.h"
#include "plan/config.h"

namespace cupel::engine {

struct Lane {
  std::string name;
  std::string device;               ///< UUID; empty for a CPU lane
  std::optional<LeaseClaim> claim;  ///< while the lease is waited for
  std::optional<Lease> lease;
  int borrowed = -1;  ///< descriptor of a lease that this process was started under
  std::optional<base::MonoTime> waiting_since;
  std::string waiting;   ///< who is in the way, in words; empty: nobody
  std::string unusable;  ///< why nothing runs here any more; empty: it is usable
  bool opened = false;
  bool busy = false;
  base::MonoTime busy_since;
  base::Duration busy_total{};

  [[nodiscard]] bool gpu() const { return !device.empty(); }
  /// The descriptor that holds the lease; -1 before it is held and on a CPU lane.
  [[nodiscard]] int lease_fd() const { return lease ? lease->fd() : borrowed; }
};

class Lanes {
 public:
  Lanes(const GateContext& context, Emitter& emit);

  /// A lane on which a launch of the target may start now; null: none yet, or none ever.
  [[nodiscard]] Lane* free_lane_for(const plan::TargetConfig& target, base::MonoTime now);
  /// No lane of the kind that the target needs will ever be free again, and why.
  [[nodiscard]] bool hopeless_for(const plan::TargetConfig& target) const;
  [[nodiscard]] std::string why_hopeless(const plan::TargetConfig& target) const;

  /// The names of the lanes that serve the target: "cpu-0, cpu-1".
  [[nodiscard]] std::string names_for(const plan::TargetConfig& target) const;

  void release(Lane& lane, base::MonoTime now);
  /// A process on the lane cannot be killed: nothing else may run there.
  void quarantine(Lane& lane, std::string why);
  /// Tells the journal how busy each lane was, and gives the leases back.
  void close();

  [[nodiscard]] bool has_gpu() const;
  [[nodiscard]] bool any_busy() const;
  [[nodiscard]] std::vector<std::unique_ptr<Lane>>& all() { return lanes_; }
  /// While a lease is waited for: who holds it, in words for the display. Empty: none is.
  [[nodiscard]] std::string waiting_for() const;

 private:
  [[nodiscard]] bool serves(const Lane& lane, const plan::TargetConfig& target) const;
  /// Takes the lease where the lane needs one; false while it has to wait.
  [[nodiscard]] bool open(Lane& lane, base::MonoTime now);
  [[nodiscard]] bool borrow(Lane& lane) const;
  void claim(Lane& lane, base::MonoTime now);
  [[nodiscard]] bool poll(Lane& lane, base::MonoTime now);
  void opened(Lane& lane, base::MonoTime now);

  const GateContext& context_;
  Emitter& emit_;
  std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace cupel::engine
