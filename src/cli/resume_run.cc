// SPDX-License-Identifier: Apache-2.0
#include "cli/resume_run.h"

#include <utility>

#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"
#include "os/hash.h"
#include "os/program.h"
#include "store/journal.h"
#include "store/resume.h"
#include "store/store.h"

namespace cupel::cli {
namespace {

std::string journal_of(const std::string& folder) {
  return folder + "/journal.jsonl";
}

base::Result<store::Resumption> read_run(const std::string& folder) {
  CUPEL_TRY_ASSIGN(const store::JournalRead read, store::read_journal_file(journal_of(folder)));
  return store::read_resumption(read.journal.events);
}

/// What would be run now, hashed.
std::map<std::string, std::string> hash_programs(const plan::Config& config) {
  std::map<std::string, std::string> programs;
  for (const plan::TargetConfig& target : config.targets) {
    const auto path =
        os::find_program(target.command.front(), os::environment_value("PATH").value_or(""));
    if (!path) continue;
    if (auto hash = os::sha256_of_file(*path); hash.ok()) programs[target.name] = std::move(*hash);
  }
  return programs;
}

engine::ResumePoint point_of(store::Resumption then) {
  engine::ResumePoint point;
  point.settled = std::move(then.settled);
  // An unfinished launch may have left a test between skipped and failed; it runs again.
  for (auto& [id, reported] : then.reported) {
    if (reported.outcome != model::Outcome::skipped || point.settled.contains(id)) {
      point.reported.emplace(id, std::move(reported));
    }
  }
  point.died_in = std::move(then.died_in);
  point.died_in_silence = then.died_in_silence;
  point.problems = std::move(then.problems);
  point.listed = std::move(then.programs);
  point.launches = then.launches;
  return point;
}

}  // namespace

base::Result<std::string> resume_folder(const plan::Config& config, const std::string& run) {
  const store::Store store(config.folder + "/.cupel");
  if (run.empty()) return store.last_unfinished_run();
  for (const std::string& folder : {run, store.run(run)}) {
    if (os::exists(journal_of(folder))) return os::real_path(folder);
  }
  return base::usage_error("there is no run '" + run + "'",
                           "give a run directory, or the id of a run in " + store.path() + "/runs");
}

base::Result<ResumedChoice> resumed_choice(const std::string& folder, const RunOptions& now) {
  CUPEL_TRY_ASSIGN(const store::Resumption then, read_run(folder));
  CUPEL_TRY_ASSIGN(Command command, parse_command_line(then.started.command));
  auto* begun = std::get_if<RunOptions>(&command);
  if (begun == nullptr) {
    return base::usage_error(folder + " is no run of `cupel run`", "resume a run of the gate");
  }
  ResumedChoice choice{std::move(*begun), then.started.gate.mode};
  choice.options.common = now.common;
  if (now.timeout) choice.options.timeout = now.timeout;
  choice.options.deadline = now.deadline;
  choice.options.lease_wait = now.lease_wait;
  choice.options.reports = now.reports;
  choice.options.accept_known = now.accept_known;
  choice.options.progress = now.progress;
  choice.options.shuffle_seed = then.started.gate.shuffle_seed;
  choice.options.resume = true;
  choice.options.out.clear();
  return choice;
}

base::Result<void> take_up(const store::RunDirectory& directory, const plan::Config& config,
                           engine::GateContext& context) {
  CUPEL_TRY_ASSIGN(const store::JournalRead read,
                   store::read_journal_file(journal_of(directory.path())));
  CUPEL_TRY(store::mend_journal_file(journal_of(directory.path()), read));
  CUPEL_TRY_ASSIGN(store::Resumption then, store::read_resumption(read.journal.events));
  if (then.finished) {
    return base::usage_error(directory.path() + " reached its verdict",
                             "`cupel report` shows it; start a new run with `cupel run`");
  }
  store::ResumeFacts now;
  now.config_path = config.path;
  now.config_sha256 = config.sha256;
  now.gate = config.gate.name;
  now.mode = context.mode->name;
  now.commit = context.started.environment.commit;
  now.programs = hash_programs(config);
  CUPEL_TRY(store::check_resume(then, now, directory.path()));
  context.started.id = then.started.id;
  context.resume = point_of(std::move(then));
  return {};
}

base::Result<void> replay(const store::RunDirectory& directory, FoldSink& fold, Display& display) {
  CUPEL_TRY_ASSIGN(const store::JournalRead read,
                   store::read_journal_file(journal_of(directory.path())));
  for (const model::Event& event : read.journal.events) {
    CUPEL_TRY(fold.take(event));
    display.replay(event);
  }
  return {};
}

}  // namespace cupel::cli
