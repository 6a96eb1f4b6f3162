// SPDX-License-Identifier: Apache-2.0
// Sums on disk: a word for the alternative, then its members in the same object.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "record/field_reader.h"
#include "record/field_writer.h"
#include "record/fields.h"

namespace cupel::record {

/// Writes word and members into the object that is open.
template <typename Variant>
void write_alternative(FieldWriter& v, std::string_view key,
                       const std::array<std::string_view, std::variant_size_v<Variant>>& words,
                       const Variant& value) {
  v.key(key, words.at(value.index()));
  std::visit([&v](const auto& x) { fields(v, x); }, value);
}

/// Reads the alternative whose word stands under `key`; false where no alternative has that word.
template <typename Variant>
bool read_alternative(FieldReader& v, std::string_view key,
                      const std::array<std::string_view, std::variant_size_v<Variant>>& words,
                      Variant& value) {
  const std::string word = v.source()[key].string().value_or("");
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return ((words[i] == word && (fields(v, value.template emplace<i>()), true)) || ...);
  }(std::make_index_sequence<std::variant_size_v<Variant>>{});
}

inline constexpr std::array<std::string_view, 5> termination_words = {
    "not_started", "exited", "signalled", "killed", "lost"};

template <typename V>
void fields(V& v, Of<model::NotStarted> auto& x) {
  v("why", x.why);
}
template <typename V>
void fields(V& v, Of<model::Exited> auto& x) {
  v("code", x.code);
}
template <typename V>
void fields(V& v, Of<model::Signalled> auto& x) {
  v("signal", x.signal);
  v("core", x.core);
}
template <typename V>
void fields(V& v, Of<model::KilledByUs> auto& x) {
  v("reason", x.reason);
  v("forced", x.forced);
}
template <typename V>
void fields(V& v, Of<model::Lost> auto& x) {
  v("why", x.why);
}
inline void fields(FieldWriter& v, const model::Termination& x) {
  write_alternative(v, "kind", termination_words, x);
}
inline void fields(FieldReader& v, model::Termination& x) {
  if (!read_alternative(v, "kind", termination_words, x)) v.blame("kind", "is no way to end");
}

}  // namespace cupel::record
