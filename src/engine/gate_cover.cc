// SPDX-License-Identifier: Apache-2.0
// Stage: a test program that lies where `cover` looks and belongs to no target is a hole in the
// gate.
#include <algorithm>
#include <set>

#include "base/glob.h"
#include "engine/gate_run.h"
#include "os/file.h"
#include "os/find_paths.h"

namespace cupel::engine {
namespace {

/// The programs of the targets, as the kernel would name them: a link to a covered one is covered.
std::set<std::string> covered_programs(const std::vector<std::string>& words,
                                       const std::string& folder) {
  std::set<std::string> programs;
  for (const std::string& word : words) {
    if (word.find('/') == std::string::npos) continue;
    const bool absolute = word.front() == '/';
    if (auto real = os::real_path(absolute ? word : folder + "/" + word); real.ok()) {
      programs.insert(*real);
    }
  }
  return programs;
}

}  // namespace

void GateRun::check_cover() {
  const plan::Config& config = *context_.config;
  if (!context_.selection.everything() || config.gate.cover.empty()) return;
  std::vector<std::string> words;
  const auto add = [&words](const std::vector<std::string>& command) {
    words.insert(words.end(), command.begin(), command.end());
  };
  for (const plan::TargetConfig& target : config.targets) add(target.command);
  for (const auto& target : targets_) add(target->view.command);
  const std::set<std::string> covered = covered_programs(words, config.folder);
  const auto ignored = [&](const std::string& path) {
    return std::any_of(config.gate.cover_ignore.begin(), config.gate.cover_ignore.end(),
                       [&](const auto& one) { return base::path_match(one.path, path); });
  };
  for (const std::string& pattern : config.gate.cover) {
    auto found = os::find_paths(config.folder, pattern);
    if (!found.ok()) {
      problem("gate", model::ProblemKind::list_failed,
              "cover \"" + pattern + "\": " + found.error().message);
      continue;
    }
    for (const std::string& path : *found) {
      const std::string absolute = config.folder + "/" + path;
      if (ignored(path) || !os::is_executable_file(absolute)) continue;
      auto real = os::real_path(absolute);
      if (!real.ok() || covered.contains(*real)) continue;
      problem("gate", model::ProblemKind::uncovered_program,
              path + " is found by cover \"" + pattern +
                  "\" and run by no target: add a [[target]] for it, or an entry in cover_ignore "
                  "with the reason");
    }
  }
}

}  // namespace cupel::engine
