// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "format/toml_shape.h"

namespace cupel::format {

const ShapeKey& ShapeReader::key_of(std::string_view name, ShapeType type) const {
  const auto found = std::find_if(keys_->begin(), keys_->end(),
                                  [&](const ShapeKey& key) { return key.name == name; });
  CUPEL_CHECK(found != keys_->end(), "a key is read that the table of keys does not have");
  CUPEL_CHECK(found->type == type, "a key is read as another type than the table of keys says");
  return *found;
}

const TomlValue* ShapeReader::find(std::string_view name) const {
  return table_ == nullptr ? nullptr : table_->find(name);
}

std::optional<std::string> ShapeReader::optional_text(std::string_view name) const {
  const ShapeKey& key = key_of(name, ShapeType::text);
  if (const TomlValue* value = find(name)) return value->text;
  if (!key.fallback.empty()) return key.fallback.front();
  return std::nullopt;
}

std::string ShapeReader::text(std::string_view name) const {
  return optional_text(name).value_or("");
}

bool ShapeReader::boolean(std::string_view name) const {
  const ShapeKey& key = key_of(name, ShapeType::boolean);
  if (const TomlValue* value = find(name)) return value->boolean;
  return !key.fallback.empty() && key.fallback.front() == "true";
}

int ShapeReader::integer(std::string_view name) const {
  const ShapeKey& key = key_of(name, ShapeType::integer);
  if (const TomlValue* value = find(name)) return static_cast<int>(value->integer);
  int number = 0;
  if (!key.fallback.empty()) {
    const std::string& text = key.fallback.front();
    std::from_chars(text.data(), text.data() + text.size(), number);
  }
  return number;
}

std::optional<double> ShapeReader::number(std::string_view name) const {
  (void)key_of(name, ShapeType::number);
  const TomlValue* value = find(name);
  return value == nullptr ? std::nullopt : std::optional(value->number);
}

std::optional<base::Date> ShapeReader::date(std::string_view name) const {
  (void)key_of(name, ShapeType::date);
  const TomlValue* value = find(name);
  return value == nullptr ? std::nullopt : std::optional(value->date);
}

std::vector<std::string> ShapeReader::text_list(std::string_view name) const {
  const ShapeKey& key = key_of(name, ShapeType::text_list);
  const TomlValue* value = find(name);
  if (value == nullptr) return key.fallback;
  std::vector<std::string> texts;
  for (const TomlValue& item : value->items) texts.push_back(item.text);
  return texts;
}

std::vector<std::pair<std::string, std::string>> ShapeReader::text_map(
    std::string_view name) const {
  (void)key_of(name, ShapeType::text_map);
  std::vector<std::pair<std::string, std::string>> pairs;
  if (const TomlValue* value = find(name)) {
    for (const TomlValue& member : value->items) pairs.emplace_back(member.key, member.text);
  }
  return pairs;
}

ShapeReader ShapeReader::table(std::string_view name) const {
  return {find(name), key_of(name, ShapeType::table).keys};
}

std::vector<ShapeReader> ShapeReader::tables(std::string_view name) const {
  const auto list = std::find_if(keys_->begin(), keys_->end(),
                                 [&](const ShapeKey& key) { return key.name == name; });
  const bool is_map = list != keys_->end() && list->type == ShapeType::table_map;
  const ShapeKey& key = key_of(name, is_map ? ShapeType::table_map : ShapeType::table_list);
  std::vector<ShapeReader> readers;
  if (const TomlValue* value = find(name)) {
    for (const TomlValue& item : value->items) readers.emplace_back(&item, key.keys);
  }
  return readers;
}

TomlPlace ShapeReader::place(std::string_view name) const {
  const TomlValue* value = find(name);
  return value == nullptr ? place() : value->place;
}

TomlPlace ShapeReader::place(std::string_view name, std::size_t element) const {
  const TomlValue* value = find(name);
  return value != nullptr && element < value->items.size() ? value->items[element].place
                                                           : place(name);
}

}  // namespace cupel::format
