// SPDX-License-Identifier: Apache-2.0
// One target of a run: what it listed, what of it is wanted, and what is decided.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/contract.h"
#include "model/listing.h"
#include "model/test_id.h"
#include "plan/config.h"

namespace cupel::engine {

/// What is known of a test once it has its outcome.
struct SettledTest {
  model::Outcome outcome{};
  std::size_t launch = 0;
  std::string detail;
  std::string text;  ///< messages and output, for the ledger's `match`
  std::string skip_reason;
};

struct TargetState {
  const plan::TargetConfig* config = nullptr;
  const harness::Harness* harness = nullptr;
  harness::TargetView view;
  model::Listing listing;
  bool listed = false;
  std::vector<std::size_t> selected;                ///< places in the listing, in its order
  std::vector<std::optional<SettledTest>> settled;  ///< one a listed test

  [[nodiscard]] const std::string& name() const { return config->name; }
  [[nodiscard]] model::TestId id(std::size_t index) const {
    return {config->name, listing.tests[index].name};
  }
};

}  // namespace cupel::engine
