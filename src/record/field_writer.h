// SPDX-License-Identifier: Apache-2.0
// The writing visitor of the field lists in fields.h.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "format/json.h"
#include "model/test_id.h"
#include "model/words.h"

namespace cupel::record {

/// What becomes of a string that is not UTF-8.
enum class Bytes {
  exact,     ///< {"hex": "…"}: the journal gives back what it was given
  readable,  ///< \xHH: the public schema has strings only
};

/// True for what a field list need not write: empty, absent, zero, false.
template <typename T>
bool is_default(const T& member) {
  if constexpr (requires { member.empty(); }) {
    return member.empty();
  } else if constexpr (requires { member.has_value(); }) {
    return !member.has_value();
  } else {
    return member == T{};
  }
}

class FieldWriter {
 public:
  FieldWriter(format::JsonWriter& json, Bytes bytes) : json_(json), bytes_(bytes) {}

  /// A key with a word that is known to be plain.
  void key(std::string_view name, std::string_view word) { json_.plain_key(name).value(word); }
  /// A member that is always written and must be there to be read.
  template <typename T>
  void operator()(std::string_view name, const T& member) {
    json_.plain_key(name);
    put(member);
  }
  /// A member that is left out where it has its default.
  template <typename T>
  void maybe(std::string_view name, const T& member) {
    if (!is_default(member)) (*this)(name, member);
  }

  template <typename T>
  void put(const T& member) {
    if constexpr (std::is_enum_v<T>) {
      json_.value(model::word(member));
    } else if constexpr (std::is_arithmetic_v<T>) {
      json_.value(member);
    } else {
      json_.begin_object();
      fields(*this, member);
      json_.end_object();
    }
  }
  void put(const std::string& text) {
    if (bytes_ == Bytes::readable || format::is_exact(text)) {
      json_.value(text);
    } else {
      put_hex(text);
    }
  }
  void put(const model::TestId& id) { put(id.text()); }
  template <typename T>
  void put(const std::optional<T>& maybe) {
    if (maybe) {
      put(*maybe);
    } else {
      json_.null();
    }
  }
  template <typename T>
  void put(const std::vector<T>& items) {
    json_.begin_array();
    for (const T& item : items) put(item);
    json_.end_array();
  }
  template <typename T>
  void put(const std::map<std::string, T>& members) {
    json_.begin_object();
    for (const auto& [name, item] : members) {
      json_.key(name);
      put(item);
    }
    json_.end_object();
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& pair) {
    json_.begin_array();
    put(pair.first);
    put(pair.second);
    json_.end_array();
  }

 private:
  void put_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
      text += digits[static_cast<unsigned char>(c) >> 4];
      text += digits[static_cast<unsigned char>(c) & 15];
    }
    json_.begin_object().field("hex", text).end_object();
  }

  format::JsonWriter& json_;
  Bytes bytes_;
};

}  // namespace cupel::record
