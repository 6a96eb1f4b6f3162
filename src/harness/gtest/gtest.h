// SPDX-License-Identifier: Apache-2.0
// GoogleTest, 1.8.1 to 1.18, on programs nobody changed.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "gtest".
[[nodiscard]] std::unique_ptr<Harness> make_gtest();

}  // namespace cupel::harness
