// SPDX-License-Identifier: Apache-2.0
#include "cli/dry_run.h"

#include "base/text.h"
#include "model/words.h"

namespace cupel::cli {

std::string dry_run_text(const engine::DryRun& plan, const std::string& mode) {
  std::string text = "mode " + mode + "\n";
  for (const engine::PlannedLaunch& launch : plan.launches) {
    text += "\n" + launch.target + ": " + base::plural(launch.tests, "test") + ", lane " +
            launch.lanes + "\n  cd " + base::shell_quote(launch.workdir) + "\n";
    for (const std::string& name : launch.env_removed) text += "  unset " + name + "\n";
    for (const auto& [name, value] : launch.env_added) {
      text += "  " + name + "=" + base::shell_quote(value) + "\n";
    }
    text += "  " + base::shell_quote(launch.command) + "\n";
  }
  for (const model::TargetProblem& problem : plan.problems) {
    text += "\n" + problem.target + ": " + std::string(model::word(problem.kind)) + ": " +
            base::to_printable(problem.detail) + "\n";
  }
  return text;
}

}  // namespace cupel::cli
