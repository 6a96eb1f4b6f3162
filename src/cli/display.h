// SPDX-License-Identifier: Apache-2.0
// What a person sees while a run goes on, and at its end: on stderr, so that stdout stays a result.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/time.h"
#include "cli/options.h"
#include "format/style.h"
#include "model/event.h"
#include "record/run_record.h"
#include "report/progress.h"

namespace cupel::cli {

/// Whether colours are wanted on this descriptor: --color, NO_COLOR, TERM, and whether it is a
/// terminal.
[[nodiscard]] format::Style style_for(int fd, ColorChoice choice,
                                      const std::map<std::string, std::string>& environment);

class Display : public model::EventSink {
 public:
  Display(const RunOptions& options, const std::map<std::string, std::string>& environment);

  [[nodiscard]] base::Result<void> take(const model::Event& event) override;

  /// An event of before, when the run was another process's: known, and not told again.
  void replay(const model::Event& event);

  [[nodiscard]] base::Duration interval() const;
  /// Draws what has changed. `waiting_for` is who holds the lease, empty while none is waited for.
  void tick(const std::string& waiting_for);
  void heading(const std::string& text);
  /// Takes the live line away.
  void clear();

  void summary(const record::RunRecord& record, const std::string& directory,
               const std::vector<std::string>& files, const std::string& warning);

 private:
  void write(const std::string& text);

  ProgressStyle style_;
  format::Style colors_;
  report::ProgressFold fold_;
  report::Heartbeat heartbeat_;
  base::MonoTime drawn_;
  bool line_on_screen_ = false;
};

}  // namespace cupel::cli
