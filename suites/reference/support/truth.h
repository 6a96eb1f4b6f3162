// SPDX-License-Identifier: Apache-2.0
// A result in float64 with the magnitudes that its error is proportional to.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <cupel/compare.hpp>

namespace reference {

struct Truth {
  std::vector<double> value;
  std::vector<double> magnitude;
  std::vector<double> quadratic;

  Truth() = default;
  explicit Truth(std::size_t elements)
      : value(elements), magnitude(elements), quadratic(elements) {}

  [[nodiscard]] cupel::Reference reference() const {
    return {cupel::View<double>(value), cupel::View<double>(magnitude),
            cupel::View<double>(quadratic)};
  }
};

}  // namespace reference
