// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "base/text.h"
#include "os/directory.h"
#include "os/file.h"
#include "os/lock_file.h"
#include "record/journal_codec.h"

namespace cupel::store {
namespace {

/// Whether the journal's last whole line says that the run came to its verdict. Only that line is
/// read as an event: a damaged journal is for whoever takes the run up to complain of.
bool is_finished(std::string_view journal) {
  const std::size_t end = journal.rfind('\n');
  if (end == std::string_view::npos) return false;
  const std::size_t before = journal.substr(0, end).rfind('\n');
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const base::Result<record::Journal> last =
      record::read_journal(journal.substr(begin, end + 1 - begin));
  return last.ok() && !last.value().events.empty() &&
         std::holds_alternative<model::RunFinished>(last.value().events.back().body);
}

bool is_written_by_another(const std::string& run) {
  base::Result<os::LockFile> lock = os::LockFile::open(run + "/lock");
  if (!lock.ok()) return false;
  const base::Result<bool> ours = lock.value().try_lock();
  return ours.ok() && !ours.value();
}

}  // namespace

base::Result<void> Store::prepare() const {
  CUPEL_TRY(os::make_directories(path_ + "/runs"));
  const std::string ignore = path_ + "/.gitignore";
  if (os::exists(ignore)) return {};
  return os::write_atomic(ignore, "*\n");
}

base::Result<std::string> Store::last_unfinished_run() const {
  const std::string runs = path_ + "/runs";
  const std::string none = "there is no unfinished run in " + base::to_one_line(runs);
  if (!os::is_directory(runs)) return base::trouble(none, "start one with 'cupel run'");
  CUPEL_TRY_ASSIGN(std::vector<std::string> ids, os::list_directory(runs));
  std::reverse(ids.begin(), ids.end());
  for (const std::string& id : ids) {
    const std::string run = runs + "/" + id;
    const std::string journal = run + "/journal.jsonl";
    if (!os::exists(journal)) continue;
    constexpr std::uint64_t limit = std::uint64_t{4} << 30;
    CUPEL_TRY_ASSIGN(const std::string text, os::read_file(journal, limit));
    if (!is_finished(text) && !is_written_by_another(run)) return run;
  }
  return base::trouble(none, "name another with --resume=RUN, or start one with 'cupel run'");
}

}  // namespace cupel::store
