// SPDX-License-Identifier: Apache-2.0
// The journal on disk: written first, read back whole. One event a line and at most one write(2)
// each, those of one moment together; without fsync: it is for crashes of cupel, not of the
// machine.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/event.h"
#include "os/file.h"
#include "record/journal_codec.h"

namespace cupel::store {

/// The first sink of the engine. Once an event could not be written, no later one is: a journal
/// with a gap would tell another story.
class Journal final : public model::EventSink {
 public:
  /// Appends to the file, which may be missing.
  [[nodiscard]] static base::Result<Journal> open(const std::string& path);
  Journal(Journal&& other) noexcept
      : file_(std::move(other.file_)),
        line_(std::move(other.line_)),
        failed_(std::move(other.failed_)) {}

  [[nodiscard]] base::Result<void> take(const model::Event& event) override;
  /// Where they do not all fit, as many as do.
  [[nodiscard]] base::Result<void> take_all(const std::vector<model::Event>& events) override;

 private:
  explicit Journal(os::AppendFile file) : file_(std::move(file)) {}
  base::Result<void> remember(base::Error error);

  os::AppendFile file_;
  std::string line_;
  std::optional<base::Error> failed_;
};

struct JournalRead {
  record::Journal journal;
  bool torn = false;  ///< the last line was never finished and is not among the events
};

/// Reads the whole file and changes nothing. A finished line that is no event is an error that
/// names file and line.
[[nodiscard]] base::Result<JournalRead> read_journal_file(const std::string& path);

/// Cuts off a line that was never finished, so that the next event begins a line of its own.
[[nodiscard]] base::Result<void> mend_journal_file(const std::string& path,
                                                   const JournalRead& read);

}  // namespace cupel::store
