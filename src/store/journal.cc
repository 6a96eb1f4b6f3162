// SPDX-License-Identifier: Apache-2.0
#include "store/journal.h"

#include <unistd.h>

#include <cerrno>

#include "base/text.h"
#include "os/errno_error.h"

namespace cupel::store {
namespace {

constexpr std::uint64_t journal_limit = std::uint64_t{4} << 30;

}  // namespace

base::Result<Journal> Journal::open(const std::string& path) {
  auto file = os::AppendFile::open(path);
  if (!file.ok()) return std::move(file.error()).during("opening the journal");
  return Journal(std::move(file).value());
}

base::Result<void> Journal::take(const model::Event& event) {
  if (failed_) return *failed_;
  line_.clear();
  record::append_journal_line(line_, event);
  base::Result<void> written = file_.append(line_);
  return written.ok() ? written : remember(std::move(written).error());
}

base::Result<void> Journal::take_all(const std::vector<model::Event>& events) {
  if (failed_) return *failed_;
  line_.clear();
  for (const model::Event& event : events) record::append_journal_line(line_, event);
  if (file_.append(line_).ok()) return {};
  // Nothing of them is in the file now; the first that does not fit alone says why.
  for (const model::Event& event : events) CUPEL_TRY(take(event));
  return {};
}

base::Result<void> Journal::remember(base::Error error) {
  error.message = "the journal cannot be written: " + error.message;
  error.hint += (error.hint.empty() ? "" : "; ");
  error.hint += "what was recorded so far is whole: 'cupel run --resume=" +
                base::shell_quote(file_.path().substr(0, file_.path().find_last_of('/'))) +
                "' goes on there";
  failed_ = error;
  return error;
}

base::Result<JournalRead> read_journal_file(const std::string& path) {
  auto text = os::read_file(path, journal_limit);
  if (!text.ok()) return std::move(text.error()).during("reading the journal");
  auto journal = record::read_journal(text.value());
  if (!journal.ok()) {
    base::Error error = std::move(journal).error();
    error.message = "the journal " + base::to_one_line(path) + " is damaged: " + error.message;
    error.hint = "nothing was changed; start a new run, or repair that line from a copy";
    return error;
  }
  JournalRead read{std::move(journal).value(), false};
  read.torn = read.journal.torn(text.value());
  return read;
}

base::Result<void> mend_journal_file(const std::string& path, const JournalRead& read) {
  if (!read.torn) return {};
  if (::truncate(path.c_str(), static_cast<off_t>(read.journal.whole_bytes)) != 0)
    return os::system_error(errno, "cannot cut off the unfinished line of", path);
  return {};
}

}  // namespace cupel::store
