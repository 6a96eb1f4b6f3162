// SPDX-License-Identifier: Apache-2.0
// The reading visitor of the field lists in fields.h. Reading goes on after a fault, and the first
// fault is the one that is told.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "format/json.h"
#include "model/test_id.h"
#include "model/words.h"

namespace cupel::record {

class FieldReader {
 public:
  FieldReader(format::Json from, std::string& fault) : from_(std::move(from)), fault_(fault) {}

  template <typename T>
  void operator()(std::string_view name, T& member) {
    const format::Json value = from_[name];
    if (value.is_null() && !requires { member.has_value(); }) return blame(name, "is missing");
    if (!get(value, member)) blame(name, "is not what it should be");
  }
  template <typename T>
  void maybe(std::string_view name, T& member) {
    const format::Json value = from_[name];
    if (!value.is_null() && !get(value, member)) blame(name, "is not what it should be");
  }

  template <typename T>
  bool get(const format::Json& value, T& member) {
    if constexpr (std::is_enum_v<T>) {
      const auto word = value.string();
      const auto found = word ? model::from_word<T>(*word) : std::nullopt;
      return found ? (member = *found, true) : false;
    } else {
      FieldReader inner(value, fault_);
      fields(inner, member);
      return value.is_object();
    }
  }
  bool get(const format::Json& value, std::string& member) {
    if (value.is_object()) return get_hex(value["hex"].string(), member);
    auto text = value.string();
    return text ? (member = std::move(*text), true) : false;
  }
  bool get(const format::Json& value, model::TestId& id) {
    std::string text;
    if (!get(value, text)) return false;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return false;
    id = {text.substr(0, colon), text.substr(colon + 1)};
    return true;
  }
  bool get(const format::Json& value, bool& member) { return take(value.boolean(), member); }
  bool get(const format::Json& value, double& member) { return take(value.number(), member); }
  bool get(const format::Json& value, std::unsigned_integral auto& member) {
    return take(value.count(), member);
  }
  bool get(const format::Json& value, std::signed_integral auto& member) {
    return take(value.integer(), member);
  }
  template <typename T>
  bool get(const format::Json& value, std::optional<T>& member) {
    member.reset();
    return value.is_null() || get(value, member.emplace());
  }
  template <typename T>
  bool get(const format::Json& value, std::vector<T>& items) {
    items.clear();
    for (const format::Json& item : value.elements()) {
      if (!get(item, items.emplace_back())) return false;
    }
    return value.is_array();
  }
  template <typename T>
  bool get(const format::Json& value, std::map<std::string, T>& members) {
    members.clear();
    for (const auto& [name, item] : value.members()) {
      if (!get(item, members[name])) return false;
    }
    return value.is_object();
  }
  template <typename A, typename B>
  bool get(const format::Json& value, std::pair<A, B>& pair) {
    const auto both = value.elements();
    return both.size() == 2 && get(both[0], pair.first) && get(both[1], pair.second);
  }

  [[nodiscard]] const format::Json& source() const { return from_; }
  void blame(std::string_view name, std::string_view what) {
    if (fault_.empty()) fault_ = "\"" + std::string(name) + "\" " + std::string(what);
  }

 private:
  template <typename From, typename T>
  static bool take(const std::optional<From>& from, T& member) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      if (from && !std::in_range<T>(*from)) return false;
    }
    return from ? (member = static_cast<T>(*from), true) : false;
  }
  static bool get_hex(const std::optional<std::string>& digits, std::string& member) {
    if (!digits || digits->size() % 2 != 0) return false;
    member.clear();
    for (std::size_t i = 0; i < digits->size(); i += 2) {
      unsigned byte = 0;
      const char* from = digits->data() + i;
      if (std::from_chars(from, from + 2, byte, 16).ptr != from + 2) return false;
      member += static_cast<char>(byte);
    }
    return true;
  }

  format::Json from_;
  std::string& fault_;
};

}  // namespace cupel::record
