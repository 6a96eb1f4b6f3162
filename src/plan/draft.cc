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

/// Of programs that are most likely no tests, in one line.
constexpr std::size_t most_paths = 20;

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

std::string lines_of(const std::string& title, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += (text.empty() ? title + "\n" : "") + "  " + line + "\n";
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

std::vector<std::string> gap_lines(const Draft& draft, bool matters) {
  struct Group {
    std::string why;
    std::string paths;
    std::size_t count = 0;
  };
  std::vector<Group> groups;
  for (const DraftGap& gap : draft.gaps) {
    if (gap.matters != matters) continue;
    auto group = std::ranges::find(groups, gap.why, &Group::why);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{gap.why, {}, 0});
    if (++group->count > most_paths && !matters) continue;
    group->paths += (group->count == 1 ? "" : ", ") + base::to_one_line(gap.path);
  }
  std::vector<std::string> lines;
  for (const Group& group : groups) {
    const bool cut = !matters && group.count > most_paths;
    lines.push_back(group.paths +
                    (cut ? " and " + std::to_string(group.count - most_paths) + " more" : "") +
                    ": " + base::to_one_line(group.why));
  }
  return lines;
}

std::string draft_findings(const Draft& draft, const std::string& path) {
  std::string text = draft.has_targets() ? "found\n" + target_lines(draft) : "";
  for (const std::string& note : draft.notes) text += "note: " + base::to_one_line(note) + "\n";
  const auto open = gap_lines(draft, true);
  text += lines_of("looks like tests, and is in no target", open);
  text += lines_of("not identified as tests", gap_lines(draft, false));
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
