// SPDX-License-Identifier: Apache-2.0
// The facts that every command about launches starts from: devices in use, machine, precision.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "device/inventory.h"
#include "engine/reactor.h"
#include "model/facts.h"
#include "plan/config.h"
#include "plan/precision.h"

namespace cupel::cli {

struct DeviceChoice {
  device::Inventory inventory;          ///< all that there is
  std::vector<model::GpuFacts> chosen;  ///< by --gpus, within what the operator allows
};

/// `gpus` as --gpus has it.
[[nodiscard]] base::Result<DeviceChoice> choose_devices(
    engine::Reactor& reactor, const std::string& folder, const std::string& scratch,
    const std::map<std::string, std::string>& environment,
    const std::vector<plan::DeviceConfig>& invented, const std::string& gpus);

/// $CUPEL_LOCK_DIR, or the folder that all users of the machine share.
[[nodiscard]] std::string lock_directory(const std::map<std::string, std::string>& environment);

}  // namespace cupel::cli
