// SPDX-License-Identifier: Apache-2.0
// A cargo workspace: one build, and each test program of each member a target of its own.
// Cargo 1.63 and later.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "cargo".
[[nodiscard]] std::unique_ptr<Harness> make_cargo();

}  // namespace cupel::harness
