// SPDX-License-Identifier: Apache-2.0
// The patterns of a Catch2 test spec (2.13 and 3 alike):
//
//   spec     = filter *( "," filter )            any of them
//   filter   = *( [ "~" ] ( name / tag ) )       all of them; "~" takes out
//   name     = '"' *( byte / "\" byte ) '"'      "*" at either end is any run of bytes, escaped or
//   not tag      = "[" … "]"
//
// Matching takes the blanks off both sides and ignores case. A name that begins with "exclude:"
// takes out instead, whatever is escaped, and then everything else runs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/name_cover.h"

namespace cupel::harness::catch2 {

class SpecRules final : public PatternRules {
 public:
  [[nodiscard]] std::string_view compared(std::string_view native) const override;
  [[nodiscard]] char folded(char c) const override;
  [[nodiscard]] std::size_t expressible(std::string_view text) const override;
  [[nodiscard]] bool is_exact(std::string_view text) const override;
  [[nodiscard]] std::string spell(std::string_view text, bool and_more) const override;
};

/// One pattern for a test that no pattern picks alone, and the other tests that it hits.
struct LooseSpec {
  std::string text;  ///< empty: there is none, everything runs
  std::vector<std::size_t> also;
};
[[nodiscard]] LooseSpec loose_spec(const model::Listing& listing, std::size_t test);

}  // namespace cupel::harness::catch2
