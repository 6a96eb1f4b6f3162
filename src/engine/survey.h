// SPDX-License-Identifier: Apache-2.0
// What the run's record says of machine and tree, found out by asking other programs: the driver's
// tool for devices, git for the commit, the configuration's commands for pins. Each is supervised
// like any child and bounded in time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "device/inventory.h"
#include "engine/reactor.h"
#include "model/facts.h"
#include "plan/config.h"

namespace cupel::engine {

struct SurveyInputs {
  std::string folder;  ///< of the configuration: where git and pins are asked
  std::map<std::string, std::string> environment;
  std::string scratch;  ///< an existing folder for the launches' own
};

/// The devices of this machine, and those that the configuration makes up behind them.
[[nodiscard]] base::Result<device::Inventory> survey_devices(
    Reactor& reactor, const SurveyInputs& inputs, const std::vector<plan::DeviceConfig>& invented);

/// host, system, commit and pins; not the devices. What cannot be found stays empty; a pin whose
/// command fails is a warning.
[[nodiscard]] base::Result<model::EnvironmentFacts> survey_environment(
    Reactor& reactor, const SurveyInputs& inputs, const std::vector<plan::PinConfig>& pins,
    std::vector<std::string>& warnings);

}  // namespace cupel::engine
