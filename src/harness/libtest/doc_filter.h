// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/listing.h"

namespace cupel::harness::libtest {

/// Arguments that choose doc tests, without a blank in any of them.
struct DocFilter {
  std::vector<std::string> words;  ///< substrings to run, then --skip and substrings to leave out
  std::vector<std::size_t> extra;  ///< tests that they cannot leave out, in list order
};

[[nodiscard]] DocFilter doc_filter(const model::Listing& listing,
                                   std::span<const std::size_t> chosen);

}  // namespace cupel::harness::libtest
