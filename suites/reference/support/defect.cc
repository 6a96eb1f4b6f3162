// SPDX-License-Identifier: Apache-2.0
#include "reference/support/defect.h"

#include <cstdio>
#include <cstdlib>

namespace reference {
namespace {

struct Row {
  Defect defect;
  std::string_view word;
};
constexpr Row rows[] = {
    {Defect::none, "none"},
    {Defect::angle_in_float, "angle_in_float"},
    {Defect::position_off_by_one, "position_off_by_one"},
    {Defect::sine_negated, "sine_negated"},
    {Defect::merge_without_rescale, "merge_without_rescale"},
    {Defect::last_page_full, "last_page_full"},
    {Defect::head_group_off, "head_group_off"},
    {Defect::mask_off_by_one, "mask_off_by_one"},
    {Defect::carry_without_decay, "carry_without_decay"},
    {Defect::last_term_dropped, "last_term_dropped"},
    {Defect::reserve_underflow, "reserve_underflow"},
    {Defect::floor_ignored, "floor_ignored"},
};

// A misspelt name must not look like a suite that noticed nothing.
Defect from_environment() {
  const char* asked = std::getenv("CUPEL_REFERENCE_DEFECT");
  if (asked == nullptr || *asked == '\0') return Defect::none;
  for (const Row& row : rows) {
    if (row.word == asked) return row.defect;
  }
  std::fprintf(stderr, "CUPEL_REFERENCE_DEFECT=%s is no defect of this suite; there are:", asked);
  for (const Row& row : rows) {
    std::fprintf(stderr, " %.*s", static_cast<int>(row.word.size()), row.word.data());
  }
  std::fputc('\n', stderr);
  std::exit(2);
}

Defect& current() {
  static Defect defect = from_environment();
  return defect;
}

}  // namespace

std::string_view word(Defect defect) {
  for (const Row& row : rows) {
    if (row.defect == defect) return row.word;
  }
  return {};
}

bool seeded(Defect defect) {
  return current() == defect;
}

SeededDefect::SeededDefect(Defect defect) : before_(current()) {
  current() = defect;
}
SeededDefect::~SeededDefect() {
  current() = before_;
}

}  // namespace reference
