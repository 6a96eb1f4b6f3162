// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/gate_context.h"
#include "model/event.h"

namespace cupel::cli {

/// The launches of a mode as text: command, environment, folder, lanes. Words are quoted for a
/// shell.
[[nodiscard]] std::string dry_run_text(const engine::DryRun& plan, const std::string& mode);

/// For runs that leave nothing behind.
class Unjournaled : public model::EventSink {
 public:
  [[nodiscard]] base::Result<void> take(const model::Event& /*event*/) override { return {}; }
};

}  // namespace cupel::cli
