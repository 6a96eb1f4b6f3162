// SPDX-License-Identifier: Apache-2.0
// The log (1.63 to 1.95), flushed after each test:
//
//   log     = record*
//   record  = word " " NAME [ " <" SECONDS "s>" ] "\n"
//   word    = "ok" | "failed" | "failed (time limit exceeded)" | "failed: " MESSAGE
//           | "ignored" | "ignored, " REASON | "ignored: " REASON
//
// MESSAGE is libtest's own ("panic did not contain expected string" and two lines more); it and
// REASON may have newlines. A record is known by the name of the test that is due, so what else
// looks like a record ("ok other_test") is another's, and the log says something impossible.
#include "harness/libtest/run_log.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace cupel::harness::libtest {
namespace {

/// A panic message stands in a record, in quotes; what is longer is no record.
constexpr std::size_t longest_record = std::size_t{4} << 20;

struct WordRow {
  std::string_view text;
  model::Reported reported;
  bool has_message;  ///< the text is followed by one
};
constexpr std::array<WordRow, 7> word_rows{{
    {"ok", model::Reported::passed, false},
    {"failed", model::Reported::failed, false},
    {"failed (time limit exceeded)", model::Reported::failed, false},
    {"ignored", model::Reported::skipped, false},
    {"failed: ", model::Reported::failed, true},
    {"ignored: ", model::Reported::skipped, true},
    {"ignored, ", model::Reported::skipped, true},
}};

std::optional<LogRecord> parse_word(std::string_view word) {
  for (const WordRow& row : word_rows) {
    if (row.has_message ? !word.starts_with(row.text) : word != row.text) continue;
    LogRecord record;
    record.reported = row.reported;
    if (row.has_message) record.message = base::to_utf8(word.substr(row.text.size()));
    if (word.ends_with("exceeded)") && !row.has_message) record.message = "time limit exceeded";
    return record;
  }
  return std::nullopt;
}

/// Cuts " <0.030s>" off the end.
std::optional<base::Duration> take_duration(std::string_view& record) {
  const std::size_t at = record.rfind(" <");
  if (at == std::string_view::npos || !record.ends_with("s>")) return std::nullopt;
  const std::string_view number = record.substr(at + 2, record.size() - at - 4);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size()) return std::nullopt;
  if (!(value >= 0) || value > 1e8) return std::nullopt;
  record = record.substr(0, at);
  return base::from_seconds(value);
}

std::optional<LogRecord> parse_record(std::string_view text, std::string_view name) {
  std::optional<base::Duration> duration;
  if (!text.ends_with(name)) duration = take_duration(text);
  if (!text.ends_with(name) || text.size() < name.size() + 1) return std::nullopt;
  text.remove_suffix(name.size());
  if (!text.ends_with(' ')) return std::nullopt;
  text.remove_suffix(1);
  auto record = parse_word(text);
  if (record) record->duration = duration;
  return record;
}

bool may_go_on(std::string_view text) {
  return text.starts_with("failed: ") || text.starts_with("ignored: ") ||
         text.starts_with("ignored, ");
}

/// The name in a record of any test.
std::optional<std::string_view> any_name(std::string_view text) {
  for (const std::string_view word : {"ok ", "failed ", "ignored "}) {
    if (text.starts_with(word)) return text.substr(word.size());
  }
  return std::nullopt;
}

}  // namespace

void Log::on_bytes(std::string_view bytes, std::vector<model::Finding>& out) {
  while (!bytes.empty() && !broken_) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    buffer_ += piece;
    bytes.remove_prefix(piece.size());
    if (buffer_.size() > longest_record) return break_off("a record of it has no end", out);
    if (bytes.empty()) return;
    bytes.remove_prefix(1);
    on_record(out);
  }
}

void Log::on_record(std::vector<model::Finding>& out) {
  const std::size_t due = records_.size();
  if (due < tests_.size()) {
    if (auto record = parse_record(buffer_, tests_.name(due))) {
      records_.push_back(std::move(*record));
      buffer_.clear();
      return;
    }
  }
  if (is_of_ignored()) {
    buffer_.clear();
  } else if (may_go_on(buffer_)) {
    buffer_ += '\n';
  } else {
    on_foreign(out);
    buffer_.clear();
  }
}

/// "ignored", whatever reason, and the name of a test that is ignored as listed.
bool Log::is_of_ignored() const {
  const std::string_view text = buffer_;
  if (!text.starts_with("ignored")) return false;
  for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    if (tests_.is_ignored(text.substr(at + 1))) return true;
  }
  return false;
}

void Log::on_foreign(std::vector<model::Finding>& out) {
  const auto name = any_name(buffer_);
  if (!name) {
    return break_off("it has the line \"" + base::to_one_line(buffer_.substr(0, 200)) + "\"", out);
  }
  const auto slot = tests_.find(*name);
  if (!slot) {
    out.push_back(model::UnlistedCase{base::to_utf8(*name)});
  } else if (*slot < records_.size()) {
    out.push_back(model::CaseContradicted{tests_.index(*slot), "the log ends it twice"});
  } else {
    break_off("it ends " + base::to_one_line(*name) + " where " +
                  base::to_one_line(tests_.name(records_.size())) + " was due",
              out);
  }
}

void Log::break_off(std::string why, std::vector<model::Finding>& out) {
  broken_ = true;
  buffer_.clear();
  out.push_back(model::ChannelBroken{"the log", std::move(why)});
}

}  // namespace cupel::harness::libtest
