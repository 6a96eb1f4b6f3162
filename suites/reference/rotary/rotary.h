// SPDX-License-Identifier: Apache-2.0
// Rotary position embedding (Su et al., arXiv:2104.09864) fused with the append of keys and values
// to their cache: queries and keys are rotated and keys and values written in one pass over memory.
//
// Pair i of a head turns by theta = position * base^(-2i/rotary_dim), i < rotary_dim/2:
//   out1 = x1 cos theta - x2 sin theta, out2 = x2 cos theta + x1 sin theta.
// The angle is kept as a fraction of a turn in 64-bit fixed point, so that position * frequency
// modulo one turn is one exact integer product; its error does not grow with the position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cupel/tolerance.hpp>

namespace reference {

enum class RotaryLayout {
  halves,       ///< GPT-NeoX: pair i is elements i and i + rotary_dim/2
  interleaved,  ///< GPT-J: pair i is elements 2i and 2i + 1
};

struct RotaryShape {
  std::size_t query_heads = 0;
  std::size_t key_heads = 0;
  std::size_t head_dim = 0;
  std::size_t rotary_dim = 0;  ///< even, at most head_dim; the elements beyond pass unchanged
  double base = 10000;
  RotaryLayout layout = RotaryLayout::halves;
};

/// Error of an angle in radians at every position below 2^32: two roundings to fp32 of at most pi/4
/// radians (of the integer, and of its product with pi/4), the bits below 2^-31 that are cut off,
/// and position * 2^-64 turns from the frequency.
inline constexpr double rotary_angle_roundoff =
    0.7854 * (2 * cupel::pact::power_of_two(-24) + 2 * cupel::pact::power_of_two(-31)) +
    6.2832 * cupel::pact::power_of_two(-32);

/// Sine and cosine of an angle of at most pi/4, in units of u: the truncated series (below 0.04 u)
/// and the roundings of Horner's rule, whose last two act on the whole result. Observed, the
/// angle's part included: 1.7.
inline constexpr double rotary_sincos_roundoffs = 2.5;

struct RotaryTokens {
  std::size_t count = 0;
  const std::uint32_t* positions = nullptr;  ///< absolute, one a token
  const std::uint32_t* slots = nullptr;      ///< where each token's key and value go in the cache
  const float* query = nullptr;              ///< [token][query head][head_dim]
  const float* key = nullptr;                ///< [token][key head][head_dim]
  const float* value = nullptr;              ///< [token][key head][head_dim]
};

struct RotaryOutput {
  float* query = nullptr;        ///< [token][query head][head_dim]
  float* key_cache = nullptr;    ///< [slot][key head][head_dim]
  float* value_cache = nullptr;  ///< [slot][key head][head_dim]
};

class Rotary {
 public:
  explicit Rotary(const RotaryShape& shape);

  /// Rotates queries, rotates and appends keys, appends values.
  void append(const RotaryTokens& tokens, const RotaryOutput& output) const;

  /// Cosine and sine of all angles at one position, rotary_dim/2 of each.
  void angles(std::uint32_t position, float* cosine, float* sine) const;

 private:
  RotaryShape shape_;
  std::vector<std::uint64_t> turns_;  ///< turns a position, in units of 2^-64
};

}  // namespace reference
