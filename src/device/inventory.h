// SPDX-License-Identifier: Apache-2.0
// What to ask the driver's own tool, and what its answer means. The tool links no CUDA: it runs
// nvidia-smi, supervised like any child, and hands the bytes to these functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/facts.h"

namespace cupel::device {

/// A device as the driver numbers it.
struct Device {
  int index = 0;  ///< nvidia-smi's, which is CUDA's under CUDA_DEVICE_ORDER=PCI_BUS_ID
  model::GpuFacts facts;
};

struct Inventory {
  std::vector<Device> devices;
  /// One line for people where there is no device to be had: no driver, or a driver in trouble.
  std::string nothing_because;
  /// Lines of the answer that describe no device: of one that is lost, for example.
  std::vector<std::string> complaints;
};

/// How the question ended, as far as its meaning depends on it.
struct Answer {
  bool started = false;  ///< false: there is no nvidia-smi
  int exit_code = 0;
  std::string standard_output;
  std::string standard_error;
};

/// Names of nvidia-smi's fields. A driver that does not know one refuses the whole question and
/// names it (refused_field); ask again without it.
using Fields = std::vector<std::string>;

[[nodiscard]] Fields inventory_fields();
[[nodiscard]] Fields health_fields();
/// The command that asks every device for the fields.
[[nodiscard]] std::vector<std::string> device_question(const Fields& fields);
/// The field that the answer says is not valid.
[[nodiscard]] std::optional<std::string> refused_field(const Answer& answer);

[[nodiscard]] Inventory read_inventory(const Fields& fields, const Answer& answer);
/// UUID to field to value; what a device does not have ("[N/A]") is absent.
[[nodiscard]] std::map<std::string, std::map<std::string, std::string>> read_health(
    const Fields& fields, const Answer& answer);

/// A device that the configuration made up, to try lanes and leases where there is no GPU.
[[nodiscard]] Device invented_device(const std::string& uuid, int index);

/// A process that computes on a device.
struct ComputeProcess {
  std::string uuid;
  std::int64_t pid = 0;
  std::string name;
  std::optional<std::uint64_t> used_mib;
  friend bool operator==(const ComputeProcess&, const ComputeProcess&) = default;
};
[[nodiscard]] std::vector<std::string> processes_question();
[[nodiscard]] std::vector<ComputeProcess> read_processes(const Answer& answer);
/// "python3 (pid 4711) holds 512 MiB of GPU-…".
[[nodiscard]] std::string describe(const ComputeProcess& process);

}  // namespace cupel::device
