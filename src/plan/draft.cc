// SPDX-License-Identifier: Apache-2.0
#include "plan/draft.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace cupel::plan {
namespace {

/// Letters, digits and `_ . + -`; see text_rules.
std::string legal_name(const std::string& wish) {
  std::string name;
  for (const char c : wish) {
    const bool legal = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.' || c == '+' || c == '-';
    name += legal ? c : '_';
  }
  while (!name.empty() && (name.front() == '.' || name.front() == '-')) name.erase(0, 1);
  if (name.empty() || name == "gate") name += name.empty() ? "tests" : "-tests";
  return name;
}

std::string in_words(const DraftTarget& target) {
  std::string words = target.harness;
  if (!target.version.empty()) words += " " + target.version;
  if (!target.size.empty()) words += ", " + target.size;
  return words;
}

constexpr std::size_t most_lines = 20;

std::string target_lines(const Draft& draft) {
  std::size_t width = 0;
  for (const DraftTarget& target : draft.targets) width = std::max(width, target.name.size());
  std::string text;
  for (const DraftTarget& target : draft.targets) {
    if (target.off) continue;
    text += "  " + target.name + std::string(width - target.name.size() + 2, ' ') +
            in_words(target) + "\n";
  }
  return text;
}

std::string gap_lines(const Draft& draft, bool matters) {
  std::string text;
  std::size_t lines = 0;
  for (const DraftGap& gap : draft.gaps) {
    if (gap.matters != matters) continue;
    if (++lines <= most_lines || matters) {
      text += "  " + base::to_one_line(gap.path) + ": " + base::to_one_line(gap.why) + "\n";
    }
  }
  if (!matters && lines > most_lines) {
    text += "  and " + std::to_string(lines - most_lines) + " more\n";
  }
  return text;
}

}  // namespace

bool Draft::has_targets() const {
  return std::ranges::any_of(targets, [](const DraftTarget& target) { return !target.off; });
}

void name_targets(Draft& draft) {
  std::set<std::string> taken;
  for (DraftTarget& target : draft.targets) {
    const std::string wish = legal_name(target.name);
    target.name = wish;
    for (int n = 2; !taken.insert(target.name).second; ++n) {
      target.name = wish + "-" + std::to_string(n);
    }
  }
}

std::string draft_findings(const Draft& draft, const std::string& path) {
  std::string text = draft.has_targets() ? "found\n" + target_lines(draft) : "";
  for (const std::string& note : draft.notes) text += "note: " + base::to_one_line(note) + "\n";
  const std::string open = gap_lines(draft, true);
  if (!open.empty()) text += "looks like tests, and is in no target\n" + open;
  const std::string idle = gap_lines(draft, false);
  if (!idle.empty()) text += "not identified, and not started\n" + idle;
  if (!draft.has_targets()) return text;
  text += "next\n";
  if (!open.empty()) {
    text +=
        "  settle what is in no target: repair it and run `cupel init` again, or add a "
        "[[target]]\n";
  }
  return text + "  read " + base::to_one_line(path) +
         "; it says what to decide: device, precision, requires\n"
         "  cupel list         its tests\n"
         "  cupel run          the verdict\n"
         "  keep .cupel/ out of version control: the records of runs are there\n";
}

}  // namespace cupel::plan
