// SPDX-License-Identifier: Apache-2.0
// What listens to a run beside the journal.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/gate_context.h"
#include "model/event.h"
#include "record/fold.h"
#include "store/run_directory.h"

namespace cupel::cli {

/// The record of the run, growing.
class FoldSink : public model::EventSink {
 public:
  [[nodiscard]] base::Result<void> take(const model::Event& event) override {
    fold_.apply(event);
    return {};
  }
  [[nodiscard]] const record::RunRecord& record() const { return fold_.record(); }

 private:
  record::Fold fold_;
};

/// Captured output into the run directory.
class KeepInDirectory : public engine::OutputKeeper {
 public:
  explicit KeepInDirectory(const store::RunDirectory& directory) : directory_(directory) {}
  base::Result<std::string> keep(std::size_t launch, const std::string& stream,
                                 const std::string& bytes) override {
    return directory_.keep_output(launch, stream, bytes);
  }

 private:
  const store::RunDirectory& directory_;
};

}  // namespace cupel::cli
