// SPDX-License-Identifier: Apache-2.0
#include "format/toml_shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace cupel::format {
namespace {

/// How a key looks in TOML, for messages: "[gate]", "[[target]]".
std::string heading(const ShapeKey& key) {
  return key.type == ShapeType::table_list ? "[[" + key.name + "]]" : "[" + key.name + "]";
}

std::string_view wanted(ShapeType type) {
  switch (type) {
    case ShapeType::text:
      return "a string";
    case ShapeType::integer:
      return "an integer";
    case ShapeType::number:
      return "a number";
    case ShapeType::boolean:
      return "true or false";
    case ShapeType::date:
      return "a date";
    case ShapeType::text_list:
      return "an array of strings";
    case ShapeType::text_map:
      return "a table of strings";
    case ShapeType::table:
      return "a table";
    case ShapeType::table_list:
      return "an array of tables";
    case ShapeType::table_map:
      return "a table of tables";
  }
  return "something else";
}

TomlType toml_type(ShapeType type) {
  switch (type) {
    case ShapeType::text:
      return TomlType::text;
    case ShapeType::integer:
      return TomlType::integer;
    case ShapeType::number:
      return TomlType::number;
    case ShapeType::boolean:
      return TomlType::boolean;
    case ShapeType::date:
      return TomlType::date;
    case ShapeType::text_list:
    case ShapeType::table_list:
      return TomlType::array;
    case ShapeType::text_map:
    case ShapeType::table:
    case ShapeType::table_map:
      return TomlType::table;
  }
  return TomlType::time;
}

bool has_type(const TomlValue& value, ShapeType type) {
  const bool whole_number = type == ShapeType::number && value.is(TomlType::integer);
  return whole_number || value.is(toml_type(type));
}

class Checker {
 public:
  explicit Checker(const std::string& path) : path_(path) {}

  void check_table(const TomlValue& table, const std::vector<ShapeKey>& keys,
                   const std::string& where) {
    for (const TomlValue& member : table.items) {
      if (const ShapeKey* key = served_key(member, keys, where)) check_value(member, *key);
    }
    for (const ShapeKey& key : keys) {
      if (!key.required || table.find(key.name) != nullptr) continue;
      note(table.place, fmt::format("{} has no \"{}\"", where, key.name),
           fmt::format("add {}", key.instead));
    }
  }

  [[nodiscard]] base::Result<void> result() const {
    if (!first_) return {};
    return error_at(path_, first_->place, first_->what, first_->hint);
  }

 private:
  struct Fault {
    TomlPlace place;
    std::string what;
    std::string hint;
  };

  void note(TomlPlace place, std::string what, std::string hint) {
    const auto order = [](TomlPlace at) { return std::pair(at.line, at.column); };
    if (first_ && order(first_->place) <= order(place)) return;
    first_ = Fault{place, std::move(what), std::move(hint)};
  }

  /// The key of a member; null, and a fault noted, where there is none that code serves.
  const ShapeKey* served_key(const TomlValue& member, const std::vector<ShapeKey>& keys,
                             const std::string& where) {
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [&](const ShapeKey& key) { return key.name == member.key; });
    if (found == keys.end()) {
      note(member.key_place, fmt::format("unknown key \"{}\" in {}", shown(member.key), where),
           unknown_hint(member.key, keys));
      return nullptr;
    }
    if (found->unsupported) {
      note(member.key_place,
           fmt::format("\"{}\" in {} is not supported by this version", member.key, where),
           "remove the key; nothing would act on it");
      return nullptr;
    }
    return &*found;
  }

  static std::string unknown_hint(const std::string& name, const std::vector<ShapeKey>& keys) {
    std::vector<std::string> names;
    for (const ShapeKey& key : keys) {
      if (!key.unsupported) names.push_back(key.name);
    }
    const std::string near = base::nearest(name, names);
    if (!near.empty()) return fmt::format("did you mean \"{}\"?", near);
    return fmt::format("the keys here are: {}", fmt::join(names, ", "));
  }

  static std::string shown(std::string_view text) { return base::to_one_line(text); }

  void wrong_type(const TomlValue& value, const ShapeKey& key) {
    note(value.place,
         fmt::format("\"{}\" must be {}, not {}", key.name, wanted(key.type), describe(value.type)),
         fmt::format("write {}", key.instead));
  }

