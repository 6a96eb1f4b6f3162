// SPDX-License-Identifier: Apache-2.0
// Two listings:
//
//   v3   <MatchingTests> *( <TestCase> <Name> <ClassName> <Tags> <SourceInfo> <File> <Line> )
//   v2   *( NAME TAB "@" FILE ":" LINE LF ), a name that begins with '#' in quotes
//
// In v2 a name may hold newlines: a line without the place belongs to the next one with it.
#include "harness/catch2/listing_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "format/xml.h"

namespace cupel::harness::catch2 {
namespace {

int line_number(std::string_view text) {
  int line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && line > 0 && line < 1'000'000'000 ? line : 0;
}

/// "NAME\t@FILE:LINE"; none where the line does not end so: a part of a name with newlines in it.
std::optional<Listed> read_v2_entry(std::string_view text) {
  const std::size_t mark = text.rfind("\t@");
  if (mark == std::string_view::npos) return std::nullopt;
  const std::string_view place = text.substr(mark + 2);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  Listed listed;
  listed.location = {base::to_utf8(place.substr(0, colon)), line_number(place.substr(colon + 1))};
  if (listed.location.line == 0) return std::nullopt;
  std::string_view name = text.substr(0, mark);
  if (name.size() > 2 && name.starts_with("\"#") && name.ends_with('"')) {
    name = name.substr(1, name.size() - 2);
  }
  listed.name = name;
  return listed;
}

}  // namespace

std::optional<std::vector<Listed>> read_v3_listing(const std::string& bytes) {
  const auto document = format::XmlDocument::parse(bytes);
  if (!document || document->root().name() != "MatchingTests") return std::nullopt;
  std::vector<Listed> tests;
  for (auto test = document->root().first_child(); test; test = test.next_sibling()) {
    if (test.name() != "TestCase") return std::nullopt;
    Listed& added = tests.emplace_back();
    bool named = false;
    for (auto part = test.first_child(); part; part = part.next_sibling()) {
      if (part.name() == "Name") {
        added.name = part.text();
        named = true;
      }
      if (part.name() == "Tags") added.tagged_hidden = part.text().find("[.]") != std::string::npos;
      if (part.name() != "SourceInfo") continue;
      for (auto place = part.first_child(); place; place = place.next_sibling()) {
        if (place.name() == "File") added.location.file = base::to_utf8(place.text());
        if (place.name() == "Line") added.location.line = line_number(place.text());
      }
    }
    if (!named) return std::nullopt;
  }
  return tests;
}

std::vector<Listed> read_v2_listing(std::string_view out, std::size_t noise_lines) {
  std::vector<Listed> tests;
  for (; noise_lines > 0 && !out.empty(); --noise_lines) {
    out.remove_prefix(std::min(out.find('\n'), out.size() - 1) + 1);
  }
  std::string pending;
  while (!out.empty()) {
    const std::size_t end = std::min(out.find('\n'), out.size());
    const std::string_view line = out.substr(0, end);
    pending += line;
    out.remove_prefix(std::min(end + 1, out.size()));
    const bool may_end = line.find("\t@") != std::string_view::npos;
    if (auto listed = may_end ? read_v2_entry(pending) : std::nullopt) {
      tests.push_back(*std::move(listed));
      pending.clear();
    } else {
      pending += '\n';
    }
  }
  return tests;
}

}  // namespace cupel::harness::catch2
