// SPDX-License-Identifier: Apache-2.0
#include "judge/signature.h"

#include <re2/re2.h>

#include <array>

#include "base/text.h"

namespace cupel::judge {
namespace {

// Longer messages begin to repeat the data they failed on.
constexpr std::size_t most_bytes = 4000;
constexpr std::size_t most_columns = 200;

struct Rewrite {
  const char* pattern;
  const char* replacement;
};

// In this order: what a quoted value or a path holds is gone before numbers are looked for.
constexpr std::array<Rewrite, 8> rewrites{{
    {R"(\x1b\[[0-9;]*[A-Za-z])", ""},  // colours of a terminal
    {R"("(?:[^"\\\n]|\\.)*")", R"("*")"},
    // Not the apostrophe of "don't": a quote opens after a blank or a bracket.
    {R"((^|[\s(\[=:,<])'[^'\n]*')", R"(\1"*")"},
    {R"((^|[\s(\[=:,<])(?:\.{0,2}/)?(?:[\w.+~@-]+/)+([\w.+~@-]+))", R"(\1\2)"},
    {R"(\b0[xX][0-9a-fA-F]+)", "#"},
    {R"(\b[0-9a-f]{12,}\b)", "#"},
    // Digits inside a word (float32, conv2d) are part of its name.
    {R"((^|[^\w.#])[-+]?(?:\d+(?:\.\d+)*|\.\d+)(?:[eE][-+]?\d+)?)", R"(\1#)"},
    {R"(\s+)", " "},
}};

}  // namespace

std::string normalize_message(std::string_view message) {
  // Bytes that are no UTF-8 would end a match; a message cut in the middle of a character has some.
  std::string text = base::to_utf8(message.substr(0, most_bytes));
  for (const Rewrite& rewrite : rewrites) {
    RE2::GlobalReplace(&text, rewrite.pattern, rewrite.replacement);
  }
  const std::size_t begin = text.find_first_not_of(' ');
  const std::size_t end = text.find_last_not_of(' ');
  if (begin == std::string::npos) return {};
  return base::ellipsize(base::to_one_line(text.substr(begin, end - begin + 1)), most_columns);
}

std::string signature(model::Outcome outcome, std::string_view message, std::string_view detail) {
  std::string what = normalize_message(message);
  if (what.empty()) what = normalize_message(detail);
  std::string text(word(outcome));
  return what.empty() ? text : text + ": " + what;
}

}  // namespace cupel::judge
