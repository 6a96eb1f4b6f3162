// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/page.h"
#include "report/red_blocks.h"
#include "report/target_table.h"
#include "report/verdict_line.h"
#include "report/view.h"

namespace cupel::report {
namespace {

using format::Tone;

constexpr std::size_t most_listed = 20;  // of problems, skips, passes, warnings
constexpr std::size_t most_problem_lines = 12;
constexpr double told_wait_s = 1;  // waits for a lease that are worth a word

void add_more(Page& page, std::size_t count) {
  if (count > most_listed) {
    page.line(fmt::format("  ... and {} more, in run.json", count - most_listed), Tone::faint);
  }
}

void add_problems(Page& page, const record::RunRecord& run) {
  const std::vector<ProblemView> found = problems(run);
  for (std::size_t i = 0; i < std::min(found.size(), most_listed); ++i) {
    page.gap();
    page.line(fmt::format("PROBLEM  {}  {}", model::word(found[i].problem->kind), found[i].target),
              Tone::bad);
    page.block(found[i].problem->detail, most_problem_lines);
  }
  add_more(page, found.size());
}

void add_unexpected(Page& page, const record::RunRecord& run) {
  const auto found = unexpected_passes(run);
  if (found.empty()) return;
  page.heading(run.scope.full() ? "passed, though the ledger says that they fail"
                                : "passed, though the ledger says that they fail (reported only: "
                                  "the run was narrowed)");
  for (std::size_t i = 0; i < std::min(found.size(), most_listed); ++i) {
    page.line(fmt::format("  UNEXPECTED PASS  {}", found[i]->id.text()),
              run.scope.full() ? Tone::bad : Tone::warn);
    page.verbatim("entry", found[i]->known_entry + "  " + found[i]->known_issue);
  }
  add_more(page, found.size());
}

// How many tests share each reason, and one of them by name.
void add_groups(Page& page, std::string_view heading, const std::vector<ReasonGroup>& groups) {
  if (groups.empty()) return;
  page.heading(heading);
  for (std::size_t i = 0; i < std::min(groups.size(), most_listed); ++i) {
    const ReasonGroup& group = groups[i];
    page.line(fmt::format("  {:>5}  {}", group.tests.size(),
                          group.reason.empty() ? "no reason given" : group.reason));
    std::string first = group.tests.front()->id.text();
    if (group.tests.size() > 1) first += fmt::format(" and {} more", group.tests.size() - 1);
    page.line("         " + first, Tone::faint);
  }
  add_more(page, groups.size());
}

void add_lines(Page& page, std::string_view label, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), most_listed); ++i) {
    page.item(i == 0 ? label : "", lines[i]);
  }
  add_more(page, lines.size());
}

void add_foot(Page& page, const record::RunRecord& run, const TerminalOptions& options) {
  page.gap();
  add_lines(page, "warning", run.warnings);
  add_lines(page, "stopped by", run.interruptions);
  for (const model::LaneFacts& lane : run.lanes) {
    if (lane.lease_wait_s < told_wait_s) continue;
    page.item("lease", fmt::format("{} waited {} for its device", lane.name,
                                   base::human_duration(base::from_seconds(lane.lease_wait_s))));
  }
  if (run.gate.mode != "default") page.item("mode", run.gate.mode);
  if (!run.scope.full())
    page.item("narrowed", fmt::format("{}", fmt::join(run.scope.narrowed_by, "; ")));
  page.item("precision", precision_line(run));
  if (!options.run_directory.empty()) page.verbatim("record", options.run_directory);
  for (const std::string& file : options.files) page.verbatim("report", file);
}

}  // namespace

std::string terminal(const record::RunRecord& run, const TerminalOptions& options) {
  Page page(std::max<std::size_t>(options.width, 20), options.style);
  page.raw(target_table(run, page.width(), options.style));
  add_problems(page, run);
  add_reds(page, run, options);
  add_unexpected(page, run);
  add_groups(page, "not run", not_run(run));
  add_groups(page, "skipped without being declared", undeclared_skips(run));
  add_foot(page, run, options);
  page.gap();
  const model::Verdict verdict = run.verdict.value_or(model::Verdict::incomplete);
  if (verdict == model::Verdict::red || verdict == model::Verdict::incomplete) {
    add_lines(page, "because", run.reasons);
  }
  page.last_word(verdict_line(run), tone_of(verdict));
  return std::move(page).take();
}

}  // namespace cupel::report
