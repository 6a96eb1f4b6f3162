// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "base/text.h"
#include "plan/draft.h"

namespace cupel::plan {
namespace {

/// A basic string of TOML; what cannot stand in one is escaped.
std::string quoted(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text = "\"";
  for (const char c : base::to_utf8(bytes)) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (code < 0x20 || code == 0x7F) {
      text += "\\u00";
      text += digits[code >> 4U];
      text += digits[code & 15U];
    } else {
      text += c;
    }
  }
  return text + "\"";
}

constexpr std::size_t widest = 100;

/// `room`: of the columns, what stands before it takes.
std::string list_of(const std::vector<std::string>& words, std::size_t room) {
  std::string row;
  std::string rows;
  for (const std::string& word : words) {
    row += (row.empty() ? "" : ", ") + quoted(word);
    rows += "  " + quoted(word) + ",\n";
  }
  return row.size() + room + 2 <= widest ? "[" + row + "]" : "[\n" + rows + "]";
}

std::string table_of(const std::map<std::string, std::string>& entries) {
  std::string text;
  for (const auto& [name, value] : entries) {
    text += (text.empty() ? " " : ", ") + quoted(name) + " = " + quoted(value);
  }
  return "{" + text + " }";
}

std::string line(const std::string& key, const std::string& value) {
  return key + " = " + value + "\n";
}

std::string line(const std::string& key, const std::vector<std::string>& words) {
  return line(key, list_of(words, key.size() + 3));
}

std::string commented_out(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string row = text.substr(at, end - at);
    out += (row.starts_with('#') ? row : "# " + row) + "\n";
    at = end + 1;
  }
  return out;
}

std::string cover_text(const Draft& draft) {
  const std::string meaning =
      "\n# A test program that is found here and in no target is red (uncovered_program).\n";
  if (draft.cover.empty()) return meaning + "# cover = [\"bin/*_test\"]\n";
  return meaning + line("cover", draft.cover) +
         "# cover_ignore = [{ path = \"build/bench_test\", reason = \"a benchmark\" }]\n";
}

std::string gate_text(const Draft& draft) {
  std::string text = "[gate]\n" + line("name", quoted(draft.gate)) +
                     "\n# f32-strict switches TF32 and its like off for every target; "
                     "\"production\" leaves them on,\n"
                     "# \"inherit\" leaves them as the shell has them.\n" +
                     line("precision", quoted("f32-strict")) +
                     "\n# A skip that the ledger does not declare is red; \"report\" only counts "
                     "it.\n" +
                     line("undeclared_skip", quoted("red")) + cover_text(draft) + "\n";
  if (!draft.build.empty()) {
    text += "# Run before the tests are listed:\n# build = " + quoted(draft.build) + "\n";
  }
  return text +
         "# The most that one test may take:\n"
         "# timeout = \"60s\"\n"
         "# Known failures and declared skips; create the file first:\n"
         "# ledger = \"known-failures.toml\"\n";
}

constexpr std::string_view decisions =
    "\n# What to decide for each target:\n"
    "#   device = \"gpu\"          if it uses one: it then has a GPU for itself while it runs\n"
    "#   requires = [\"device\"]   without a device, or with all of it skipped, it is not green\n";

std::string facts_of(const DraftTarget& target) {
  std::string facts = target.harness;
  if (!target.version.empty()) facts += " " + base::to_one_line(target.version);
  if (!target.size.empty()) facts += ", " + target.size + " when this was written";
  return facts;
}

std::string target_text(const DraftTarget& target) {
  std::string text = "# " + facts_of(target) + ".\n";
  for (const std::string& remark : target.remarks) text += "# " + base::to_one_line(remark) + "\n";
  std::string body = "[[target]]\n" + line("name", quoted(target.name)) +
                     line("harness", quoted(target.harness)) + line("command", target.command);
  if (!target.workdir.empty() && target.workdir != ".") {
    body += line("workdir", quoted(target.workdir));
  }
  if (!target.env.empty()) body += line("env", table_of(target.env));
  if (!target.timeout.empty()) body += line("timeout", quoted(target.timeout));
  if (target.skip_code) body += line("skip_code", std::to_string(*target.skip_code));
  if (target.exclusive) body += line("exclusive", "true");
  if (target.gpu) body += "# It has CUDA code.\n" + line("device", quoted("gpu"));
  return text + (target.off ? commented_out(body) : body);
}

}  // namespace

std::string draft_text(const Draft& draft) {
  std::string text =
      "# What `cupel run` judges. Paths are relative to this file.\n"
      "# Written by `cupel init`; from here on it is yours.\n\n" +
      gate_text(draft) + std::string(decisions);
  for (const DraftTarget& target : draft.targets) text += "\n" + target_text(target);
  const auto gaps = gap_lines(draft, true);
  if (!gaps.empty()) text += "\n# Looks like tests, and is in no target yet:\n";
  for (const std::string& gap : gaps) text += "#   " + gap + "\n";
  return text;
}

}  // namespace cupel::plan
