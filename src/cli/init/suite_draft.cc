// SPDX-License-Identifier: Apache-2.0
#include "cli/init/suite_draft.h"

#include <utility>
#include <variant>

#include "base/text.h"
#include "engine/ask_listing.h"
#include "os/file.h"

namespace cupel::cli::init {
namespace {

std::string why_of(const harness::ListStep& step, const char* otherwise) {
  const auto* fault = std::get_if<harness::ListFault>(&step);
  return fault == nullptr ? otherwise : engine::words_of(*fault);
}

/// The interpreter of a virtual environment that lies beside the tests, relative; empty: none does.
std::string own_python(const std::string& workdir, const Site& site) {
  for (const std::string& folder : {workdir, std::string(".")}) {
    for (const char* place : {".venv/bin/python", "venv/bin/python"}) {
      std::string path = plan::join_path(folder, place);
      if (os::is_executable_file(site.absolute(path))) return path;
    }
  }
  return {};
}

plan::DraftTarget pytest_target(const plan::PytestRoot& suite, const Site& site) {
  plan::DraftTarget target;
  target.name = suite.workdir == "." ? "pytest" : plan::last_part(suite.workdir);
  target.harness = "pytest";
  target.workdir = suite.workdir;
  const std::string python = own_python(suite.workdir, site);
  target.command = {python.empty() ? "python3" : python, "-m", "pytest"};
  if (!suite.folder.empty()) target.command.push_back(suite.folder);
  for (const std::string& other : suite.others) target.command.push_back("--ignore=" + other);
  return target;
}

/// As pytest itself says it.
bool has_no_test(const model::Termination& termination) {
  const auto* exited = std::get_if<model::Exited>(&termination);
  return exited != nullptr && exited->code == 5;
}

}  // namespace

base::Result<void> add_cargo(const std::string& folder, const Site& site, Prober& prober,
                             plan::Draft& draft) {
  CUPEL_TRY_ASSIGN(
      const harness::ListStep step,
      prober.ask("cargo", {"cargo", {"cargo", "metadata"}, site.absolute(folder), {}, false},
                 tree_limit));
  const auto* derived = std::get_if<harness::Derived>(&step);
  if (derived == nullptr) {
    draft.gaps.push_back(
        {plan::join_path(folder, "Cargo.toml"), why_of(step, "cargo does not describe it"), true});
    return {};
  }
  plan::DraftTarget& target = draft.targets.emplace_back();
  target.name = folder == "." ? "cargo" : plan::last_part(folder);
  target.harness = "cargo";
  target.command = {"cargo", "test"};
  target.workdir = folder;
  target.size = base::plural(derived->programs.size(), "test program");
  target.remarks = {
      "Each program is a target NAME/PACKAGE/PROGRAM; doc tests are NAME/PACKAGE/doc.",
      "Features and profile go into the command: \"--release\", \"--features\", …"};
  draft.cover.push_back("cargo:" + folder);
  return {};
}

base::Result<void> add_pytest(const plan::PytestRoot& suite, const Site& site, Prober& prober,
                              plan::Draft& draft) {
  plan::DraftTarget target = pytest_target(suite, site);
  const std::string where =
      suite.folder.empty() ? suite.workdir : plan::join_path(suite.workdir, suite.folder);
  harness::TargetView view{"pytest", target.command, site.absolute(suite.workdir), {}, false};
  if (view.command.front() != "python3") view.command.front() = site.absolute(view.command.front());
  bool empty = false;
  const auto watch = [&empty](const harness::LaunchOutput& output) {
    empty = has_no_test(output.termination);
  };
  CUPEL_TRY_ASSIGN(const harness::ListStep step, prober.ask("pytest", view, tree_limit, watch));
  const auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr) {
    draft.gaps.push_back(
        {where, empty ? "pytest finds no test there" : why_of(step, "pytest does not list it"),
         !empty});
    return {};
  }
  target.version = listing->harness_version;
  target.size = base::plural(listing->tests.size(), "test");
  if (!listing->collect_errors.empty()) {
    target.remarks.push_back(base::plural(listing->collect_errors.size(), "file") +
                             " could not be collected: red until that is repaired.");
  }
  draft.targets.push_back(std::move(target));
  return {};
}

}  // namespace cupel::cli::init
