// SPDX-License-Identifier: Apache-2.0
// `cupel init`: looks at a tree, asks what it finds there, and writes its cupel.toml.
#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/harness_table.h"
#include "cli/init/drafting.h"
#include "os/directory.h"
#include "os/file.h"
#include "plan/config.h"

namespace cupel::cli {
namespace {

struct Place {
  std::string root;   ///< absolute
  std::string file;   ///< absolute
  std::string asked;  ///< the same as it was written
};

base::Result<Place> find_place(const InitOptions& options) {
  const std::string asked = options.file.empty() ? "cupel.toml" : options.file;
  const std::size_t slash = asked.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : asked.substr(0, slash + 1);
  auto root = os::real_path(folder);
  if (!root.ok() || !os::is_directory(*root)) {
    return base::usage_error("there is no folder " + base::to_one_line(folder),
                             "give the path that the new file is to have, in the tree it is about");
  }
  const std::string name = slash == std::string::npos ? asked : asked.substr(slash + 1);
  if (name.empty() || os::is_directory(asked)) {
    return base::usage_error(base::to_one_line(asked) + " is a folder",
                             "name the file: -c " + base::shell_quote(*root + "/cupel.toml"));
  }
  return Place{*root, (*root == "/" ? "" : *root) + "/" + name, asked};
}

base::Error nothing_found(const plan::Draft& draft, const Place& place) {
  std::string hint =
      "build the tests, then run `cupel init` at the top of the tree; it looks for CMake build "
      "trees, test programs, cargo workspaces and pytest suites";
  for (const plan::DraftGap& gap : draft.gaps) {
    if (gap.matters) hint = gap.path + ": " + gap.why;
  }
  return base::trouble("no tests were found in " + place.root + "; nothing was written", hint);
}

bool leaves_gaps(const plan::Draft& draft) {
  for (const plan::DraftGap& gap : draft.gaps) {
    if (gap.matters) return true;
  }
  return false;
}

}  // namespace

base::Result<int> command_init(const InitOptions& options) {
  CUPEL_TRY_ASSIGN(const Place place, find_place(options));
  if (!options.dry_run && os::exists(place.file)) {
    return base::usage_error(place.file + " is there already, and is not overwritten",
                             "--dry-run prints what would be written; to start anew, move the old "
                             "file away");
  }
  CUPEL_TRY_ASSIGN(const init::Site site, init::survey_site(place.root));
  CUPEL_TRY_ASSIGN(const auto prober, init::Prober::open());
  CUPEL_TRY_ASSIGN(const plan::Draft draft, init::draft_for(site, *prober));
  const std::string findings = plan::draft_findings(draft, place.asked);
  if (!draft.has_targets()) {
    CUPEL_TRY(os::write_all(STDERR_FILENO, findings, "stderr"));
    return nothing_found(draft, place);
  }
  const std::string text = plan::draft_text(draft);
  auto parsed = plan::parse_config(text, place.file, harness_words());
  if (!parsed.ok()) {
    return base::trouble(
        "the configuration that was written would not be read: " + parsed.error().message,
        "please report this, with the output of `cupel init --dry-run`");
  }
  if (options.dry_run) {
    CUPEL_TRY(os::write_all(STDERR_FILENO, findings, "stderr"));
    CUPEL_TRY(os::write_all(STDOUT_FILENO, text, "stdout"));
  } else {
    CUPEL_TRY(os::write_file(place.file, text));
    CUPEL_TRY(os::write_all(STDOUT_FILENO,
                            "wrote " + base::to_one_line(place.asked) + "\n" + findings, "stdout"));
  }
  return leaves_gaps(draft) ? exit_finding : exit_done;
}

}  // namespace cupel::cli
