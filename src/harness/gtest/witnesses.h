// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/gtest/console.h"
#include "harness/gtest/launch_state.h"
#include "harness/gtest/outside.h"
#include "harness/gtest/report.h"

namespace cupel::harness::gtest {

/// Settles one launch after its end: the stream, the report and the console against each other.
class Witnesses {
 public:
  Witnesses(LaunchState& state, Console& console, const LaunchOutput& output, Findings& out);

  void run();
  [[nodiscard]] bool used_report() const { return report_.has_value(); }

 private:
  [[nodiscard]] bool premature() const;
  void read_report();
  void check_writer();
  void check_witnesses();
  void distrust(const std::string& why);
  void map_report();
  void settle_case(std::size_t slot);
  void settle_unreported(std::size_t slot);
  void settle_prevented(std::size_t slot, const ReportCase* reported);
  void settle_reported(std::size_t slot, const ReportCase& reported);
  void settle_by_text(std::size_t slot);
  void tell(std::size_t slot, model::Reported reported, const ReportCase* from);
  void tell_because(std::size_t slot, model::Reported reported,
                    const std::vector<model::Failure>& cause, std::string_view prefix);
  [[nodiscard]] std::vector<model::Failure> failures_of(std::size_t slot,
                                                        const ReportCase* reported) const;
  [[nodiscard]] bool anything_began() const;
  void check_end();
  void say_completed();

  LaunchState& state_;
  Console& console_;
  const LaunchOutput& output_;
  Findings& out_;
  bool regular_ = false;     ///< the program came to its end
  bool stream_cut_ = false;  ///< it did, but the stream was closed under way
  std::optional<Report> report_;
  std::vector<const ReportCase*> by_slot_;
  Outside outside_;
};

}  // namespace cupel::harness::gtest
