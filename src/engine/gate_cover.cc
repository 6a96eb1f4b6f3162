// SPDX-License-Identifier: Apache-2.0
// Stage: a test program that lies where `cover` looks and belongs to no target is a hole in the
// gate.
#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/glob.h"
#include "engine/ask_listing.h"
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

/// A tree that says itself which test programs it has.
struct TreeKind {
  std::string_view prefix;  ///< of its pattern
  const char* framework;
  bool by_source;  ///< its programs are known by their sources
  std::vector<std::string> (*command)(const std::string& tree);
};
constexpr TreeKind tree_kinds[] = {
    {"cmake:", "ctest", false,
     [](const std::string& tree) { return std::vector<std::string>{"ctest", "--test-dir", tree}; }},
    // The name of a program that cargo builds has a hash of how it was built, so that programs of
    // two profiles are not the same. Sources are, and need no build.
    {"cargo:", "cargo", true,
     [](const std::string& /*tree*/) { return std::vector<std::string>{"cargo", "metadata"}; }},
};

const TreeKind* tree_kind(std::string_view pattern) {
  const auto* found =
      std::find_if(std::begin(tree_kinds), std::end(tree_kinds),
                   [&](const TreeKind& kind) { return pattern.starts_with(kind.prefix); });
  return found == std::end(tree_kinds) ? nullptr : found;
}

/// A target of that framework could not say what it consists of.
bool is_unknown(const std::vector<std::unique_ptr<TargetState>>& targets,
                std::string_view framework) {
  return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
    return target->derived_config == nullptr && !target->listed &&
           target->config->harness == framework;
  });
}

/// The path from a folder on, whichever of its names it begins with.
std::string below(const std::string& path, const std::string& folder) {
  const auto real = os::real_path(folder);
  for (const std::string& name : {folder, real.ok() ? *real : folder}) {
    if (path.starts_with(name + "/")) return path.substr(name.size() + 1);
  }
  return path;
}

bool is_no_program(const std::string& path) {
  return !os::is_executable_file(path);
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
    if (const TreeKind* kind = tree_kind(pattern); kind && is_unknown(targets_, kind->framework)) {
      continue;  // the target's own problem says why, and nothing can be said of its programs
    }
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
  std::vector<std::string> programs;
  if (const TreeKind* kind = tree_kind(pattern)) {
    const std::string tree = folder + "/" + pattern.substr(kind->prefix.size());
    if (!os::is_directory(tree)) return base::trouble("there is no folder " + tree);
    CUPEL_TRY_ASSIGN(programs, programs_of_tree({"cover", kind->command(tree), tree, {}, false},
                                                kind->framework));
    if (!kind->by_source) std::erase_if(programs, is_no_program);
  } else {
    CUPEL_TRY_ASSIGN(programs, os::find_paths(folder, pattern));
    std::erase_if(programs,
                  [&](const std::string& path) { return is_no_program(folder + "/" + path); });
  }
  return programs;
}

/// Asks a build tree as a target of that framework would be asked.
base::Result<std::vector<std::string>> GateRun::programs_of_tree(const harness::TargetView& tree,
                                                                 const std::string& framework) {
  const harness::Harness* harness = context_.harness_of(framework);
  CUPEL_CHECK(harness != nullptr, "a build tree is asked through a framework that nobody drives");
  const AskPlace place{
      context_.operator_env, context_.scratch, context_.config->gate.start_timeout, {}};
  CUPEL_TRY_ASSIGN(const harness::ListStep step, ask_listing(reactor_, *harness, tree, place));
  if (const auto* fault = std::get_if<harness::ListFault>(&step)) {
    return base::trouble(words_of(*fault));
  }
  std::vector<std::string> programs;
  if (const auto* derived = std::get_if<harness::Derived>(&step)) {
    programs = derived->programs;
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
  const std::string shown = below(path, config.folder);
  const bool ignored =
      std::any_of(config.gate.cover_ignore.begin(), config.gate.cover_ignore.end(),
                  [&](const plan::CoverIgnore& one) { return base::path_match(one.path, shown); });
  if (ignored) return;
  auto real = os::real_path(shown.starts_with('/') ? shown : config.folder + "/" + shown);
  if (!real.ok() || covered.contains(*real)) return;
  problem("gate", model::ProblemKind::uncovered_program,
          shown + " is found by cover \"" + pattern +
              "\" and run by no target: add a [[target]] for it, or an entry in cover_ignore "
              "with the reason");
}

}  // namespace cupel::engine
