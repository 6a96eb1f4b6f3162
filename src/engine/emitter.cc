// SPDX-License-Identifier: Apache-2.0
#include "engine/emitter.h"

#include <utility>

namespace cupel::engine {
namespace {

// So that what is shown does not lag, and memory stays bounded.
constexpr std::size_t most_pending = 512;

}  // namespace

Emitter::Emitter(Clock clock, model::EventSink& journal)
    : clock_(std::move(clock)), journal_(journal) {}

void Emitter::add(std::string name, model::EventSink& sink) {
  others_.push_back({std::move(name), &sink});
}

void Emitter::emit(model::EventBody body) {
  if (failure_) return;
  pending_.push_back({clock_(), std::move(body)});
  if (moments_ == 0 || pending_.size() >= most_pending) flush();
}

void Emitter::flush() {
  while (!pending_.empty()) {
    const std::vector<model::Event> events = std::exchange(pending_, {});
    if (auto written = journal_.take_all(events); !written) {
      failure_ = std::move(written).error();
      return;
    }
    std::erase_if(others_, [&](const Named& other) { return !tell(other, events); });
  }
}

bool Emitter::tell(const Named& other, const std::vector<model::Event>& events) {
  auto taken = other.sink->take_all(events);
  if (taken.ok()) return true;
  pending_.push_back({clock_(), model::Warned{other.name + " stopped: " + taken.error().message}});
  return false;
}

}  // namespace cupel::engine
