// SPDX-License-Identifier: Apache-2.0
#include "format/toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/text.h"

namespace cupel::format {
namespace {

TomlPlace place_of(const toml::source_region& region) {
  return {std::max(1, static_cast<int>(region.begin.line)),
          std::max(1, static_cast<int>(region.begin.column))};
}

TomlValue convert(const toml::node& node);

void convert_table(const toml::table& table, TomlValue& out) {
  out.type = TomlType::table;
  for (const auto& [key, member] : table) {
    TomlValue value = convert(member);
    value.key = std::string(key.str());
    value.key_place = place_of(key.source());
    out.items.push_back(std::move(value));
  }
  // The library sorts members by name; people read them in the order of the file.
  std::stable_sort(out.items.begin(), out.items.end(), [](const TomlValue& a, const TomlValue& b) {
    return std::pair(a.key_place.line, a.key_place.column) <
           std::pair(b.key_place.line, b.key_place.column);
  });
}

struct Convert {
  TomlValue& out;

  void operator()(const toml::table& table) const { convert_table(table, out); }
  void operator()(const toml::array& array) const {
    out.type = TomlType::array;
    for (const toml::node& item : array) out.items.push_back(convert(item));
  }
  void operator()(const toml::value<std::string>& value) const {
    out.type = TomlType::text;
    out.text = value.get();
  }
  void operator()(const toml::value<std::int64_t>& value) const {
    out.type = TomlType::integer;
    out.integer = value.get();
    out.number = static_cast<double>(value.get());
  }
  void operator()(const toml::value<double>& value) const {
    out.type = TomlType::number;
    out.number = value.get();
  }
  void operator()(const toml::value<bool>& value) const {
    out.type = TomlType::boolean;
    out.boolean = value.get();
  }
  void operator()(const toml::value<toml::date>& value) const {
    out.type = TomlType::date;
    out.date = {value.get().year, value.get().month, value.get().day};
  }
  template <typename Other>
  void operator()(const Other&) const {
    out.type = TomlType::time;
  }
};

TomlValue convert(const toml::node& node) {
  TomlValue value;
  value.place = place_of(node.source());
  node.visit(Convert{value});
  return value;
}

/// Where the first byte stands that is no part of valid UTF-8.
TomlPlace first_invalid(std::string_view text) {
  // Valid up to here means: cutting behind here leaves valid text. Lines end in valid characters,
  // so the first line that is not valid has the byte.
  TomlPlace place;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!base::is_utf8(line) || end == text.size()) {
      std::size_t at = 0;
      for (std::size_t length = 1; at + length <= line.size();) {
        const bool whole = base::is_utf8(line.substr(at, length));
        if (!whole && length == 4) break;
        if (!whole) {
          ++length;
          continue;
        }
        at += length;
        length = 1;
        ++place.column;
      }
      return place;
    }
    text.remove_prefix(end + 1);
    ++place.line;
  }
}

}  // namespace

std::string_view describe(TomlType type) {
  switch (type) {
    case TomlType::text:
      return "a string";
    case TomlType::integer:
      return "an integer";
    case TomlType::number:
      return "a number";
    case TomlType::boolean:
      return "a boolean";
    case TomlType::date:
      return "a date";
    case TomlType::time:
      return "a date or time of day";
    case TomlType::array:
      return "an array";
    case TomlType::table:
      return "a table";
  }
  return "a value";
}

const TomlValue* TomlValue::find(std::string_view name) const {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const TomlValue& item) { return item.key == name; });
  return found == items.end() || type != TomlType::table ? nullptr : &*found;
}

base::Error error_at(const std::string& path, TomlPlace place, const std::string& what,
                     std::string hint) {
  return base::usage_error(fmt::format("{}:{}:{}: {}", path, place.line, place.column, what),
                           std::move(hint));
}

base::Result<TomlValue> parse_toml(std::string_view text, const std::string& path) {
  if (!base::is_utf8(text)) {
    return error_at(path, first_invalid(text), "the file is not valid UTF-8",
                    "save it as UTF-8; a byte at this place belongs to another encoding");
  }
  try {
    TomlValue root;
    convert_table(toml::parse(text, std::string_view{path}), root);
    return root;
  } catch (const toml::parse_error& fault) {
    // The library begins most messages with where in its grammar it was, which helps nobody.
    std::string_view what = fault.description();
    if (const auto colon = what.find(": ");
        what.starts_with("Error while") && colon != std::string_view::npos) {
      what.remove_prefix(colon + 2);
    }
    return error_at(path, place_of(fault.source()), "not valid TOML: " + base::to_one_line(what),
                    "correct this line; strings are quoted and each key stands once in its table");
  }
}

}  // namespace cupel::format
