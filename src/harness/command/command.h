// SPDX-License-Identifier: Apache-2.0
// Any program as one test: what its exit code says and, where it speaks TAP, what its points say.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "command".
[[nodiscard]] std::unique_ptr<Harness> make_command();

}  // namespace cupel::harness
