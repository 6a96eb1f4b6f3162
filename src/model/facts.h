// SPDX-License-Identifier: Apache-2.0
// What a run records about the machine, the tree, the precision policy and the lanes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/words.h"

namespace cupel::model {

struct GpuFacts {
  std::string uuid;
  std::string name;
  std::string compute_capability;
  std::string driver;
  std::uint64_t memory_mib = 0;
  std::string kind;  ///< "nvidia", or "invented" for a device that the configuration made up
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
};

struct EnvironmentFacts {
  std::string host;
  std::string os;
  std::string kernel;
  std::string boot_id;
  double uptime_s = 0;
  std::string cpu;
  std::string commit;                       ///< empty outside a git work tree
  std::optional<bool> dirty;                ///< absent outside a git work tree
  std::map<std::string, std::string> pins;  ///< name to what its command printed
  std::vector<GpuFacts> gpus;
  std::vector<std::string> foreign_processes;
};

struct PrecisionVariable {
  std::string name;
  std::string value;
  VariableSource source{};
  friend bool operator==(const PrecisionVariable&, const PrecisionVariable&) = default;
};
struct UnsetPin {
  std::string name;
  std::string why;
  friend bool operator==(const UnsetPin&, const UnsetPin&) = default;
};
struct PrecisionFacts {
  Precision policy = Precision::inherit;
  std::vector<PrecisionVariable> variables;
  std::vector<UnsetPin> not_set;
};

/// "full", or the reason why not: a filter, a positional test, an operator's override of the pin.
struct Scope {
  std::vector<std::string> narrowed_by;  ///< empty: full
  [[nodiscard]] bool full() const { return narrowed_by.empty(); }
};

struct GateFacts {
  std::string name;
  std::string config_path;
  std::string config_sha256;
  std::string mode;
  Isolation isolation = Isolation::batch;
  std::optional<std::uint64_t> shuffle_seed;
  std::string shard;
};

struct LaneFacts {
  std::string name;    ///< "cpu-0", "gpu-0"
  std::string device;  ///< UUID, or empty for a CPU lane
  double lease_wait_s = 0;
  double busy_s = 0;
};

}  // namespace cupel::model
