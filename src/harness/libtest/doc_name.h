// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "model/listing.h"

namespace cupel::harness::libtest {

/// Where a doc test stands, which its name says: "FILE - ITEM (line N)". None for other names.
[[nodiscard]] inline std::optional<model::Location> doc_place(std::string_view name) {
  constexpr std::string_view mark = " (line ";
  const std::size_t dash = name.find(" - ");
  const std::size_t at = name.rfind(mark);
  if (dash == std::string_view::npos || at == std::string_view::npos || dash > at) {
    return std::nullopt;
  }
  const std::string_view number = name.substr(at + mark.size());
  int line = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), line);
  if (error != std::errc{} || line < 1) return std::nullopt;
  return model::Location{base::to_utf8(name.substr(0, dash)), line};
}

}  // namespace cupel::harness::libtest
