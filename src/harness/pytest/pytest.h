// SPDX-License-Identifier: Apache-2.0
// pytest, from 7.0, in one process, through a plug-in that comes with cupel.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "pytest".
[[nodiscard]] std::unique_ptr<Harness> make_pytest();

}  // namespace cupel::harness
