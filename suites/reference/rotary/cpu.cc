// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "reference/rotary/rotary.h"
#include "reference/support/defect.h"
#include "reference/support/simd.h"

namespace reference {
namespace {

constexpr long double two_pi = 6.283185307179586476925286766559005768L;

/// base^(-2i/d) / (2 pi), as a fraction of 2^64, correctly rounded but for the last bits of
/// `long double`.
std::uint64_t turns_a_position(double base, std::size_t pair, std::size_t rotary_dim) {
  const long double exponent =
      -2.0L * static_cast<long double>(pair) / static_cast<long double>(rotary_dim);
  const long double turns = std::pow(static_cast<long double>(base), exponent) / two_pi;
  return static_cast<std::uint64_t>(std::ldexp(turns - std::floor(turns), 64));
}

/// Sine and cosine of x, |x| <= pi/4: Taylor's series to x^9 and x^10, whose next terms are below
/// 2.2e-9 of the result.
REFERENCE_INLINE float sine_near_zero(float x) {
  const float z = x * x;
  const float tail = ((2.7557319e-6F * z - 1.9841270e-4F) * z + 8.3333333e-3F) * z - 0.16666667F;
  return x + x * (z * tail);
}
REFERENCE_INLINE float cosine_near_zero(float x) {
  const float z = x * x;
  const float tail = ((-2.7557319e-7F * z + 2.4801587e-5F) * z - 1.3888889e-3F) * z + 4.1666667e-2F;
  return 1.0F + (z * (z * tail) - 0.5F * z);
}

/// The nearest quarter turn is taken off in integers; what is left, within an eighth of a turn, is
/// exact, and its sine and cosine are swapped and signed by the quarter.
REFERENCE_CLONES
void cosines_and_sines(const std::uint64_t* turns, std::uint64_t position, std::size_t count,
                       float* cosine, float* sine) {
  constexpr std::uint64_t eighth = std::uint64_t{1} << 61;  // of a turn
  constexpr float radians = 0.78539816F / 2147483648.0F;    // of 2^-31 eighths of a turn
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t phase = position * turns[i] + eighth;
    const auto quarter = static_cast<std::uint32_t>(phase >> 62);
    const std::uint64_t rest = (phase & (2 * eighth - 1)) - eighth;
    const auto eighths = static_cast<std::int32_t>(static_cast<std::uint32_t>(rest >> 30));
    const float x = static_cast<float>(eighths) * radians;
    const float s = sine_near_zero(x);
    const float c = cosine_near_zero(x);
    const float first = (quarter & 1U) != 0 ? s : c;
    const float second = (quarter & 1U) != 0 ? c : s;
    cosine[i] = ((quarter + 1U) & 2U) != 0 ? -first : first;
    sine[i] = (quarter & 2U) != 0 ? -second : second;
  }
}

/// The usual way: an fp32 product, whose error grows with the position.
void cosines_and_sines_in_float(const std::uint64_t* turns, std::uint64_t position,
                                std::size_t count, float* cosine, float* sine) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto frequency = static_cast<float>(
        std::ldexp(static_cast<double>(turns[i]) * static_cast<double>(two_pi), -64));
    const float theta = static_cast<float>(position) * frequency;
    cosine[i] = std::cos(theta);
    sine[i] = std::sin(theta);
  }
}

REFERENCE_CLONES
void rotate_halves(const float* x, const float* cosine, const float* sine, std::size_t pairs,
                   float* out) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const float first = x[i];
    const float second = x[pairs + i];
    out[i] = first * cosine[i] - second * sine[i];
    out[pairs + i] = second * cosine[i] + first * sine[i];
  }
}

REFERENCE_CLONES
void rotate_interleaved(const float* x, const float* cosine, const float* sine, std::size_t pairs,
                        float* out) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const float first = x[2 * i];
    const float second = x[2 * i + 1];
    out[2 * i] = first * cosine[i] - second * sine[i];
    out[2 * i + 1] = second * cosine[i] + first * sine[i];
  }
}

}  // namespace

Rotary::Rotary(const RotaryShape& shape) : shape_(shape) {
  for (std::size_t i = 0; i < shape.rotary_dim / 2; ++i) {
    turns_.push_back(turns_a_position(shape.base, i, shape.rotary_dim));
  }
}

void Rotary::angles(std::uint32_t position, float* cosine, float* sine) const {
  if (seeded(Defect::position_off_by_one) && position > 0) --position;
  if (seeded(Defect::angle_in_float)) {
    cosines_and_sines_in_float(turns_.data(), position, turns_.size(), cosine, sine);
  } else {
    cosines_and_sines(turns_.data(), position, turns_.size(), cosine, sine);
  }
  if (seeded(Defect::sine_negated)) {
    for (std::size_t i = 0; i < turns_.size(); ++i) sine[i] = -sine[i];
  }
}

void Rotary::append(const RotaryTokens& tokens, const RotaryOutput& output) const {
  const std::size_t pairs = turns_.size();
  const std::size_t dim = shape_.head_dim;
  const std::size_t passed = dim - 2 * pairs;
  const auto rotate = shape_.layout == RotaryLayout::halves ? rotate_halves : rotate_interleaved;
  std::vector<float> cosine(pairs);
  std::vector<float> sine(pairs);
  const auto heads = [&](const float* from, float* to, std::size_t count) {
    for (std::size_t head = 0; head < count; ++head, from += dim, to += dim) {
      rotate(from, cosine.data(), sine.data(), pairs, to);
      std::memcpy(to + 2 * pairs, from + 2 * pairs, passed * sizeof(float));
    }
  };
  for (std::size_t token = 0; token < tokens.count; ++token) {
    angles(tokens.positions[token], cosine.data(), sine.data());
    const std::size_t row = shape_.key_heads * dim;
    const std::size_t slot = tokens.slots[token] * row;
    heads(tokens.query + token * shape_.query_heads * dim,
          output.query + token * shape_.query_heads * dim, shape_.query_heads);
    heads(tokens.key + token * row, output.key_cache + slot, shape_.key_heads);
    std::memcpy(output.value_cache + slot, tokens.value + token * row, row * sizeof(float));
  }
}

}  // namespace reference
