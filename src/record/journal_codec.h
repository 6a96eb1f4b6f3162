// SPDX-License-Identifier: Apache-2.0
// The journal: one event a line, JSON, appended as things happen. Both ways without loss.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/event.h"

namespace cupel::record {

/// Appends the line of one event, newline included.
void append_journal_line(std::string& out, const model::Event& event);

/// A line of a kind that this version does not know: a later version wrote it.
struct UnknownEvent {
  std::size_t line = 0;  ///< 1-based
  std::string kind;
};

struct Journal {
  std::vector<model::Event> events;
  std::vector<UnknownEvent> unknown;
  /// How much of the text is whole lines. What follows is a line that was never finished, since
  /// the writer died in it; whoever goes on writing cuts it off first.
  std::size_t whole_bytes = 0;
  [[nodiscard]] bool torn(std::string_view text) const { return whole_bytes < text.size(); }
};

/// Reads a journal. A last line without its newline is left out (see whole_bytes); a finished line
/// that is no event is an error that names it, because then the file was changed or damaged.
[[nodiscard]] base::Result<Journal> read_journal(std::string_view text);

}  // namespace cupel::record
