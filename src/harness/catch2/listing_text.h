// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/listing.h"

namespace cupel::harness::catch2 {

struct Listed {
  std::string name;
  model::Location location;
  bool tagged_hidden = false;
};

/// The XML that v3 writes; none where it is not that.
[[nodiscard]] std::optional<std::vector<Listed>> read_v3_listing(const std::string& bytes);

/// The lines that v2 prints, after so many lines of something else.
[[nodiscard]] std::vector<Listed> read_v2_listing(std::string_view out, std::size_t noise_lines);

}  // namespace cupel::harness::catch2
