// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/launch_state.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/gtest/wire.h"

namespace cupel::harness::gtest {
namespace {

/// Beginnings of the messages of GoogleTest's own assertions (gtest.cc and gtest.h, 1.8.1 to 1.18).
constexpr std::array<std::string_view, 7> assertion_texts = {
    "Expected equality of these values:\n",
    "Value of: ",
    "Expected: ",
    "The difference between ",
    "C++ exception with description \"",
    "Unknown C++ exception thrown in ",
    "Death test: ",
};

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

void LaunchState::begin(std::size_t slot, Findings& out) {
  if (cases[slot].began) return;
  cases[slot].began = true;
  out.push_back(model::CaseStarted{expected.index(slot)});
}

void LaunchState::tell(std::size_t slot, model::CaseResult result, Findings& out) {
  CaseState& state = cases[slot];
  state.reported = result.reported;
  const std::size_t index = expected.index(slot);
  if (std::exchange(state.told, true)) {
    out.push_back(model::CaseAmended{index, std::move(result)});
  } else {
    out.push_back(model::CaseFinished{index, std::move(result)});
  }
}

void LaunchState::contradict(std::size_t slot, std::string how, Findings& out) {
  if (std::exchange(cases[slot].contradicted, true)) return;
  out.push_back(model::CaseContradicted{expected.index(slot), std::move(how)});
}

void LaunchState::break_stream(std::string why, Findings& out) {
  if (std::exchange(broken, true)) return;
  out.push_back(model::ChannelBroken{stream_channel, std::move(why)});
}

model::CaseResult LaunchState::result(std::size_t slot, model::Reported reported) const {
  const CaseState& state = cases[slot];
  model::CaseResult result;
  result.reported = reported;
  result.duration = state.duration;
  if (reported == model::Reported::skipped) {
    result.skip_reason = skip_reason(state.parts);
  } else if (reported == model::Reported::failed) {
    result.failures = state.parts;
  }
  return result;
}

bool looks_prevented(const CaseState& state) {
  return !state.passed && state.parts.size() == 1 && state.parts.front().message.empty();
}

bool surely_failure(const model::Failure& part) {
  // An exception that nobody caught has no place; a skip always has one.
  if (part.location.file.empty() && part.location.line == 0 && !part.message.empty()) return true;
  const std::string_view message = part.message;
  return first_line(message) == "Failed" ||
         std::any_of(assertion_texts.begin(), assertion_texts.end(),
                     [&](std::string_view text) { return message.starts_with(text); });
}

bool is_success(std::string_view message) {
  return first_line(message) == "Succeeded";
}

std::string skip_reason(const std::vector<model::Failure>& parts) {
  std::string reason;
  for (const model::Failure& part : parts) {
    std::string_view text = part.message;
    if (first_line(text) == "Skipped") text.remove_prefix(std::min<std::size_t>(text.size(), 8));
    if (text.empty()) continue;
    if (!reason.empty()) reason += "; ";
    reason += text;
  }
  return reason;
}

}  // namespace cupel::harness::gtest
