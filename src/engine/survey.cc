// SPDX-License-Identifier: Apache-2.0
#include "engine/survey.h"

#include <utility>

#include "engine/environment_facts.h"
#include "os/machine.h"

namespace cupel::engine {
namespace {

constexpr base::Duration question_limit = std::chrono::seconds(30);

using Command = std::vector<std::string>;

/// Asks all at once; answers in the order of the questions.
base::Result<std::vector<CommandAnswer>> ask(Reactor& reactor, const SurveyInputs& inputs,
                                             const std::vector<Command>& commands) {
  std::vector<StartSpec> specs;
  for (const Command& command : commands) {
    StartSpec& spec = specs.emplace_back();
    for (const std::string& word : command) spec.request.argv.emplace_back(word);
    spec.request.workdir = inputs.folder;
    spec.environment = inputs.environment;
    spec.private_dir = inputs.scratch + "/question" + std::to_string(specs.size());
  }
  CUPEL_TRY_ASSIGN(std::vector<LaunchGone> gone, run_all_to_end(reactor, specs, question_limit));
  std::vector<CommandAnswer> answers;
  for (LaunchGone& one : gone) {
    answers.push_back(
        {one.termination, std::move(one.standard_output), std::move(one.standard_error)});
  }
  return answers;
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
    CUPEL_TRY_ASSIGN(std::vector<CommandAnswer> said,
                     ask(reactor, inputs, {device::device_question(fields)}));
    const device::Answer answer = as_device_answer(std::move(said.front()));
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
  std::vector<Command> questions{commit_question(inputs.folder), dirty_question(inputs.folder)};
  for (const plan::PinConfig& pin : pins) questions.push_back(pin_question(pin.command));
  CUPEL_TRY_ASSIGN(const std::vector<CommandAnswer> answers, ask(reactor, inputs, questions));
  model::EnvironmentFacts facts = environment_facts(os::machine_facts(), answers[0], answers[1]);
  for (std::size_t i = 0; i < pins.size(); ++i) {
    PinReading reading = read_pin(pins[i].name, answers[i + 2]);
    facts.pins[pins[i].name] = std::move(reading.value);
    if (!reading.warning.empty()) warnings.push_back(std::move(reading.warning));
  }
  return facts;
}

}  // namespace cupel::engine
