// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/boost/log_line.h"
#include "harness/contract.h"

namespace cupel::harness::boost {

using Findings = std::vector<model::Finding>;
inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

/// A test of the launch, and what the log says of it.
struct Slot {
  std::size_t index = 0;  ///< in the listing
  std::string path;
  bool began = false;
  bool left = false;
  std::optional<base::Duration> duration;
  std::vector<model::Failure> failures;
};

/// Follows the log of one launch. Any test can write there what Boost.Test writes, so nothing of it
/// is an outcome: it says which test runs, and keeps what was said of failures.
class LaunchLog {
 public:
  LaunchLog(const model::Listing& listing, const RunPlan& plan);

  void on_bytes(std::string_view bytes, Findings& out);
  /// The last line, if nothing ended it.
  void finish(Findings& out);

  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  /// The slot of this path; `from` is tried first.
  [[nodiscard]] std::size_t find(std::string_view path, std::size_t from) const;
  /// Why a unit was skipped, by its path; empty where the log does not say.
  [[nodiscard]] std::string skip_reason(const std::string& path) const;
  [[nodiscard]] bool any_began() const { return next_ > 0; }
  /// The outermost unit was left: everything has run.
  [[nodiscard]] bool left_module() const { return left_module_; }
  /// Failures outside every test, by the path of the suite that ran.
  [[nodiscard]] const std::map<std::string, std::vector<model::Failure>>& outside() const {
    return outside_;
  }

 private:
  void on_line(std::string_view line, Findings& out);
  [[nodiscard]] bool goes_on(std::string_view line);
  void enter_case(std::string_view name, Findings& out);
  void leave_case(const LogLine& line, Findings& out);
  void leave_suite(std::string_view name);
  void add_failure(const LogLine& line);
  void add_text(std::string_view line);
  [[nodiscard]] std::string path_of(std::string_view name) const;

  std::vector<Slot> slots_;  ///< in list order
  std::unordered_map<std::string_view, std::size_t> by_path_;
  std::unordered_set<std::string> partial_;  ///< beginnings of names with a newline in them
  std::map<std::string, std::string> skips_;
  std::map<std::string, std::vector<model::Failure>> outside_;
  std::vector<std::string> suites_;  ///< that were entered
  std::string line_;
  std::string pending_;  ///< lines of a name that goes on
  std::size_t next_ = 0;
  std::size_t open_ = no_slot;
  model::Failure* failure_ = nullptr;  ///< to which text may still belong
  std::size_t kept_ = 0;               ///< bytes of failures
  bool left_module_ = false;
};

}  // namespace cupel::harness::boost
