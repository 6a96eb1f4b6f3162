// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_survey.h"

#include <optional>
#include <utility>

#include <cupel/pact/lease.hpp>

#include "device/device_choice.h"
#include "engine/survey.h"

namespace cupel::cli {
namespace {

std::optional<std::string> value_of(const std::map<std::string, std::string>& environment,
                                    const std::string& name) {
  const auto found = environment.find(name);
  if (found == environment.end()) return std::nullopt;
  return found->second;
}

}  // namespace

base::Result<DeviceChoice> choose_devices(engine::Reactor& reactor, const std::string& folder,
                                          const std::string& scratch,
                                          const std::map<std::string, std::string>& environment,
                                          const std::vector<plan::DeviceConfig>& invented,
                                          const std::string& gpus) {
  DeviceChoice choice;
  CUPEL_TRY_ASSIGN(choice.inventory,
                   engine::survey_devices(reactor, {folder, environment, scratch}, invented));
  const auto visible = device::visible_devices(choice.inventory.devices,
                                               value_of(environment, "CUDA_VISIBLE_DEVICES"));
  CUPEL_TRY_ASSIGN(const auto devices,
                   device::select_devices(choice.inventory.devices, visible, gpus));
  for (const device::Device& device : devices) choice.chosen.push_back(device.facts);
  return choice;
}

std::string lock_directory(const std::map<std::string, std::string>& environment) {
  const auto named = value_of(environment, pact::lock_dir_variable);
  return named && !named->empty() ? *named : pact::default_lock_directory();
}

}  // namespace cupel::cli
