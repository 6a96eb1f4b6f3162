// SPDX-License-Identifier: Apache-2.0
#include "report/rerun.h"

#include "base/text.h"
#include "format/characters.h"

namespace cupel::report {

std::string printable_pattern(const std::string& id) {
  if (base::to_one_line(id) == id) return id;
  std::string pattern;
  for (std::string_view rest = id; !rest.empty();) {
    const std::string_view character = format::first_character(rest);
    rest.remove_prefix(character.size());
    if (base::to_one_line(character) != character) {
      pattern += '?';
    } else {
      if (character == "*" || character == "?" || character == "\\") pattern += '\\';
      pattern += character;
    }
  }
  return pattern;
}

std::string rerun_command(const record::RunRecord& run, const model::TestId& test) {
  std::vector<std::string> words = {"cupel", "run"};
  if (!run.gate.config_path.empty()) {
    words.insert(words.end(), {"-c", base::to_one_line(run.gate.config_path)});
  }
  if (!run.gate.mode.empty() && run.gate.mode != "default") {
    words.insert(words.end(), {"--mode", base::to_one_line(run.gate.mode)});
  }
  words.push_back(printable_pattern(test.text()));
  return base::shell_quote(words);
}

}  // namespace cupel::report
