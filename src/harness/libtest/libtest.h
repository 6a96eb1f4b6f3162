// SPDX-License-Identifier: Apache-2.0
// The test framework of the Rust tool chain, 1.63 and later: a test binary as `rustc --test` makes
// it, or the doc tests of a package, which `cargo test --doc` runs under the same command line.
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness {

/// The harness for the word "libtest".
[[nodiscard]] std::unique_ptr<Harness> make_libtest();

}  // namespace cupel::harness
