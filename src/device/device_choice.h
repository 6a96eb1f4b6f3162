// SPDX-License-Identifier: Apache-2.0
// Which devices a run may use: --gpus, within what the operator's CUDA_VISIBLE_DEVICES allows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "device/inventory.h"

namespace cupel::device {

/// Indices are nvidia-smi's, which are CUDA's only under CUDA_DEVICE_ORDER=PCI_BUS_ID or where all
/// devices are alike.
///
/// The devices that a program would see under that value of CUDA_VISIBLE_DEVICES, in its order, by
/// the rules of the CUDA driver: indices or UUIDs (any unique prefix of one), and the first entry
/// that names nothing ends the list. Absent: all of them.
[[nodiscard]] std::vector<Device> visible_devices(
    const std::vector<Device>& devices, const std::optional<std::string>& cuda_visible_devices);

/// `wanted` is "all", "none", or a list of indices and UUIDs (unique prefixes) joined by commas.
/// `visible` is what the operator allows. A device asked for twice counts once.
[[nodiscard]] base::Result<std::vector<Device>> select_devices(const std::vector<Device>& devices,
                                                               const std::vector<Device>& visible,
                                                               const std::string& wanted);

}  // namespace cupel::device
