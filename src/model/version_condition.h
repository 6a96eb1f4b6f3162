// SPDX-License-Identifier: Apache-2.0
// A condition on a driver's version, as ledger entries write it.
//
//   condition = [ ">=" | "<=" | ">" | "<" | "=" ] version
//   version   = number *( "." number )
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cupel::model {

/// Compares number by number, over as many numbers as the condition has: "580" and "<=580" hold for
/// 580.65.06, ">580" does not. No operator means "=".
class VersionCondition {
 public:
  /// Nothing where the text is not of the grammar above.
  [[nodiscard]] static std::optional<VersionCondition> parse(std::string_view text);

  /// False for a version that does not begin with a number, since nothing is known of it.
  [[nodiscard]] bool holds(std::string_view version) const;

 private:
  enum class Operator { equal, less, less_equal, greater, greater_equal };
  using Numbers = std::vector<std::uint32_t>;

  Operator operator_ = Operator::equal;
  Numbers numbers_;
};

}  // namespace cupel::model
