// SPDX-License-Identifier: Apache-2.0
#include "engine/emitter.h"

#include <utility>

namespace cupel::engine {

Emitter::Emitter(Clock clock, model::EventSink& journal)
    : clock_(std::move(clock)), journal_(journal) {}

void Emitter::add(std::string name, model::EventSink& sink) {
  others_.push_back({std::move(name), &sink});
}

void Emitter::emit(model::EventBody body) {
  if (failure_) return;
  const model::Event event{clock_(), std::move(body)};
  if (auto written = journal_.take(event); !written) {
    failure_ = std::move(written).error();
    return;
  }
  std::vector<std::string> warnings;
  std::erase_if(others_, [&](const Named& other) {
    auto taken = other.sink->take(event);
    if (taken.ok()) return false;
    warnings.push_back(other.name + " stopped: " + taken.error().message);
    return true;
  });
  for (const std::string& text : warnings) warn(text);
}

void Emitter::warn(const std::string& text) {
  emit(model::Warned{text});
}

}  // namespace cupel::engine
