// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/xml_report.h"

namespace cupel::harness::doctest {

/// Follows the XML report of one launch.
class Report final : public XmlReport {
 public:
  explicit Report(CaseLog& log);

  /// The process has ended.
  void finish(Findings& out);

 private:
  /// How many tests the report itself counts.
  struct Totals {
    std::size_t cases = 0;
    std::size_t failed = 0;
  };

  void on_enter(int part, const format::XmlStart& element, Findings& out) override;
  void on_leave(int part, std::string text, Findings& out) override;
  [[nodiscard]] bool is_misplaced(int parent, std::string_view element) const override;
  [[nodiscard]] ReportedName named_by(const format::XmlStart& element) const override;

  void begin_test(const format::XmlStart& element, Findings& out);
  void begin_assertion(const format::XmlStart& element);
  void end_assertion(std::string message);
  void end_exception(std::string text);
  void read_result(const format::XmlStart& element, Findings& out);
  void end_test(Findings& out);
  void read_totals(const format::XmlStart& element, Findings& out);
  [[nodiscard]] std::string expression_message() const;
  [[nodiscard]] std::string why_failed_silently() const;

  // Of the open test.
  model::Location place_;
  bool should_fail_ = false;
  std::string timeout_;
  std::string expected_failures_;
  std::optional<model::CaseResult> result_;
  std::vector<std::pair<std::string, std::string>> properties_;
  // Of the open assertion or message.
  model::Location assertion_place_;
  std::string macro_;
  bool assertion_failed_ = false;
  std::string original_;
  std::string expanded_;
  std::string thrown_;
  std::string said_;
  std::vector<std::string> infos_;

  std::optional<Totals> totals_;
};

}  // namespace cupel::harness::doctest
