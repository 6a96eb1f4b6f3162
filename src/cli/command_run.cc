// SPDX-License-Identifier: Apache-2.0
// `cupel run`: a run a mode, the strongest verdict decides.
#include <algorithm>
#include <utility>

#include "cli/cli.h"
#include "cli/load.h"
#include "cli/mode_run.h"
#include "cli/resume_run.h"
#include "engine/process_launcher.h"
#include "os/environment.h"

namespace cupel::cli {
namespace {

/// "out.xml" of mode tf32 is "out-tf32.xml".
std::string with_mode(const std::string& path, const std::string& mode) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  const bool in_name =
      dot != std::string::npos && dot > 0 && (slash == std::string::npos || dot > slash + 1);
  const std::size_t at = in_name ? dot : path.size();
  return path.substr(0, at) + "-" + mode + path.substr(at);
}

/// With several modes each has files of its own.
base::Result<RunOptions> options_of_mode(const RunOptions& options, const std::string& mode,
                                         std::size_t modes) {
  RunOptions own = options;
  if (modes == 1) return own;
  if (!own.out.empty()) own.out = with_mode(own.out, mode);
  for (ReportRequest& request : own.reports) {
    if (request.path == "-") {
      return base::usage_error("--" + request.format + " - with several modes",
                               "give a path, or one mode with --mode");
    }
    request.path = with_mode(request.path, mode);
  }
  return own;
}

struct Resumed {
  RunOptions options;
  std::string folder;
};

base::Result<Resumed> resolve_resume(const plan::Config& config, const RunOptions& options) {
  CUPEL_TRY_ASSIGN(std::string folder, resume_folder(config, options.resume_run));
  CUPEL_TRY_ASSIGN(ResumedChoice choice, resumed_choice(folder, options));
  choice.options.modes = {choice.mode};
  return Resumed{std::move(choice.options), std::move(folder)};
}

base::Result<void> check_options(const RunOptions& options) {
  const bool selects = !options.positionals.empty() || !options.filters.empty() ||
                       !options.modes.empty() || options.shuffle || !options.out.empty();
  if (options.resume && selects) {
    return base::usage_error(
        "--resume goes on with the tests, mode, order and directory of the run",
        "leave out targets, --filter, --mode, --shuffle and --out");
  }
  return {};
}

}  // namespace

base::Result<int> command_run(const RunOptions& asked, const std::vector<std::string>& words) {
  CUPEL_TRY(check_options(asked));
  CUPEL_TRY_ASSIGN(const plan::Config config, load_config(asked.common));
  CUPEL_TRY_ASSIGN(const model::LedgerFile ledger, load_ledger(config));
  Resumed chosen{asked, {}};
  if (asked.resume) {
    CUPEL_TRY_ASSIGN(chosen, resolve_resume(config, asked));
  }
  CUPEL_TRY_ASSIGN(const auto modes, wanted_modes(config, chosen.options.modes));
  const auto environment = os::environment();
  CUPEL_TRY_ASSIGN(const auto launcher, engine::ProcessLauncher::open());
  model::Verdict strongest = model::Verdict::green;
  for (const plan::ModeConfig* mode : modes) {
    CUPEL_TRY_ASSIGN(const RunOptions options,
                     options_of_mode(chosen.options, mode->name, modes.size()));
    const ModeRunInputs inputs{config,      ledger,        *mode,     options,         words,
                               environment, chosen.folder, *launcher, modes.size() > 1};
    if (options.dry_run) {
      CUPEL_TRY_ASSIGN(const bool whole, dry_run_mode(inputs));
      if (!whole) strongest = model::stronger(strongest, model::Verdict::incomplete);
      continue;
    }
    CUPEL_TRY_ASSIGN(const ModeOutcome outcome, run_mode(inputs));
    strongest = model::stronger(strongest, outcome.verdict);
    if (outcome.cut_off) break;
  }
  return model::exit_code(strongest, asked.accept_known);
}

}  // namespace cupel::cli
