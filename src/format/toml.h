// SPDX-License-Identifier: Apache-2.0
// TOML text as a tree of values that know where they stand. The library behind it stays in toml.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/result.h"
#include "base/time.h"

namespace cupel::format {

struct TomlPlace {
  int line = 1;    ///< 1-based
  int column = 1;  ///< 1-based, in characters
  friend bool operator==(const TomlPlace&, const TomlPlace&) = default;
};

enum class TomlType { text, integer, number, boolean, date, time, array, table };

/// "a string", "an integer", …
[[nodiscard]] std::string_view describe(TomlType type);

struct TomlValue {
  TomlType type = TomlType::table;
  TomlPlace place;      ///< where the value begins
  std::string key;      ///< its name, where it is a member of a table
  TomlPlace key_place;  ///< where the name stands

  std::string text;
  std::int64_t integer = 0;
  double number = 0;  ///< of an integer as well
  bool boolean = false;
  base::Date date;               ///< of a local date; `time` is everything with a time of day
  std::vector<TomlValue> items;  ///< of an array; of a table its members, in the file's order

  [[nodiscard]] bool is(TomlType other) const { return type == other; }
  /// The member of that name; null where there is none.
  [[nodiscard]] const TomlValue* find(std::string_view name) const;
};

/// Reads a whole document, which is a table. `path` stands in the message of an error; bytes that
/// are no UTF-8, a key given twice and every other fault come with file, line and column.
[[nodiscard]] base::Result<TomlValue> parse_toml(std::string_view text, const std::string& path);

/// "PATH:LINE:COLUMN: WHAT" as a usage error.
[[nodiscard]] base::Error error_at(const std::string& path, TomlPlace place,
                                   const std::string& what, std::string hint);

}  // namespace cupel::format
