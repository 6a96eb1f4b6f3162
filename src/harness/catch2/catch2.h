// SPDX-License-Identifier: Apache-2.0
// Catch2, 2.13 and 3.0 to 3.7, on programs nobody changed; which of the two the program says
// itself.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "catch2".
[[nodiscard]] std::unique_ptr<Harness> make_catch2();

}  // namespace cupel::harness
