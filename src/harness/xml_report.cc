// SPDX-License-Identifier: Apache-2.0
#include "harness/xml_report.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "base/time.h"

namespace cupel::harness {
namespace {

template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || stop != last) return std::nullopt;
  return value;
}

/// Both frameworks call it so.
constexpr std::string_view test_tag = "<TestCase ";
constexpr std::size_t longest_wreck = 64 * 1024;

class OneStart final : public format::XmlSink {
 public:
  void on_start(const format::XmlStart& element) override { start = element; }
  void on_end(std::string_view /*name*/) override {}
  void on_text(std::string_view /*bytes*/) override {}
  std::optional<format::XmlStart> start;
};

}  // namespace

void XmlReport::feed(std::string_view bytes, Findings& out) {
  if (!log_.broken()) {
    const std::size_t begin = events_.position();
    out_ = &out;
    events_.feed(bytes, *this);
    out_ = nullptr;
    bytes.remove_prefix(std::min(events_.position() - begin, bytes.size()));
    // Behind a record that broke the channel nothing is read, not even that it is no XML.
    is_wreck_ = events_.failed() && !log_.broken();
    if (is_wreck_) log_.break_channel("it is no well-formed report: " + events_.why(), out);
  }
  if (is_wreck_) read_wreck(bytes, out);
}

// Two writers leave no XML, but now and then the beginning of a test in one piece.
void XmlReport::read_wreck(std::string_view bytes, Findings& out) {
  for (const char c : bytes) {
    if (c == '<') wreck_.clear();
    if (wreck_.empty() && c != '<') continue;
    wreck_ += c;
    if (wreck_.size() > longest_wreck) wreck_.clear();
    if (c != '>') continue;
    if (wreck_.starts_with(test_tag)) {
      OneStart one;
      format::XmlEvents events;
      events.feed(wreck_, one);
      if (!events.failed() && one.start) log_.seen_again(named_by(*one.start), out);
    }
    wreck_.clear();
  }
}

const ReportRow* XmlReport::row_of(int parent, std::string_view element) const {
  for (const ReportRow& row : rows_) {
    if (row.parent == parent && row.element == element) return &row;
  }
  return nullptr;
}

void XmlReport::on_start(const format::XmlStart& element) {
  if (log_.broken()) return;
  const int parent = open_.empty() ? document : open_.back().part;
  const ReportRow* row = row_of(parent, element.name);
  Open& opened = open_.emplace_back();
  if (row != nullptr) {
    opened.part = row->part;
    opened.has_text = row->has_text;
    on_enter(row->part, element, *out_);
  } else if (is_misplaced(parent, element.name)) {
    log_.break_channel("a <" + base::to_one_line(element.name) + "> where none belongs", *out_);
  }
}

void XmlReport::on_end(std::string_view /*name*/) {
  if (log_.broken() || open_.empty()) return;
  const Open closed = std::move(open_.back());
  open_.pop_back();
  if (closed.part == passed_over) return;
  std::string text;
  if (closed.has_text) text = format::trim_blanks(closed.text.text());
  on_leave(closed.part, std::move(text), *out_);
}

void XmlReport::on_text(std::string_view bytes) {
  if (!open_.empty() && open_.back().has_text) open_.back().text.append(bytes);
}

model::Location location_of(const format::XmlStart& element) {
  model::Location location;
  location.file = base::to_utf8(element.get("filename"));
  const auto line = number_of<int>(element.get("line"));
  if (line && *line > 0 && *line < 1'000'000'000) location.line = *line;
  return location;
}

std::optional<std::size_t> count_of(const format::XmlStart& element, std::string_view attribute) {
  return number_of<std::size_t>(element.get(attribute));
}

std::optional<base::Duration> duration_of(const format::XmlStart& element,
                                          std::string_view attribute) {
  const auto value = number_of<double>(element.get(attribute));
  if (!value || !(*value >= 0 && *value < 1e9)) return std::nullopt;
  return base::from_seconds(*value);
}

std::optional<bool> truth_of(const format::XmlStart& element, std::string_view attribute) {
  const std::string_view value = element.get(attribute);
  if (value == "true") return true;
  if (value == "false") return false;
  return std::nullopt;
}

}  // namespace cupel::harness
