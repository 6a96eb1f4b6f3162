// SPDX-License-Identifier: Apache-2.0
// doctest, 2.4 and later, on programs nobody changed.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "doctest".
[[nodiscard]] std::unique_ptr<Harness> make_doctest();

}  // namespace cupel::harness
