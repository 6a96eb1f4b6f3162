// SPDX-License-Identifier: Apache-2.0
// Foreign text stands in HTML elements only, with every character that means something to HTML or
// to Markdown written as a reference: inside <code> and <pre> Markdown would still act.
#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "record/measure_groups.h"
#include "record/tally.h"
#include "report/rerun.h"
#include "report/verdict_line.h"
#include "report/view.h"

namespace cupel::report {
namespace {

// A comment of a pull request holds 65,536 characters on the best-known forge.
constexpr std::size_t most_reds = 25;
constexpr std::size_t longest_message = 1200;  // bytes
constexpr std::size_t most_rows = 60;

bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view(" .,/()-+=;%:").find(c) != std::string_view::npos;
}

// A reference for every character that could act, and for the colon of an address; a newline stays
// where `lines` allows it, as a reference too, so that no blank line ends the HTML block around it.
std::string inert(std::string_view bytes, bool lines = false) {
  const std::string safe = lines ? base::to_printable(bytes) : base::to_one_line(bytes);
  std::string text;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const bool address = safe[i] == ':' && i + 1 < safe.size() && safe[i + 1] == '/';
    if (is_plain(safe[i]) && !address) {
      text += safe[i];
    } else {
      fmt::format_to(std::back_inserter(text), "&#{};", static_cast<unsigned>(safe[i]));
    }
  }
  return text;
}

std::string code(std::string_view bytes) {
  return "<code>" + inert(bytes) + "</code>";
}

std::string capped(const std::string& text) {
  if (text.size() <= longest_message) return text;
  std::size_t end = longest_message;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + fmt::format("\n… {} more bytes", text.size() - end);
}

void append_targets(std::string& out, const record::RunRecord& run) {
  out +=
      "\n| target | passed | failed | crashed | timed out | skipped | missing | not run | "
      "seconds | launches |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::size_t rows = 0;
  const std::vector<TargetView> views = by_target(run);
  for (const TargetView& view : views) {
    if (++rows > most_rows) {
      out += fmt::format("| … {} more targets | | | | | | | | | |\n", views.size() - most_rows);
      break;
    }
    out += "| " + code(view.target->name) + " |";
    for (const std::size_t count : view.counts.by_outcome) out += fmt::format(" {} |", count);
    out += fmt::format(" {:.1f} | {} |\n", view.duration_s, view.launches);
  }
}

void append_problems(std::string& out, const record::RunRecord& run) {
  const std::vector<ProblemView> found = problems(run);
  if (found.empty()) return;
  out += "\n**Problems**\n\n";
  for (const ProblemView& one : found) {
    out += fmt::format("- `{}` {}: {}\n", model::word(one.problem->kind), code(one.target),
                       code(capped(one.problem->detail)));
  }
}

std::string message_of(const record::TestRecord& test) {
  std::string text = test.failures.empty() ? why_of(test) : test.detail;
  for (const model::Failure& failure : test.failures) {
    if (!text.empty()) text += '\n';
    text += failure.message;
  }
  return capped(text);
}

void append_red(std::string& out, const record::RunRecord& run, const record::TestRecord& test) {
  const bool known = record::is_known_red(test);
  out += fmt::format("<details><summary>{}{}: {}</summary>\n", known ? "known, " : "",
                     plain_word(*test.outcome), code(test.id.text()));
  if (const std::string place = place_of(test); !place.empty())
    out += "<p>" + code(place) + "</p>\n";
  out += "<pre>" + inert(message_of(test), true) + "</pre>\n";
  if (known) {
    out += "<p>known: " + code(test.known_issue) + ", entry " + code(test.known_entry) + "</p>\n";
  }
  if (!test.diagnosis_label.empty()) {
    out += "<p>diagnosis: " + code(test.diagnosis_label + " " + test.diagnosis_size) + "</p>\n";
  }
  out += "<p>run it alone: " + code(rerun_command(run, test.id)) + "</p>\n</details>\n";
}

void append_reds(std::string& out, const record::RunRecord& run) {
  const auto found = reds(run);
  if (found.empty()) return;
  out += "\n**Reds**\n\n";
  const std::size_t shown = std::min(found.size(), most_reds);
  for (std::size_t i = 0; i < shown; ++i) append_red(out, run, *found[i]);
  if (found.size() > shown) {
    out += fmt::format("\n… and {} more, in `run.json` and `junit.xml`.\n", found.size() - shown);
  }
}

void append_measures(std::string& out, const record::RunRecord& run) {
  std::string rows;
  std::size_t count = 0;
  for (const record::TestRecord* test : reds(run)) {
    for (const record::MeasureGroup& group : record::group_measures(test->measures)) {
      if (++count > most_rows) continue;
      rows += fmt::format("| {} | {} | {:.4g} | {:.4g} | {:.3g} |\n", code(test->id.text()),
                          code(group.worst.name), group.worst.observed, group.worst.tolerance,
                          group.ratio);
    }
  }
  if (rows.empty()) return;
  out +=
      "\n**Measures of the reds**\n\n| test | measure | observed | tolerance | ratio |\n"
      "|---|---|--:|--:|--:|\n" +
      rows;
  if (count > most_rows) out += fmt::format("\n… and {} more.\n", count - most_rows);
}

void append_unexpected(std::string& out, const record::RunRecord& run) {
  const auto found = unexpected_passes(run);
  if (found.empty()) return;
  out += fmt::format("\n**Unexpected passes**{}\n\n",
                     run.scope.full() ? "" : ", reported only, since the run was narrowed");
  for (std::size_t i = 0; i < std::min(found.size(), most_rows); ++i) {
    out += fmt::format("- {}, entry {}\n", code(found[i]->id.text()), code(found[i]->known_entry));
  }
  if (found.size() > most_rows) out += fmt::format("- … {} more\n", found.size() - most_rows);
}

}  // namespace

std::string markdown(const record::RunRecord& run) {
  const std::string verdict(model::word(run.verdict.value_or(model::Verdict::incomplete)));
  std::string out = fmt::format("### cupel: {}\n\n{}\n", verdict, inert(verdict_line(run)));
  append_targets(out, run);
  append_problems(out, run);
  append_reds(out, run);
  append_measures(out, run);
  append_unexpected(out, run);
  out += "\nPrecision: " + inert(precision_line(run)) + ".\n";
  out += fmt::format("\nRun {}, mode {}, commit {}.\n", code(run.id), code(run.gate.mode),
                     run.environment.commit.empty() ? "unknown" : code(run.environment.commit));
  return out;
}

}  // namespace cupel::report
