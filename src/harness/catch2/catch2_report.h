// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/xml_report.h"

namespace cupel::harness::catch2 {

/// Follows the XML report of one launch, of v2 or v3.
class Report final : public XmlReport {
 public:
  explicit Report(CaseLog& log);

  /// The process has ended. `verdicts`: the second report, null where the program writes none.
  void finish(const std::string* verdicts, Findings& out);

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
  void read_result(const format::XmlStart& element, Findings& out);
  void end_test(Findings& out);
  void read_totals(const format::XmlStart& element, Findings& out);
  [[nodiscard]] bool agrees_with(const std::string& verdicts) const;
  void fail(std::string message, model::Location location);
  [[nodiscard]] std::string with_infos(std::string message);
  [[nodiscard]] std::string expression_message() const;
  [[nodiscard]] std::string why_failed_silently() const;

  // Of the open test.
  model::Location place_;
  bool should_fail_ = false;
  std::optional<model::CaseResult> result_;
  std::vector<std::string> infos_;  ///< of the assertion to come
  std::vector<std::string> skips_;
  std::string output_;
  // Of the open element.
  model::Location element_place_;
  model::Location expression_place_;
  std::string macro_;
  std::string original_;
  std::string expanded_;
  std::string thrown_;
  bool expression_failed_ = false;

  std::optional<Totals> totals_;
};

}  // namespace cupel::harness::catch2
