// SPDX-License-Identifier: Apache-2.0
// `cupel list`: per target, its harness, its tests, and how results will be read.
#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/list_targets.h"
#include "cli/load.h"
#include "cli/version.h"
#include "format/json.h"
#include "os/file.h"

namespace cupel::cli {
namespace {

std::size_t count_disabled(const model::Listing& listing) {
  std::size_t disabled = 0;
  for (const model::TestCase& test : listing.tests) disabled += test.disabled ? 1 : 0;
  return disabled;
}

/// Empty for a test that is not.
std::string disabled_words(const model::TestCase& test) {
  if (!test.disabled) return {};
  if (test.disabled_reason.empty()) return "  (disabled)";
  return "  (disabled: " + base::to_one_line(test.disabled_reason) + ")";
}

std::string as_text(const engine::GateRun::Listed& listed) {
  std::string text;
  for (const engine::TargetState* target : listed.targets) {
    if (!target->listed) continue;
    const model::Listing& listing = target->listing;
    text += "# " + target->name() + ": " + std::string(target->harness->word()) +
            (listing.harness_version.empty() ? "" : " " + listing.harness_version) + ", " +
            base::plural(listing.tests.size(), "test") + ", " +
            std::to_string(count_disabled(listing)) + " disabled; results by " + listing.channel +
            "\n";
    for (const model::TestCase& test : listing.tests) {
      text += target->name() + ":" + base::to_one_line(test.name) + disabled_words(test) + "\n";
    }
  }
  return text;
}

void add_target(format::JsonWriter& json, const engine::TargetState& target) {
  json.begin_object();
  json.field("name", target.name());
  json.field("harness", target.harness->word());
  json.field("version", target.listing.harness_version);
  json.field("channel", target.listing.channel);
  json.key("tests").begin_array();
  for (const model::TestCase& test : target.listing.tests) {
    json.begin_object();
    json.field("id", target.name() + ":" + test.name);
    json.field("disabled", test.disabled);
    if (!test.disabled_reason.empty()) json.field("reason", base::to_utf8(test.disabled_reason));
    json.field("file", test.location.file);
    json.field("line", test.location.line);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

std::string as_json(const engine::GateRun::Listed& listed) {
  std::string text;
  format::JsonWriter json(text);
  json.begin_object();
  json.field("schema", "cupel.list/1");
  json.field("cupel", version);
  json.key("targets").begin_array();
  for (const engine::TargetState* target : listed.targets) {
    if (target->listed) add_target(json, *target);
  }
  json.end_array();
  json.key("problems").begin_array();
  for (const model::TargetProblem& problem : listed.problems) {
    json.begin_object();
    json.field("target", problem.target);
    json.field("kind", model::word(problem.kind));
    json.field("detail", problem.detail);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return text + "\n";
}

}  // namespace

base::Result<int> command_list(const ListOptions& options) {
  CUPEL_TRY_ASSIGN(const plan::Config config, load_config(options.common));
  for (const std::string& target : options.targets) {
    if (target.find(':') == std::string::npos) continue;
    return base::usage_error("'" + base::to_one_line(target) + "' names a test",
                             "`cupel list` takes names of targets");
  }
  CUPEL_TRY_ASSIGN(const auto listing, TargetListing::take(config, options.targets));
  const engine::GateRun::Listed& listed = listing->listed();
  CUPEL_TRY(
      os::write_all(STDOUT_FILENO, options.json ? as_json(listed) : as_text(listed), "stdout"));
  for (const model::TargetProblem& problem : listed.problems) {
    CUPEL_TRY(os::write_all(STDERR_FILENO,
                            "cupel: " + problem.target + ": " +
                                std::string(model::word(problem.kind)) + ": " +
                                base::to_printable(problem.detail) + "\n",
                            "stderr"));
  }
  return listed.problems.empty() ? exit_done : exit_not_judged;
}

}  // namespace cupel::cli
