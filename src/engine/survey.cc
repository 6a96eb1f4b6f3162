// SPDX-License-Identifier: Apache-2.0
#include "engine/survey.h"

#include <utility>

#include "engine/environment_facts.h"
#include "os/machine.h"

namespace cupel::engine {
namespace {

constexpr base::Duration question_limit = std::chrono::seconds(30);

base::Result<CommandAnswer> ask(Reactor& reactor, const SurveyInputs& inputs,
                                const std::vector<std::string>& command) {
  StartSpec spec;
  for (const std::string& word : command) spec.request.argv.emplace_back(word);
  spec.request.workdir = inputs.folder;
  spec.environment = inputs.environment;
  spec.private_dir = inputs.scratch + "/question";
  CUPEL_TRY_ASSIGN(LaunchGone gone, run_to_end(reactor, spec, question_limit));
  return CommandAnswer{gone.termination, std::move(gone.standard_output),
                       std::move(gone.standard_error)};
}

device::Answer as_device_answer(CommandAnswer answer) {
  const auto* exited = std::get_if<model::Exited>(&answer.termination);
  const bool started = !std::holds_alternative<model::NotStarted>(answer.termination);
  return {started, exited == nullptr ? -1 : exited->code, std::move(answer.standard_output),
          std::move(answer.standard_error)};
}

/// An old driver refuses the whole question for one field it does not know, and names it.
base::Result<device::Inventory> ask_for_devices(Reactor& reactor, const SurveyInputs& inputs) {
  device::Fields fields = device::inventory_fields();
  for (;;) {
    CUPEL_TRY_ASSIGN(CommandAnswer said, ask(reactor, inputs, device::device_question(fields)));
    const device::Answer answer = as_device_answer(std::move(said));
    const auto refused = device::refused_field(answer);
    if (!refused || std::erase(fields, *refused) == 0) {
      return device::read_inventory(fields, answer);
    }
  }
}

}  // namespace

base::Result<device::Inventory> survey_devices(Reactor& reactor, const SurveyInputs& inputs,
                                               const std::vector<plan::DeviceConfig>& invented) {
  CUPEL_TRY_ASSIGN(device::Inventory inventory, ask_for_devices(reactor, inputs));
  int index = static_cast<int>(inventory.devices.size());
  for (const plan::DeviceConfig& one : invented) {
    inventory.devices.push_back(device::invented_device(one.uuid, index++));
  }
  return inventory;
}

base::Result<model::EnvironmentFacts> survey_environment(Reactor& reactor,
                                                         const SurveyInputs& inputs,
                                                         const std::vector<plan::PinConfig>& pins,
                                                         std::vector<std::string>& warnings) {
  CUPEL_TRY_ASSIGN(const CommandAnswer commit,
                   ask(reactor, inputs, commit_question(inputs.folder)));
  CUPEL_TRY_ASSIGN(const CommandAnswer dirty, ask(reactor, inputs, dirty_question(inputs.folder)));
  model::EnvironmentFacts facts = environment_facts(os::machine_facts(), commit, dirty);
  for (const plan::PinConfig& pin : pins) {
    CUPEL_TRY_ASSIGN(const CommandAnswer answer, ask(reactor, inputs, pin_question(pin.command)));
    PinReading reading = read_pin(pin.name, answer);
    facts.pins[pin.name] = std::move(reading.value);
    if (!reading.warning.empty()) warnings.push_back(std::move(reading.warning));
  }
  return facts;
}

}  // namespace cupel::engine
