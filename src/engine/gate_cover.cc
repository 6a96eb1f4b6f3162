// SPDX-License-Identifier: Apache-2.0
// Stage: a test program that lies where `cover` looks and belongs to no target is a hole in the
// gate.
#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "base/glob.h"
#include "engine/gate_run.h"
#include "os/directory.h"
#include "os/file.h"
#include "os/find_paths.h"

namespace cupel::engine {
namespace {

/// As the kernel would name them: a link to a covered program is covered.
std::set<std::string> real_paths(const std::vector<std::string>& words, const std::string& folder) {
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
  for (const auto& target : targets_) {
    add(target->view.command);
    words.insert(words.end(), target->programs.begin(), target->programs.end());
  }
  const std::set<std::string> covered = real_paths(words, config.folder);
  for (const std::string& pattern : config.gate.cover) {
    auto found = programs_of(pattern);
    if (!found.ok()) {
      problem("gate", model::ProblemKind::list_failed,
              "cover \"" + pattern + "\": " + found.error().message);
      continue;
    }
    for (const std::string& path : *found) check_covered(path, pattern, covered);
  }
}

/// Paths below the folder of the configuration are relative to it.
base::Result<std::vector<std::string>> GateRun::programs_of(const std::string& pattern) {
  const std::string& folder = context_.config->folder;
  if (pattern.starts_with("cmake:")) {
    return programs_of_tree(
        {"cover", {"ctest", "--test-dir", folder + "/" + pattern.substr(6)}, folder, {}, false},
        "ctest");
  }
  return os::find_paths(folder, pattern);
}

/// Asks a build tree as a target of that framework would be asked.
base::Result<std::vector<std::string>> GateRun::programs_of_tree(const harness::TargetView& tree,
                                                                 const std::string& framework) {
  const harness::Harness* harness = context_.harness_of(framework);
  CUPEL_CHECK(harness != nullptr, "a build tree is asked through a framework that nobody drives");
  harness::ListStep step = harness::ListMore{harness->list_request(tree)};
  while (const auto* more = std::get_if<harness::ListMore>(&step)) {
    StartSpec spec;
    spec.request = more->request;
    spec.environment = context_.operator_env;
    spec.private_dir = context_.scratch + "/" + std::to_string(++scratch_number_);
    CUPEL_TRY(os::make_directories(spec.private_dir));
    CUPEL_TRY_ASSIGN(LaunchGone gone,
                     run_to_end(reactor_, spec, context_.config->gate.start_timeout));
    if (const auto* failed = std::get_if<model::NotStarted>(&gone.termination)) {
      return base::trouble(tree.command.front() + " could not be started: " + failed->why);
    }
    step = harness->read_listing(tree, listing_output(std::move(gone)));
  }
  if (const auto* fault = std::get_if<harness::ListFault>(&step)) {
    return base::trouble(words_of(*fault));
  }
  std::vector<std::string> programs;
  if (auto* derived = std::get_if<harness::Derived>(&step)) {
    programs = std::move(derived->programs);
    for (const harness::DerivedTarget& one : derived->targets) {
      // A shell or env in front of a program of the tree is none itself.
      const std::string& first = one.command.front();
      if (!first.starts_with("/bin/") && !first.starts_with("/usr/bin/")) programs.push_back(first);
    }
  }
  return programs;
}

void GateRun::check_covered(const std::string& path, const std::string& pattern,
                            const std::set<std::string>& covered) {
  const plan::Config& config = *context_.config;
  std::string shown = path;
  if (shown.starts_with(config.folder + "/")) shown.erase(0, config.folder.size() + 1);
  const bool ignored =
      std::any_of(config.gate.cover_ignore.begin(), config.gate.cover_ignore.end(),
                  [&](const plan::CoverIgnore& one) { return base::path_match(one.path, shown); });
  const std::string absolute = shown.starts_with('/') ? shown : config.folder + "/" + shown;
  if (ignored || !os::is_executable_file(absolute)) return;
  auto real = os::real_path(absolute);
  if (!real.ok() || covered.contains(*real)) return;
  problem("gate", model::ProblemKind::uncovered_program,
          shown + " is found by cover \"" + pattern +
              "\" and run by no target: add a [[target]] for it, or an entry in cover_ignore "
              "with the reason");
}

}  // namespace cupel::engine
