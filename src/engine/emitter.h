// SPDX-License-Identifier: Apache-2.0
// Sends events to the sinks. The journal comes first: nothing is shown or folded that is not
// written, and when it fails the run stops. Any other sink that fails is dropped with one warning.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "model/event.h"

namespace cupel::engine {

class Emitter {
 public:
  using Clock = std::function<base::WallTime()>;

  Emitter(Clock clock, model::EventSink& journal);

  /// `name` is for the warning when the sink fails.
  void add(std::string name, model::EventSink& sink);

  void emit(model::EventBody body);

  /// What is emitted while it lives is of one moment: it is written together, then told. Ten
  /// thousand results that a closing report settles are a few writes, not ten thousand.
  class Moment {
   public:
    explicit Moment(Emitter& emitter) : emitter_(emitter) { ++emitter_.moments_; }
    Moment(const Moment&) = delete;
    Moment& operator=(const Moment&) = delete;
    ~Moment() {
      if (--emitter_.moments_ == 0) emitter_.flush();
    }

   private:
    Emitter& emitter_;
  };

  /// Set once the journal has failed; from then on nothing is emitted.
  [[nodiscard]] const std::optional<base::Error>& failure() const { return failure_; }

 private:
  struct Named {
    std::string name;
    model::EventSink* sink;
  };
  void flush();
  /// False: the sink failed, and has been warned of.
  bool tell(const Named& other, const std::vector<model::Event>& events);

  Clock clock_;
  model::EventSink& journal_;
  std::vector<Named> others_;
  int moments_ = 0;
  std::vector<model::Event> pending_;
  std::optional<base::Error> failure_;
};

}  // namespace cupel::engine
