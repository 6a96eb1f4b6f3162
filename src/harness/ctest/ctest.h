// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// CTest 3.21 and later.
[[nodiscard]] std::unique_ptr<Harness> make_ctest();

}  // namespace cupel::harness
