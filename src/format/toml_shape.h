// SPDX-License-Identifier: Apache-2.0
// What a TOML file may say, as one table of keys. The same table checks a file, supplies the
// defaults, and is written out as a JSON Schema for editors, so the three cannot disagree.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "format/toml.h"

namespace cupel::format {

enum class ShapeType {
  text,
  integer,
  number,
  boolean,
  date,
  text_list,   ///< array of strings
  text_map,    ///< table of strings under names of the user's choice
  table,       ///< one table with `keys`
  table_list,  ///< array of tables with `keys` each
  table_map,   ///< tables with `keys` each, under names of the user's choice
};

/// A condition on strings, said twice: as a regular expression for editors and as a function for
/// the parser. The corpus in the tests holds both to the same answers.
struct TextRule {
  std::string regex;  ///< ECMA 262, anchored
  bool (*accepts)(std::string_view) = nullptr;
  std::string refusal;    ///< follows the quoted value: "is not a duration"
  std::string instead{};  ///< the hint: what to write
};

struct ShapeKey {
  std::string name{};
  ShapeType type = ShapeType::text;
  std::string doc{};      ///< one sentence, for editors
  std::string instead{};  ///< a right way to write the key, for hints: `timeout = "60s"`
  bool required = false;
  bool unsupported = false;   ///< part of the public surface, served by no code yet: an error
  bool may_be_empty = false;  ///< strings may be ""; otherwise every string says something
  bool not_empty = false;     ///< a list has at least one element
  std::vector<std::string> words{};     ///< the strings allowed; empty: any
  std::vector<std::string> fallback{};  ///< the default: one element, or a list's elements
  TextRule rule{};                      ///< on strings, and on the elements of lists
  TextRule name_rule{};                 ///< on the names of a map
  std::optional<int> least{};           ///< of an integer, inclusive
  std::optional<int> most{};
  std::optional<int> above{};  ///< of a number, exclusive
  std::optional<int> below{};
  std::vector<ShapeKey> keys{};  ///< of tables
};

/// Holds `root` against the keys. The error that stands first in the file is the one returned.
[[nodiscard]] base::Result<void> check_shape(const TomlValue& root,
                                             const std::vector<ShapeKey>& keys,
                                             const std::string& path);

/// JSON Schema (draft 7, which TOML language servers read) of such a file, ending in a newline.
[[nodiscard]] std::string shape_schema(const std::vector<ShapeKey>& keys, const std::string& title);

/// Reads one table that check_shape has accepted. A name that the keys do not have, or of another
/// type, is a bug; an absent member has the default of its key.
class ShapeReader {
 public:
  /// `table` may be null: every member is absent then.
  ShapeReader(const TomlValue* table, const std::vector<ShapeKey>& keys)
      : table_(table), keys_(&keys) {}

  [[nodiscard]] std::string text(std::string_view name) const;  ///< "" without a default
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name) const;
  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] int integer(std::string_view name) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] std::optional<base::Date> date(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> text_list(std::string_view name) const;
  /// Name and string of each member.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> text_map(
      std::string_view name) const;
  [[nodiscard]] ShapeReader table(std::string_view name) const;
  /// The tables of a table_list, or those of a table_map with their names in key().
  [[nodiscard]] std::vector<ShapeReader> tables(std::string_view name) const;

  [[nodiscard]] const std::string& key() const { return table_->key; }
  [[nodiscard]] TomlPlace place() const { return table_ ? table_->place : TomlPlace{}; }
  /// Where the value of a member stands; the table's own place where it is absent.
  [[nodiscard]] TomlPlace place(std::string_view name) const;
  /// Where an element of a list stands.
  [[nodiscard]] TomlPlace place(std::string_view name, std::size_t element) const;

 private:
  const TomlValue* find(std::string_view name) const;
  const ShapeKey& key_of(std::string_view name, ShapeType type) const;

  const TomlValue* table_;
  const std::vector<ShapeKey>* keys_;
};

}  // namespace cupel::format
