// SPDX-License-Identifier: Apache-2.0
#include "plan/precision.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <cupel/pact/pins.hpp>

namespace cupel::plan {
namespace {

using model::VariableSource;
using pact::Pin;
using pact::PinGroup;
using pact::PinKind;
using pact::Stance;

/// A variable as the three sources other than the pin leave it.
struct Given {
  std::string value;
  VariableSource source{};
};
using GivenVariables = std::map<std::string, Given>;

GivenVariables layer(const PrecisionInputs& inputs) {
  GivenVariables given;
  const std::pair<const Environment*, VariableSource> weakest_first[] = {
      {&inputs.target_env, VariableSource::target},
      {&inputs.operator_env, VariableSource::operator_},
      {&inputs.mode_env, VariableSource::mode},
  };
  for (const auto& [environment, source] : weakest_first)
    for (const auto& [name, value] : *environment) given[name] = Given{value, source};
  return given;
}

std::string_view owner(VariableSource source) {
  switch (source) {
    case VariableSource::operator_:
      return "the operator's environment";
    case VariableSource::target:
      return "the target's env";
    case VariableSource::mode:
      return "the mode's env";
    case VariableSource::pin:
      break;
  }
  return "the pin";
}

std::string assignment(const std::string& name, const std::string& value) {
  return name + "=" + value;
}

/// A setting in force that asks for what the pins of its group prevent.
struct Wish {
  PinGroup group{};
  VariableSource source{};
  std::string text;  ///< "MLX_ENABLE_TF32=1 in the operator's environment"
};

class Planner {
 public:
  explicit Planner(const PrecisionInputs& inputs) : inputs_(inputs), given_(layer(inputs)) {}

  PlannedEnvironment plan() && {
    for (const auto& [name, given] : given_) plan_.environment[name] = given.value;
    if (inputs_.policy == model::Precision::f32_strict) {
      find_wishes();
      for (const Pin& pin : pact::pins) apply(pin);
      warn_of_defeated_wishes();
    }
    record();
    return std::move(plan_);
  }

 private:
  void find_wishes() {
    for (const Pin& pin : pact::pins) find_wish(pin.lever, pin.value);
    for (const pact::Switch& lever : pact::watched) find_wish(lever, {});
    for (const Wish& wish : wishes_) {
      if (wish.source != VariableSource::operator_) continue;
      // The first wish of a group names the reason for all of its pins.
      if (withheld_.emplace(wish.group, wish.text).second)
        plan_.narrowed_by.push_back(wish.text + " keeps the " +
                                    std::string(pact::group_word(wish.group)) + " pins off");
    }
  }

  void find_wish(const pact::Switch& lever, std::string_view flag) {
    const auto found = given_.find(std::string(lever.name));
    if (found == given_.end()) return;
    const Given& given = found->second;
    if (pact::stance_of(lever, given.value, flag) != Stance::contrary) return;
    wishes_.push_back(
        Wish{lever.group, given.source,
             assignment(found->first, given.value) + " in " + std::string(owner(given.source))});
  }

  void apply(const Pin& pin) {
    if (!pin.only_without.empty() && in_force_.contains(pin.only_without)) return;
    const std::string name(pin.lever.name);
    const auto given = given_.find(name);
    if (given != given_.end() && pin.kind != PinKind::appended_flag)
      return give_way(pin, given->second);
    if (given != given_.end() && !can_append(pin, given->second)) return;
    if (const auto held = withheld_.find(pin.lever.group); held != withheld_.end())
      return not_set(name, held->second + " asks for the contrary in the " +
                               std::string(pact::group_word(pin.lever.group)) + " group");
    std::string list = given == given_.end() ? std::string() : given->second.value;
    if (!list.empty()) list += ' ';
    const std::optional<std::string> value = value_of(pin);
    if (!value) return not_set(name, "there is no folder of this run to name");
    set(pin, list + *value);
  }

  std::optional<std::string> value_of(const Pin& pin) const {
    if (pin.kind != PinKind::fresh_path) return std::string(pin.value);
    if (inputs_.scratch.empty()) return std::nullopt;
    return inputs_.scratch + "/" + std::string(pin.value);
  }

