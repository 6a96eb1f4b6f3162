// SPDX-License-Identifier: Apache-2.0
#include "reference/support/precision.h"

#include <cstdlib>
#include <string_view>

namespace reference {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

Precision asked_for() {
  const std::string_view override = variable("NVIDIA_TF32_OVERRIDE");
  if (override == "0") return Precision::fp32;
  if (override == "1") return Precision::tf32;
  return variable("CUPEL_REFERENCE_TF32") == "1" ? Precision::tf32 : Precision::fp32;
}

}  // namespace

Precision precision_in_force() {
  static const Precision precision = asked_for();
  return precision;
}

}  // namespace reference
