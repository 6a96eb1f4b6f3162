// SPDX-License-Identifier: Apache-2.0
#include "record/tally.h"

namespace cupel::record {
namespace {

// `by` is one, or minus one in the arithmetic of unsigned numbers.
void change_by(std::size_t by, model::RunCounts& counts, const TestRecord& test) {
  counts.listed += by;
  (test.selected ? counts.selected : counts.deselected) += by;
  if (test.outcome) counts.by_outcome[static_cast<std::size_t>(*test.outcome)] += by;
  if (is_known_red(test)) counts.known += by;
  if (test.unexpected_pass) counts.unexpected_pass += by;
}

}  // namespace

bool is_red(const TestRecord& test) {
  if (!test.outcome) return false;
  switch (*test.outcome) {
    case model::Outcome::failed:
    case model::Outcome::crashed:
    case model::Outcome::timed_out:
    case model::Outcome::missing:
      return true;
    case model::Outcome::passed:
    case model::Outcome::skipped:
    case model::Outcome::not_run:
      return false;
  }
  return false;
}

bool is_known_red(const TestRecord& test) {
  return is_red(test) && !test.known_entry.empty();
}

void add_to(model::RunCounts& counts, const TestRecord& test) {
  change_by(1, counts, test);
}
void take_from(model::RunCounts& counts, const TestRecord& test) {
  change_by(std::size_t{0} - 1, counts, test);
}

model::RunCounts tally(std::span<const TestRecord> tests) {
  model::RunCounts counts;
  for (const TestRecord& test : tests) add_to(counts, test);
  return counts;
}

void seal(RunRecord& record) {
  if (record.verdict) return;
  for (TestRecord& test : record.tests) {
    if (!test.selected || test.outcome) continue;
    const bool cut_off = !test.attempts.empty() && !test.attempts.back().outcome;
    test.outcome = model::Outcome::not_run;
    test.detail = cut_off ? "cupel ended while this test ran" : "cupel ended before it was judged";
  }
  record.counts = tally(record.tests);
  record.verdict = model::Verdict::incomplete;
  record.exit_code = model::exit_code(model::Verdict::incomplete, false);
  record.reasons.insert(record.reasons.begin(), "the run never finished: cupel itself ended");
}

}  // namespace cupel::record
