// SPDX-License-Identifier: Apache-2.0
// Picking tests by name where a pattern costs a comparison with every test: few patterns that hit
// exactly what is wanted, "prefix*" wherever everything that begins so is wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/listing.h"

namespace cupel::harness {

/// What a framework's patterns can say.
class PatternRules {
 public:
  PatternRules() = default;
  PatternRules(const PatternRules&) = delete;
  PatternRules& operator=(const PatternRules&) = delete;
  virtual ~PatternRules() = default;

  /// The part of a name that matching looks at: without the blanks around it, say.
  [[nodiscard]] virtual std::string_view compared(std::string_view native) const = 0;
  /// The byte as it is compared: in lower case, say.
  [[nodiscard]] virtual char folded(char c) const = 0;
  /// How many bytes at the beginning of `text` a pattern can say literally and go on with '*'.
  [[nodiscard]] virtual std::size_t expressible(std::string_view text) const = 0;
  /// A pattern can say this name and no other.
  [[nodiscard]] virtual bool is_exact(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string spell(std::string_view text, bool and_more) const = 0;
};

enum class Wish : unsigned char {
  avoid,   ///< no pattern may hit it
  want,    ///< some pattern must hit it
  either,  ///< no matter
};

struct NameCover {
  std::vector<std::string> patterns;
  /// Wanted tests that no pattern hits, because it would hit an avoided one too; in list order.
  std::vector<std::size_t> uncovered;
};

/// A wish for each test of the listing.
[[nodiscard]] NameCover cover_names(const model::Listing& listing, const std::vector<Wish>& wishes,
                                    const PatternRules& rules);

}  // namespace cupel::harness
