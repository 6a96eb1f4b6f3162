// SPDX-License-Identifier: Apache-2.0
#include "report/red_blocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "record/measure_groups.h"
#include "record/tally.h"
#include "report/rerun.h"
#include "report/view.h"

namespace cupel::report {
namespace {

using format::Tone;

constexpr std::size_t most_message_lines = 12;
constexpr std::size_t most_output_lines = 8;
constexpr std::size_t most_failures = 3;
constexpr std::size_t most_measures = 6;
constexpr std::size_t most_subcases = 12;

std::string upper(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

// "FAILED", "TIMED OUT"; "KNOWN, failed" where the ledger covers it.
std::string sign_of(const record::TestRecord& test) {
  const std::string_view word = plain_word(*test.outcome);
  return record::is_known_red(test) ? "KNOWN, " + std::string(word) : upper(word);
}

void add_title(Page& page, const record::TestRecord& test) {
  const Tone tone = record::is_known_red(test) ? Tone::warn : Tone::bad;
  std::string title = base::to_one_line(sign_of(test) + "  " + test.id.text());
  if (test.duration_s) {
    const std::string time =
        "  (" + base::human_duration(base::from_seconds(*test.duration_s)) + ")";
    if (base::display_width(title) + time.size() + 2 <= page.width()) title += time;
  }
  page.line(title, tone);
}

// The last lines of what it printed; the rest is in the file named beside it.
std::string tail_of(const std::string& output, std::size_t lines) {
  std::size_t begin = output.size();
  while (begin > 0 && output[begin - 1] == '\n') --begin;
  for (std::size_t n = 0; begin > 0 && n < lines; ++n) {
    const std::size_t newline = output.rfind('\n', begin - 1);
    begin = newline == std::string::npos ? 0 : newline;
  }
  return output.substr(begin > 0 ? begin + 1 : 0);
}

void add_message(Page& page, const record::TestRecord& test) {
  if (test.failures.empty()) {
    if (const std::string place = place_text(test.location); !place.empty()) page.place(place);
  }
  const bool unexplained = test.detail.empty() && test.failures.empty() && test.note.empty();
  if (unexplained) page.block(why_of(test), most_message_lines);
  if (!test.detail.empty()) page.block(test.detail, most_message_lines);
  const std::size_t shown = std::min(test.failures.size(), most_failures);
  for (std::size_t i = 0; i < shown; ++i) {
    if (const std::string place = place_text(test.failures[i].location); !place.empty()) {
      page.place(place);
    }
    page.block(test.failures[i].message, most_message_lines);
  }
  if (test.failures.size() > shown) {
    page.item("", base::plural(test.failures.size() - shown, "more failure"), Tone::faint);
  }
  if (test.failures.empty() && !test.output.empty()) {
    page.item("printed", "last of its output:", Tone::faint);
    page.block(tail_of(test.output, most_output_lines), most_output_lines);
  }
}

void add_measures(Page& page, const record::TestRecord& test) {
  const auto groups = record::group_measures(test.measures);
  for (std::size_t i = 0; i < std::min(groups.size(), most_measures); ++i) {
    const record::MeasureGroup& group = groups[i];
    std::string text =
        fmt::format("{}: observed {:.3g}, tolerance {:.3g}, ratio {:.3g}", group.worst.name,
                    group.worst.observed, group.worst.tolerance, group.ratio);
    if (group.samples.size() > 1) text += fmt::format(", worst of {}", group.samples.size());
    if (!group.worst.basis.empty()) text += " (" + group.worst.basis + ")";
    page.item("measure", text);
  }
  if (groups.size() > most_measures) {
    page.item("", base::plural(groups.size() - most_measures, "more measure"), Tone::faint);
  }
}

void add_subcases(Page& page, const record::TestRecord& test) {
  for (const bool ran : {true, false}) {
    std::string names;
    std::size_t count = 0;
    for (const model::Subcase& subcase : test.subcases) {
      if (subcase.ran != ran) continue;
      if (++count <= most_subcases) names += (names.empty() ? "" : ", ") + subcase.name;
    }
    if (count == 0) continue;
    if (count > most_subcases) names += fmt::format(" and {} more", count - most_subcases);
    page.item("sub-cases", (ran ? "ran: " : "never reached: ") + names);
  }
}

void add_launch(Page& page, const record::RunRecord& run, const record::TestRecord& test,
                const TerminalOptions& options) {
  const record::LaunchRecord* launch = deciding_launch(run, test);
  if (launch == nullptr || test.outcome == model::Outcome::failed) return;
  if (test.outcome == model::Outcome::timed_out && !launch->stacks.empty()) {
    page.item("stacks", "where it stood:", Tone::faint);
    page.block(launch->stacks, most_message_lines);
  }
  if (options.run_directory.empty()) return;
  for (const std::string& file : {launch->stdout_file, launch->stderr_file}) {
    if (!file.empty()) page.verbatim("output", options.run_directory + "/" + file);
  }
}

void add_red(Page& page, const record::RunRecord& run, const record::TestRecord& test,
             const TerminalOptions& options) {
  page.gap();
  add_title(page, test);
  add_message(page, test);
  add_measures(page, test);
  add_subcases(page, test);
  add_launch(page, run, test, options);
  if (record::is_known_red(test)) {
    page.verbatim("known", test.known_issue + "  (" + test.known_entry + ")");
  }
  if (!test.note.empty()) page.item("note", test.note);
  if (!test.diagnosis_label.empty()) {
    page.item("diagnosis", test.diagnosis_label + ", size " + test.diagnosis_size);
  }
  page.verbatim("run alone", rerun_command(run, test.id));
  if (!test.alone.empty()) page.verbatim("by hand", base::shell_quote(test.alone));
}

}  // namespace

void add_reds(Page& page, const record::RunRecord& run, const TerminalOptions& options) {
  const auto found = reds(run);
  const std::size_t full = std::min(found.size(), options.most_reds);
  for (std::size_t i = 0; i < full; ++i) add_red(page, run, *found[i], options);
  if (found.size() == full) return;
  page.gap();
  const std::size_t listed = std::min(found.size(), full + 2 * options.most_reds);
  for (std::size_t i = full; i < listed; ++i) {
    page.line(fmt::format("{}  {}", sign_of(*found[i]), found[i]->id.text()));
  }
  if (found.size() > listed) {
    page.line(fmt::format("... and {} more reds, each with its message in run.json and junit.xml",
                          found.size() - listed));
  }
}

}  // namespace cupel::report