  void check_value(const TomlValue& value, const ShapeKey& key) {
    if (!has_type(value, key.type)) return wrong_type(value, key);
    switch (key.type) {
      case ShapeType::text:
        return check_text(value, key);
      case ShapeType::integer:
        return check_integer(value, key);
      case ShapeType::number:
        return check_number(value, key);
      case ShapeType::text_list:
      case ShapeType::table_list:
        return check_items(value, key);
      case ShapeType::text_map:
      case ShapeType::table_map:
        return check_members(value, key);
      case ShapeType::table:
        return check_table(value, key.keys, heading(key));
      case ShapeType::boolean:
      case ShapeType::date:
        return;
    }
  }

  void check_text(const TomlValue& value, const ShapeKey& key) {
    if (value.text.find('\0') != std::string::npos) {
      return note(value.place, fmt::format("\"{}\" has a NUL character", key.name),
                  "remove \\u0000: no argument, path or variable can hold it");
    }
    if (value.text.empty() && !key.may_be_empty) {
      return note(value.place, fmt::format("\"{}\" is empty", key.name),
                  fmt::format("write {}", key.instead));
    }
    if (!key.words.empty() &&
        std::find(key.words.begin(), key.words.end(), value.text) == key.words.end()) {
      return wrong_word(value, key);
    }
    check_rule(value.text, value.place, key.rule);
  }

  void wrong_word(const TomlValue& value, const ShapeKey& key) {
    const std::string near = base::nearest(value.text, key.words);
    const std::string list = fmt::format("write one of: \"{}\"", fmt::join(key.words, "\", \""));
    note(value.place, fmt::format("\"{}\" cannot be \"{}\"", key.name, shown(value.text)),
         near.empty() ? list : fmt::format("did you mean \"{}\"? {}", near, list));
  }

  void check_rule(std::string_view text, TomlPlace place, const TextRule& rule) {
    if (rule.accepts == nullptr || rule.accepts(text)) return;
    note(place, fmt::format("\"{}\" {}", shown(text), rule.refusal), rule.instead);
  }

  void check_integer(const TomlValue& value, const ShapeKey& key) {
    if (key.least && value.integer < *key.least) {
      note(value.place, fmt::format("\"{}\" must be at least {}", key.name, *key.least),
           fmt::format("write {}", key.instead));
    } else if (key.most && value.integer > *key.most) {
      note(value.place,
           fmt::format("{} = {} is not supported by this version", key.name, value.integer),
           fmt::format("the most it serves is {} = {}", key.name, *key.most));
    }
  }

  void check_number(const TomlValue& value, const ShapeKey& key) {
    const bool inside = std::isfinite(value.number) && (!key.above || value.number > *key.above) &&
                        (!key.below || value.number < *key.below);
    if (inside) return;
    note(value.place,
         fmt::format("\"{}\" must lie between {} and {}, both excluded", key.name,
                     key.above.value_or(0), key.below.value_or(0)),
         fmt::format("write {}", key.instead));
  }

  void check_items(const TomlValue& array, const ShapeKey& key) {
    if (array.items.empty() && key.not_empty) {
      note(array.place, fmt::format("\"{}\" is empty", key.name),
           fmt::format("write {}", key.instead));
    }
    for (const TomlValue& item : array.items) {
      if (key.type == ShapeType::text_list) {
        check_element(item, key);
      } else if (item.is(TomlType::table)) {
        check_table(item, key.keys, heading(key));
      } else {
        wrong_type(item, key);
      }
    }
  }

  void check_element(const TomlValue& item, const ShapeKey& key) {
    if (item.is(TomlType::text)) return check_text(item, key);
    note(item.place, fmt::format("\"{}\" must hold strings, not {}", key.name, describe(item.type)),
         fmt::format("write {}", key.instead));
  }

  void check_members(const TomlValue& table, const ShapeKey& key) {
    for (const TomlValue& member : table.items) {
      check_rule(member.key, member.key_place, key.name_rule);
      if (key.type == ShapeType::text_map) {
        check_element(member, key);
      } else if (member.is(TomlType::table)) {
        check_table(member, key.keys, fmt::format("[{}.{}]", key.name, shown(member.key)));
      } else {
        wrong_type(member, key);
      }
    }
  }

  const std::string& path_;
  std::optional<Fault> first_;
};

}  // namespace

base::Result<void> check_shape(const TomlValue& root, const std::vector<ShapeKey>& keys,
                               const std::string& path) {
  Checker checker(path);
  checker.check_table(root, keys, "the file");
  return checker.result();
}

}  // namespace cupel::format
