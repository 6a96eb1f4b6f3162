// SPDX-License-Identifier: Apache-2.0
// The tests of one launch as a streamed report tells of them: one begins, has failures and
// sub-cases, and ends, and then the next. For the frameworks whose report names each test before it
// runs (Catch2, doctest). Findings leave here alone, so that a test ends once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/contract.h"

namespace cupel::harness {

using Findings = std::vector<model::Finding>;

/// How a report names a test: none of the parts need be unique by itself.
struct ReportedName {
  std::string name;
  std::string file;
  int line = 0;  ///< 0 where the report has none
};

class CaseLog {
 public:
  /// `names`: what the report will call each test of the launch, by index of the listing.
  using NameOf = ReportedName (*)(const model::TestCase&);
  CaseLog(const model::Listing& listing, const RunPlan& plan, NameOf name_of, std::string channel);

  void begin(const ReportedName& reported, Findings& out);
  /// Into a sub-case of the open test, and out of it.
  void enter_subcase(std::string_view name, Findings& out);
  void leave_subcase();
  /// Of the open test. Beyond what one launch may keep the message is dropped, the failure is not.
  void add_failure(model::Failure failure);
  /// The failures of the open test so far.
  [[nodiscard]] const std::vector<model::Failure>& failures() const { return failures_; }
  /// Ends the open test; its failures are added where the result is a failed one.
  void finish(model::CaseResult result, Findings& out);
  /// The framework says that the process dies inside the open test: it never ends, and nothing that
  /// comes later is a result.
  void die_inside();
  /// The channel is not believed from here on; said once, with the tests around the place.
  void break_channel(std::string why, Findings& out);

  /// Nothing that the channel said of a test that did not fail is believed.
  void distrust(const std::string& why, Findings& out);
  /// Past the break a test begins that has begun before: a copy of the process runs on, and the
  /// test that it was made in is contradicted. Once.
  void seen_again(const ReportedName& reported, Findings& out);

  [[nodiscard]] bool broken() const { return broken_; }
  [[nodiscard]] bool died() const { return died_; }
  /// Tests that ended, those that nobody asked for included, and how many of them failed.
  [[nodiscard]] std::size_t ended() const { return ended_; }
  [[nodiscard]] std::size_t failed() const { return failed_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Slot {
    std::size_t index = 0;
    std::string key;
    std::string shown;
    bool covered = false;
    bool began = false;
    std::size_t twin = none;  ///< the next slot of the same key
  };

  [[nodiscard]] std::size_t find(const std::string& key) const;
  void begin_again(std::size_t slot, Findings& out);
  void begin_stranger(const ReportedName& reported, Findings& out);
  void blame_the_one_before(std::size_t slot, Findings& out);
  void contradict(std::size_t slot, std::string how, Findings& out);

  std::string channel_;
  std::vector<Slot> slots_;  ///< in list order
  std::unordered_map<std::string_view, std::size_t> first_;
  std::vector<std::size_t> order_;  ///< slots as they began
  std::vector<std::size_t> good_;   ///< slots that ended, and not as failed
  std::size_t next_ = 0;            ///< the slot expected to begin next
  std::size_t current_ = none;      ///< of the open test; none: a stranger
  bool open_ = false;
  bool broken_ = false;
  bool died_ = false;
  bool blamed_ = false;
  std::size_t ended_ = 0;
  std::size_t failed_ = 0;
  std::size_t strangers_ = 0;
  std::size_t kept_ = 0;  ///< bytes of messages kept so far
  std::vector<model::Failure> failures_;
  std::size_t failures_dropped_ = 0;
  std::vector<std::string> path_;  ///< of the open sub-cases
  std::unordered_set<std::string> subcases_;
};

}  // namespace cupel::harness
