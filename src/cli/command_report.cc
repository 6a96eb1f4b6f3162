// SPDX-License-Identifier: Apache-2.0
// `cupel report RUN`: from run.json, or from the journal where cupel died before it could write
// one.
#include <unistd.h>

#include <utility>

#include "cli/cli.h"
#include "cli/display.h"
#include "cli/load.h"
#include "cli/report_files.h"
#include "cli/sinks.h"
#include "os/environment.h"
#include "os/file.h"
#include "os/terminal.h"
#include "record/run_codec.h"
#include "report/terminal_summary.h"
#include "store/history.h"
#include "store/journal.h"
#include "store/store.h"

namespace cupel::cli {
namespace {

constexpr const char* journal_name = "/journal.jsonl";

bool is_run(const std::string& folder) {
  return os::exists(folder + journal_name);
}

base::Result<std::string> latest_run(const store::Store& store) {
  CUPEL_TRY_ASSIGN(store::History history, store::History::open(store.history()));
  CUPEL_TRY_ASSIGN(const auto runs, history.runs(1));
  if (runs.empty()) return base::usage_error("no run was recorded yet", "`cupel run` makes one");
  return runs.front().folder;
}

base::Result<std::string> find_run(const ReportOptions& options) {
  if (is_run(options.run)) return os::real_path(options.run);
  CUPEL_TRY_ASSIGN(const std::string config, find_config(options.common));
  const store::Store store(config.substr(0, config.rfind('/')) + "/.cupel");
  if (options.run == "last") return latest_run(store);
  if (is_run(store.run(options.run))) return store.run(options.run);
  return base::usage_error(
      "there is no run '" + options.run + "'",
      "give a run directory, the id of a run in " + store.path() + "/runs, or \"last\"");
}

base::Result<record::RunRecord> read_record(const std::string& folder) {
  if (os::exists(folder + "/run.json")) {
    CUPEL_TRY_ASSIGN(const std::string text, os::read_file(folder + "/run.json"));
    return record::from_run_json(text);
  }
  FoldSink fold;
  CUPEL_TRY_ASSIGN(const store::JournalRead read, store::read_journal_file(folder + journal_name));
  for (const model::Event& event : read.journal.events) CUPEL_TRY(fold.take(event));
  record::RunRecord record = fold.record();
  record::seal(record);
  return record;
}

}  // namespace

base::Result<int> command_report(const ReportOptions& options) {
  CUPEL_TRY_ASSIGN(const std::string folder, find_run(options));
  CUPEL_TRY_ASSIGN(record::RunRecord record, read_record(folder));
  if (options.accept_known && record.verdict == model::Verdict::known) record.exit_code = 0;
  if (!options.reports.empty()) {
    CUPEL_TRY_ASSIGN(const auto files, write_requested_reports(record, options.reports));
    return exit_done;
  }
  report::TerminalOptions terminal;
  terminal.width = os::terminal_width(STDOUT_FILENO);
  terminal.style = style_for(STDOUT_FILENO, options.common.color, os::environment());
  terminal.run_directory = folder;
  CUPEL_TRY(os::write_all(STDOUT_FILENO, report::terminal(record, terminal), "stdout"));
  return exit_done;
}

}  // namespace cupel::cli
