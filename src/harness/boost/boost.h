// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// Boost.Test, 1.59 and later.
[[nodiscard]] std::unique_ptr<Harness> make_boost();

}  // namespace cupel::harness
