// SPDX-License-Identifier: Apache-2.0
// `cupel ledger check`: every entry is valid, not past its date, and about something that exists.
#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/list_targets.h"
#include "cli/load.h"
#include "judge/ledger_match.h"
#include "os/clock.h"
#include "os/file.h"

namespace cupel::cli {
namespace {

void note_expired(const model::LedgerFile& file, std::vector<std::string>& faults) {
  const base::Date today = base::date_of(os::wall_now());
  const auto note = [&](const auto& entry) {
    if (!entry.expires || today <= *entry.expires) return;
    faults.push_back(entry.place.text() + ": the entry for " + entry.test + " expired on " +
                     base::format_date(*entry.expires) + ": settle it, or give it a new date");
  };
  for (const model::KnownEntry& entry : file.known) note(entry);
  for (const model::SkipEntry& entry : file.skips) note(entry);
}

}  // namespace

base::Result<int> command_ledger_check(const LedgerCheckOptions& options) {
  CUPEL_TRY_ASSIGN(const plan::Config config, load_config(options.common));
  CUPEL_TRY_ASSIGN(const model::LedgerFile file, load_ledger(config));
  CUPEL_TRY_ASSIGN(const judge::Ledger ledger, judge::Ledger::compile(file, {}));
  std::vector<std::string> faults;
  note_expired(file, faults);
  CUPEL_TRY_ASSIGN(const auto listing, TargetListing::take(config, {}));
  std::vector<model::TestId> listed;
  std::vector<std::string> targets = {"gate"};
  std::vector<std::string> unlisted;
  for (const engine::TargetState* target : listing->listed().targets) {
    targets.push_back(target->name());
    if (!target->listed) unlisted.push_back(target->name());
    for (std::size_t index = 0; index < target->listing.tests.size(); ++index) {
      listed.push_back(target->id(index));
    }
  }
  for (std::string& line : ledger.unmatched(listed, targets, unlisted)) {
    faults.push_back(std::move(line));
  }
  std::string text;
  for (const std::string& fault : faults) text += base::to_printable(fault) + "\n";
  for (const std::string& target : unlisted) {
    text += target + " could not be listed: its entries were not checked\n";
  }
  const std::size_t entries = file.known.size() + file.skips.size();
  text += std::to_string(entries) + (entries == 1 ? " entry, " : " entries, ") +
          base::plural(faults.size(), "fault") + "\n";
  CUPEL_TRY(os::write_all(STDOUT_FILENO, text, "stdout"));
  if (!faults.empty()) return exit_finding;
  return unlisted.empty() ? exit_done : exit_not_judged;
}

}  // namespace cupel::cli
