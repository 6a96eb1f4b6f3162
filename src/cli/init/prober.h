// SPDX-License-Identifier: Apache-2.0
// Asks programs, build trees and suites what tests they have, through the frameworks' own listings.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/process_launcher.h"
#include "engine/reactor.h"
#include "harness/contract.h"
#include "os/directory.h"

namespace cupel::cli::init {

/// For what may have to import or read much before it can answer.
inline constexpr base::Duration tree_limit = std::chrono::minutes(2);

/// What a program said of itself.
struct Identity {
  std::string harness;  ///< empty: it was not identified
  model::Listing listing;
  bool cuda = false;
  bool marked = false;  ///< it has the marks of a framework, so it was asked
  std::string why;      ///< it was not identified
};

class Prober {
 public:
  [[nodiscard]] static base::Result<std::unique_ptr<Prober>> open();

  using Watch = std::function<void(const harness::LaunchOutput&)>;
  /// `harness` is a word of the table.
  [[nodiscard]] base::Result<harness::ListStep> ask(const std::string& harness,
                                                    const harness::TargetView& target,
                                                    base::Duration limit, const Watch& watch = {});

  /// Looks for marks, and asks in the frameworks that they stand for. `path` is absolute.
  [[nodiscard]] base::Result<Identity> identify(const std::string& path,
                                                const std::string& workdir);

 private:
  Prober(os::PrivateDir scratch, std::unique_ptr<engine::ProcessLauncher> launcher);

  os::PrivateDir scratch_;
  std::unique_ptr<engine::ProcessLauncher> launcher_;
  engine::Reactor reactor_;
  std::map<std::string, std::string> environment_;
};

}  // namespace cupel::cli::init
