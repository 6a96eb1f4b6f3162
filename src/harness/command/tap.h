// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"

namespace cupel::harness::command {

/// What the points of a TAP stream come to.
struct TapVerdict {
  std::vector<model::Failure> failures;  ///< points that are not ok, and faults of the stream
  bool silent = false;                   ///< no word of TAP came
  bool skipped = false;                  ///< nothing ran: the plan or every point says skip
  std::string skip_reason;
};

/// Reads TAP 13 and 14 as it comes.
class TapReader {
 public:
  /// Points are appended to `points` in the order in which they come.
  void on_bytes(std::string_view bytes, std::vector<model::Subcase>& points);
  /// The output has ended. Points of the plan that never came are appended as never reached.
  [[nodiscard]] TapVerdict finish(std::vector<model::Subcase>& points);

 private:
  using Points = std::vector<model::Subcase>;
  struct Point;

  void on_line(std::string_view line, Points& points);
  bool on_point(std::string_view line, bool inner, Points& points);
  bool on_plan(std::string_view line);
  bool on_bail_out(std::string_view line);
  void on_inner_line(std::string_view line, Points& points);
  void on_diagnostic(std::string_view line);
  void outer_point(const Point& point, Points& points);
  void inner_point(const Point& point, Points& points);
  void fail(std::string message);
  void fault(std::string message);

  std::string line_;
  bool line_cut_ = false;
  std::optional<std::size_t> plan_;
  bool plan_after_points_ = false;
  std::optional<std::string> plan_skip_;
  std::size_t outer_ = 0;    ///< points so far
  std::size_t skipped_ = 0;  ///< of them
  std::string first_skip_;
  std::string subtest_;  ///< name of the subtest whose points are coming
  std::vector<std::string> inner_failed_;
  bool bailed_out_ = false;
  bool in_block_ = false;           ///< in a YAML block of the last point
  bool describes_failure_ = false;  ///< diagnostics that come are those of the last failure
  std::vector<model::Failure> failures_;
  std::vector<std::string> faults_;
};

}  // namespace cupel::harness::command
