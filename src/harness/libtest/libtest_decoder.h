// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/contract.h"

namespace cupel::harness::libtest {

/// Reads one launch. Neither argument need outlive the call.
[[nodiscard]] std::unique_ptr<Decoder> make_decoder(const model::Listing& listing,
                                                    const RunPlan& plan);

}  // namespace cupel::harness::libtest
