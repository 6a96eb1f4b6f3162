// SPDX-License-Identifier: Apache-2.0
#include "cli/init/drafting.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/init/build_tree_draft.h"
#include "cli/init/suite_draft.h"
#include "engine/ask_listing.h"
#include "harness/ctest/program_fold.h"
#include "harness/ctest/test_native.h"

namespace cupel::cli::init {
namespace {

class Drafter {
 public:
  Drafter(const Site& site, Prober& prober) : site_(site), prober_(prober) {
    draft_.gate = site.root == "/" ? "gate" : plan::last_part(site.root);
  }

  base::Result<plan::Draft> draft() {
    if (site_.cut) {
      draft_.notes.emplace_back(
          "the tree is larger than cupel looks at; what lies deepest was left out");
    }
    CUPEL_TRY(identify_programs());
    for (const plan::ChosenTree& tree : site_.trees) CUPEL_TRY(add_build_tree(tree));
    add_programs();
    for (const std::string& folder : site_.cargo)
      CUPEL_TRY(add_cargo(folder, site_, prober_, draft_));
    for (const plan::PytestRoot& suite : site_.pytest)
      CUPEL_TRY(add_pytest(suite, site_, prober_, draft_));
    plan::name_targets(draft_);
    return std::move(draft_);
  }

 private:
  base::Result<void> identify_programs() {
    for (const std::string& path : site_.programs) {
      const std::string absolute = site_.absolute(path);
      if (base::to_utf8(path) != path) {
        draft_.gaps.push_back({path, "no configuration can name it: its path is no UTF-8", false});
        continue;
      }
      CUPEL_TRY_ASSIGN(Identity identity, prober_.identify(absolute, site_.root));
      if (identity.harness.empty()) {
        unknown_.emplace(absolute, std::move(identity));
      } else {
        known_.emplace(absolute, std::move(identity));
      }
    }
    return {};
  }

  base::Result<void> add_build_tree(const plan::ChosenTree& chosen) {
    const std::string& path = chosen.tree.path;
    for (const std::string& twin : chosen.twins) {
      draft_.notes.push_back(twin + " is another build of the same sources as " + path +
                             ", which is the one to be gated");
    }
    const std::string configuration = plan::configuration_of(chosen.tree);
    TreeTests tree;
    tree.name = site_.trees.size() == 1 || path == "." ? "ctest" : plan::last_part(path);
    tree.ctest = {"ctest", "--test-dir", path};
    if (!configuration.empty()) tree.ctest.insert(tree.ctest.end(), {"-C", configuration});
    std::string why;
    CUPEL_TRY(ask_ctest(tree, why));
    if (!why.empty()) draft_.gaps.push_back({path, why, true});
    propose_build("cmake --build " + base::shell_quote(path) +
                  (configuration.empty() ? "" : " --config " + configuration));
    if (tree.entries.empty()) return {};
    note_unbuilt(tree.entries, path);
    // Without its configuration ctest does not list a tree that has several.
    if (configuration.empty()) draft_.cover.push_back("cmake:" + path);
    auto targets = draft_tree(tree, site_, known_, covered_);
    draft_.targets.insert(draft_.targets.end(), std::make_move_iterator(targets.begin()),
                          std::make_move_iterator(targets.end()));
    return {};
  }

  base::Result<void> ask_ctest(TreeTests& tree, std::string& why) {
    std::string json;
    const auto watch = [&](const harness::LaunchOutput& output) {
      const auto file = output.files.find(harness::ctest::list_file);
      if (file != output.files.end()) json = file->second;
    };
    CUPEL_TRY_ASSIGN(
        const harness::ListStep step,
        prober_.ask("ctest", {"ctest", tree.ctest, site_.root, {}, false}, tree_limit, watch));
    auto entries = harness::ctest::read_entries(json);
    if (const auto* fault = std::get_if<harness::ListFault>(&step)) {
      const bool empty = entries.ok() && entries->empty();
      if (!empty) why = engine::words_of(*fault);
      return {};
    }
    const auto* derived = std::get_if<harness::Derived>(&step);
    if (derived == nullptr || !entries.ok()) return {};
    tree.version = derived->own.harness_version;
    tree.entries = std::move(*entries);
    for (const auto& entry : tree.entries) tree.folded.insert(entry.number);
    for (const auto& left : harness::ctest::fold_entries(tree.entries, tree.version).left) {
      tree.folded.erase(left.number);
    }
    return {};
  }

  /// ctest lists a test without its command where the program is not there.
  void note_unbuilt(const std::vector<harness::ctest::TestEntry>& entries,
                    const std::string& path) {
    std::size_t missing = 0;
    std::string first;
    for (const auto& entry : entries) {
      if (!entry.command.empty() || entry.flag("DISABLED")) continue;
      if (missing++ == 0) first = entry.name;
    }
    if (missing == 0) return;
    draft_.gaps.push_back({path,
                           base::plural(missing, "test") + " of ctest without a program, such as " +
                               first + "; build the tree, then run `cupel init` anew",
                           true});
  }

  void propose_build(const std::string& command) {
    draft_.build += (draft_.build.empty() ? "" : " && ") + command;
  }

  /// Those that no build tree's tests run.
  void add_programs() {
    for (const auto& [path, identity] : known_) {
      if (covered_.contains(path)) continue;
      draft_.targets.push_back(program_target(path, identity, site_));
    }
    for (const auto& [path, identity] : unknown_) {
      if (covered_.contains(path)) continue;
      draft_.gaps.push_back({site_.shown(path), identity.why, identity.marked});
    }
  }

  const Site& site_;
  Prober& prober_;
  plan::Draft draft_;
  std::map<std::string, Identity> known_;    ///< by absolute path
  std::map<std::string, Identity> unknown_;  ///< by absolute path
  std::set<std::string> covered_;            ///< absolute paths that targets for build trees run
};

}  // namespace

base::Result<plan::Draft> draft_for(const Site& site, Prober& prober) {
  return Drafter(site, prober).draft();
}

}  // namespace cupel::cli::init
