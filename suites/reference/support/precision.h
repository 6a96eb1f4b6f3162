// SPDX-License-Identifier: Apache-2.0
// The precision of matrix products on the CPU, modelled on what matrix units of a GPU do, so that a
// machine without one shows the same reds as one with it.
#pragma once

#include <cstdint>
#include <cstring>

#include <cupel/tolerance.hpp>

namespace reference {

enum class Precision {
  fp32,
  tf32,  ///< inputs of products rounded to 10 explicit significand bits, to nearest even
};

/// What the environment asks for: NVIDIA_TF32_OVERRIDE decides where it is 0 or 1, as it does for
/// the vendor's libraries; otherwise CUPEL_REFERENCE_TF32=1 asks for tf32. Read once, at first use.
[[nodiscard]] Precision precision_in_force();

/// The format that products round their inputs to; fp64 stands for "they do not".
[[nodiscard]] inline cupel::pact::Format input_format(Precision precision) {
  return precision == Precision::tf32 ? cupel::pact::tf32 : cupel::pact::fp64;
}

/// `x` as a product sees it. Adds half a unit of the last kept bit, less one where that bit is
/// even; NaN and infinity stay what they are.
[[nodiscard]] inline float as_input(float x, Precision precision) {
  if (precision == Precision::fp32) return x;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7f800000U) != 0x7f800000U) bits += 0xfffU + ((bits >> 13) & 1U);
  bits &= 0xffffe000U;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

}  // namespace reference