  /// A stronger source has the variable already.
  void give_way(const Pin& pin, const Given& given) {
    const Stance stance = pact::stance_of(pin.lever, given.value);
    if (given.value == pin.value ||
        (stance == Stance::strict && pin.lever.reading != pact::Reading::any)) {
      in_force_.insert(pin.lever.name);
      return;
    }
    const std::string name(pin.lever.name);
    const std::string said = assignment(name, given.value) + " in ";
    not_set(name, said + std::string(owner(given.source)));
    // A contrary value is a wish, and has narrowed the run already.
    if (given.source == VariableSource::operator_ && stance == Stance::unclear)
      plan_.narrowed_by.push_back(said + std::string(owner(given.source)) + " overrides the pin");
  }

  /// A list-valued variable is never replaced. XLA takes a value that does not begin with '-' for
  /// the name of a file of flags, and nothing can be appended to that.
  bool can_append(const Pin& pin, const Given& given) {
    const std::string name(pin.lever.name);
    const std::string by = " in " + std::string(owner(given.source));
    std::string_view rest = given.value;
    const std::string_view first = pact::detail::next_word(rest);
    if (!first.empty() && first.front() != '-') {
      const std::string said = assignment(name, given.value) + by + " names a file of flags";
      not_set(name, said + ", to which " + std::string(pin.value) + " cannot be appended");
      if (given.source == VariableSource::operator_) plan_.narrowed_by.push_back(said);
      return false;
    }
    const std::string_view present = pact::find_flag(given.value, pact::flag_name(pin.value));
    if (present.empty()) return true;
    if (pact::stance_of(pin.lever, given.value, pin.value) == Stance::strict)
      in_force_.insert(pin.lever.name);
    else
      not_set(name, std::string(present) + by);
    return false;
  }

  void set(const Pin& pin, std::string value) {
    in_force_.insert(pin.lever.name);
    set_.insert(pin.lever.name);
    plan_.environment[std::string(pin.lever.name)] = std::move(value);
  }

  void not_set(std::string name, std::string why) {
    plan_.facts.not_set.push_back(model::UnsetPin{std::move(name), std::move(why)});
  }

  void warn_of_defeated_wishes() {
    for (const Wish& wish : wishes_) {
      if (wish.source == VariableSource::operator_ || withheld_.contains(wish.group)) continue;
      for (const Pin& pin : pact::pins) {
        if (pin.lever.group != wish.group || !set_.contains(pin.lever.name)) continue;
        plan_.warnings.push_back(
            wish.text + " asks for what " + std::string(pin.lever.name) + "=" +
            std::string(pin.value) +
            " prevents: give the mode, or these tests by [[policy]], precision = \"production\"");
        break;
      }
    }
  }

  void record() {
    plan_.facts.policy = inputs_.policy;
    for (const auto& [name, value] : plan_.environment) {
      const auto given = given_.find(name);
      const bool pinned = set_.contains(std::string_view(name));
      if (!pinned && !pact::is_recorded(name)) continue;
      if (given != given_.end() && !(pinned && given->second.value.empty()))
        plan_.facts.variables.push_back({name, given->second.value, given->second.source});
      if (pinned) {
        const Pin* pin = pact::find_pin(name);
        const bool flag = pin->kind == PinKind::appended_flag;
        plan_.facts.variables.push_back(
            {name, flag ? std::string(pin->value) : value, VariableSource::pin});
      }
    }
  }

  const PrecisionInputs& inputs_;
  GivenVariables given_;
  std::vector<Wish> wishes_;
  std::map<PinGroup, std::string> withheld_;
  std::set<std::string_view> in_force_;  ///< pins whose purpose holds, by whomever it was set
  std::set<std::string_view> set_;       ///< pins that cupel set
  PlannedEnvironment plan_;
};

}  // namespace

PlannedEnvironment plan_environment(const PrecisionInputs& inputs) {
  return Planner(inputs).plan();
}

}  // namespace cupel::plan
