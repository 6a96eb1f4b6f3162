// SPDX-License-Identifier: Apache-2.0
// One target of a run: what it listed, what of it is wanted, and what is decided.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/conclude.h"
#include "harness/contract.h"
#include "model/event.h"
#include "model/listing.h"
#include "model/test_id.h"
#include "plan/config.h"

namespace cupel::engine {

/// What is known of a test once it has its outcome.
struct SettledTest {
  model::Outcome outcome{};
  std::size_t launch = 0;
  std::string detail;
  std::string skip_reason;
  std::string messages;       ///< of all failures
  std::string first_message;  ///< for the signature
  std::string output;
};

/// From the launch that decided, and from a journal's word of one that did.
[[nodiscard]] SettledTest settled_from(const Slot& slot, const Decided& decided,
                                       std::size_t launch);
[[nodiscard]] SettledTest settled_from(const model::TestReported& reported);
/// Nothing was said of the test; `why` is the detail.
[[nodiscard]] SettledTest settled_without_word(model::Outcome outcome, const std::string& why,
                                               std::size_t launch = 0);

struct TargetState {
  TargetState(const plan::TargetConfig& of, const harness::Harness& framework);

  const plan::TargetConfig* config = nullptr;
  std::unique_ptr<plan::TargetConfig> derived_config;  ///< where no row of the file is its own
  std::set<std::string> only;         ///< native names that it is about; empty: all that it lists
  std::vector<std::string> programs;  ///< test programs that its own tests run
  bool asked = false;                 ///< its listing was begun
  bool consists_of_others = false;    ///< and has no test itself
  const harness::Harness* harness = nullptr;
  harness::TargetView view;
  std::optional<std::string> program_sha256;  ///< empty: no such file; absent: not read yet
  model::Listing listing;
  bool listed = false;
  std::string unrunnable;  ///< why no test of it may be run any more; empty: they may
  /// The test that a launch began with when cupel died before a word of it.
  std::optional<std::size_t> silent_first;
  std::vector<std::size_t> selected;                ///< places in the listing, in its order
  std::vector<std::optional<SettledTest>> settled;  ///< one a listed test

  [[nodiscard]] const std::string& name() const { return config->name; }
  [[nodiscard]] model::TestId id(std::size_t index) const {
    return {config->name, listing.tests[index].name};
  }
};

}  // namespace cupel::engine
