// SPDX-License-Identifier: Apache-2.0
// A report that a program streams as XML, read by a table of its parts: which element may stand in
// which. For Catch2 and doctest.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/xml_events.h"
#include "harness/capped_text.h"
#include "harness/case_log.h"

namespace cupel::harness {

/// Inside `parent` an element of this name is `part`. Parts are numbers of the framework's own enum
/// and 0 is the document itself; what no row has is passed over, with all that it holds.
struct ReportRow {
  int parent = 0;
  std::string_view element;
  int part = 0;
  bool has_text = false;  ///< its character data counts
};

class XmlReport : private format::XmlSink {
 public:
  void feed(std::string_view bytes, Findings& out);

 protected:
  static constexpr int document = 0;
  static constexpr int passed_over = -1;

  XmlReport(std::span<const ReportRow> rows, CaseLog& log) : rows_(rows), log_(log) {}

  virtual void on_enter(int part, const format::XmlStart& element, Findings& out) = 0;
  /// `text`: its character data without blanks at both ends, where the row says that it counts.
  virtual void on_leave(int part, std::string text, Findings& out) = 0;
  /// An element that the framework writes in one kind of place only stood in another.
  [[nodiscard]] virtual bool is_misplaced(int parent, std::string_view element) const = 0;
  /// How the report names the test that begins with this element.
  [[nodiscard]] virtual ReportedName named_by(const format::XmlStart& element) const = 0;

  [[nodiscard]] CaseLog& log() { return log_; }
  [[nodiscard]] const CaseLog& log() const { return log_; }
  [[nodiscard]] const format::XmlEvents& events() const { return events_; }

 private:
  void on_start(const format::XmlStart& element) override;
  void on_end(std::string_view name) override;
  void on_text(std::string_view bytes) override;
  [[nodiscard]] const ReportRow* row_of(int parent, std::string_view element) const;
  void read_wreck(std::string_view bytes, Findings& out);

  struct Open {
    int part = passed_over;
    bool has_text = false;
    CappedText text;
  };
  std::span<const ReportRow> rows_;
  CaseLog& log_;
  format::XmlEvents events_;
  std::vector<Open> open_;
  bool is_wreck_ = false;    ///< it ceased to be XML
  std::string wreck_;        ///< past the place where it ceased to be XML: the tag being read
  Findings* out_ = nullptr;  ///< only while bytes are fed
};

/// Where a report says something happened; unknown parts stay empty.
[[nodiscard]] model::Location location_of(const format::XmlStart& element);
/// A count; none where the attribute is absent or is no number.
[[nodiscard]] std::optional<std::size_t> count_of(const format::XmlStart& element,
                                                  std::string_view attribute);
/// Seconds; none where the attribute is absent or no duration.
[[nodiscard]] std::optional<base::Duration> duration_of(const format::XmlStart& element,
                                                        std::string_view attribute);
/// "true" or "false"; none for anything else.
[[nodiscard]] std::optional<bool> truth_of(const format::XmlStart& element,
                                           std::string_view attribute);

}  // namespace cupel::harness
