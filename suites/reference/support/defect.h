// SPDX-License-Identifier: Apache-2.0
// Mistakes that can be switched on, to show that the comparisons see them: by hand with
// CUPEL_REFERENCE_DEFECT=NAME, or for a scope in a test. Off they cost one predictable branch.
#pragma once

#include <string_view>

namespace reference {

enum class Defect {
  none,
  angle_in_float,         ///< rotary: position times frequency in fp32
  position_off_by_one,    ///< rotary: the position of the token before
  sine_negated,           ///< rotary: sine with the wrong sign
  merge_without_rescale,  ///< paged attention: the older partial result keeps its own maximum
  last_page_full,         ///< paged attention: the slots past the end are attended to
  head_group_off,         ///< paged attention: the next key head
  mask_off_by_one,        ///< gated linear: the step itself is masked away
  carry_without_decay,    ///< gated linear: the state enters the next chunk undecayed
  last_term_dropped,      ///< GEMM: the last product of each sum is missing
  reserve_underflow,      ///< block budget: unsigned subtraction of a larger reserve
  floor_ignored,          ///< block budget: fewer blocks than the floor
};

/// The word of the environment variable.
[[nodiscard]] std::string_view word(Defect defect);

/// True where this defect is switched on.
[[nodiscard]] bool seeded(Defect defect);

/// Switches a defect on until the end of the scope. For tests, which run one at a time.
class SeededDefect {
 public:
  explicit SeededDefect(Defect defect);
  SeededDefect(const SeededDefect&) = delete;
  SeededDefect& operator=(const SeededDefect&) = delete;
  ~SeededDefect();

 private:
  Defect before_;
};

}  // namespace reference
