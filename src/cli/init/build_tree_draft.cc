// SPDX-License-Identifier: Apache-2.0
#include "cli/init/build_tree_draft.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "harness/ctest/plain_test.h"

namespace cupel::cli::init {
namespace {

using harness::ctest::PlainTest;
using harness::ctest::ProgramUse;
using harness::ctest::TestEntry;

/// With more plain commands than this, one target for the tree reads better.
constexpr std::size_t most_commands = 12;

/// A program with a slash, so that it is not looked for in PATH.
std::string as_program(const std::string& word, const Site& site) {
  if (!word.starts_with('/')) return word;
  const std::string shown = site.shown(word);
  return shown.find('/') == std::string::npos ? "./" + shown : shown;
}

void say_how(plan::DraftTarget& target, const PlainTest& how, const Site& site) {
  target.command = how.command;
  target.command.front() = as_program(target.command.front(), site);
  target.workdir = site.shown(how.workdir);
  target.env = how.env;
  target.skip_code = how.skip_code;
  target.exclusive = how.exclusive;
  if (how.timeout) target.timeout = base::format_duration(*how.timeout);
}

class Sorter {
 public:
  Sorter(const TreeTests& tree, const Site& site, const std::map<std::string, Identity>& known)
      : tree_(tree), site_(site), known_(known) {
    for (const TestEntry& entry : tree.entries) sort(entry);
    for (const auto& [program, tests] : by_program_) settle(program, tests);
  }

  /// Whether targets can say all that the tree's tests say, and say more.
  [[nodiscard]] bool comes_apart() const {
    if (whole_ || uses_.empty()) return false;
    if (commands_.empty()) return true;
    const bool gains = std::ranges::any_of(uses_, [](const Use& use) { return !use.folded; });
    return gains && commands_.size() <= most_commands;
  }

  [[nodiscard]] std::vector<plan::DraftTarget> apart() const {
    std::vector<plan::DraftTarget> targets;
    for (const Use& use : uses_) targets.push_back(target_of(use));
    for (const auto& [entry, plain] : commands_) {
      plan::DraftTarget& target = targets.emplace_back();
      target.name = entry->name;
      target.harness = "command";
      target.size = "1 test";
      target.remarks = {"From ctest's test " + entry->name + ": passed is exit code 0."};
      say_how(target, plain, site_);
    }
    return targets;
  }

  [[nodiscard]] std::vector<plan::DraftTarget> together() const {
    plan::DraftTarget tree;
    tree.name = tree_.name;
    tree.harness = "ctest";
    tree.version = tree_.version;
    tree.command = tree_.ctest;
    tree.size = base::plural(tree_.entries.size(), "test");
    tree.remarks = {"Programs of gtest_discover_tests run in one process each, as NAME/PROGRAM."};
    std::vector<plan::DraftTarget> proposals;
    for (const Use& use : uses_) {
      tree.gpu = tree.gpu || known_.at(use.program.program).cuda;
      if (use.folded) continue;
      proposals.push_back(target_of(use));
      proposals.back().off = true;
      proposals.back().remarks = {use.program.one_by_one
                                      ? "A proposal: ctest starts it once for each of its tests."
                                      : "A proposal: ctest runs it as one test."};
    }
    if (!proposals.empty()) {
      tree.remarks.emplace_back(
          "Others run as ctest has them. They are proposed below, for a verdict on each of their "
          "tests:");
      tree.remarks.emplace_back(
          "take the add_test out of CMakeLists.txt, and the marks before the target away.");
    }
    proposals.insert(proposals.begin(), std::move(tree));
    return proposals;
  }

 private:
  struct Use {
    ProgramUse program;
    bool folded = false;  ///< a ctest target runs it as one program as well
  };
  struct Tests {
    std::vector<PlainTest> plain;
    std::vector<const TestEntry*> entries;
    bool folded = true;
  };

  void sort(const TestEntry& entry) {
    auto plain = harness::ctest::plain_test(entry);
    const bool known = !entry.command.empty() && known_.contains(entry.command.front());
    if (known && tests_named_off(entry)) return;  // the program lists it as disabled too
    if (!plain) {
      whole_ = true;
    } else if (!known) {
      commands_.emplace_back(&entry, std::move(*plain));
    } else {
      Tests& tests = by_program_[entry.command.front()];
      tests.plain.push_back(std::move(*plain));
      tests.entries.push_back(&entry);
      tests.folded = tests.folded && tree_.folded.contains(entry.number);
    }
  }

  /// A discovered test that is disabled in the source.
  [[nodiscard]] bool tests_named_off(const TestEntry& entry) const {
    return entry.flag("DISABLED") && tree_.folded.contains(entry.number);
  }

  void settle(const std::string& program, const Tests& tests) {
    const Identity& identity = known_.at(program);
    std::vector<std::string> names;
    for (const model::TestCase& test : identity.listing.tests) names.push_back(test.native);
    auto use = harness::ctest::common_use(program, identity.harness, names, tests.plain);
    if (use) {
      uses_.push_back({std::move(*use), tests.folded});
      return;
    }
    for (std::size_t i = 0; i < tests.plain.size(); ++i) {
      commands_.emplace_back(tests.entries[i], tests.plain[i]);
    }
  }

  [[nodiscard]] plan::DraftTarget target_of(const Use& use) const {
    const std::string& program = use.program.program;
    plan::DraftTarget target = program_target(program, known_.at(program), site_);
    say_how(target, use.program.how, site_);
    if (target.workdir != ".") target.remarks = {"Started where ctest starts it."};
    return target;
  }

  const TreeTests& tree_;
  const Site& site_;
  const std::map<std::string, Identity>& known_;
  std::map<std::string, Tests> by_program_;
  std::vector<Use> uses_;
  std::vector<std::pair<const TestEntry*, PlainTest>> commands_;
  bool whole_ = false;  ///< some test is one for ctest alone
};

}  // namespace

plan::DraftTarget program_target(const std::string& path, const Identity& identity,
                                 const Site& site) {
  plan::DraftTarget target;
  target.name = plan::last_part(path);
  target.harness = identity.harness;
  target.version = identity.listing.harness_version;
  target.command = {as_program(path, site)};
  target.size = base::plural(identity.listing.tests.size(), "test");
  target.gpu = identity.cuda;
  return target;
}

std::vector<plan::DraftTarget> draft_tree(const TreeTests& tree, const Site& site,
                                          const std::map<std::string, Identity>& known,
                                          std::set<std::string>& covered) {
  for (const TestEntry& entry : tree.entries)
    covered.insert(entry.command.begin(), entry.command.end());
  const Sorter sorted(tree, site, known);
  return sorted.comes_apart() ? sorted.apart() : sorted.together();
}

}  // namespace cupel::cli::init
