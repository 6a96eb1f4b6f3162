// SPDX-License-Identifier: Apache-2.0
//   line  = "{" '"at":' NS ',"event":' WORD { "," MEMBER } "}" "\n"
//   NS    = nanoseconds since 1970 UTC; WORD = one of event_words; MEMBER = see event_fields.h
#include "record/journal_codec.h"

#include "record/event_fields.h"

namespace cupel::record {
namespace {

base::Error damaged(std::size_t line, const std::string& why) {
  return base::trouble(
      "line " + std::to_string(line) + " of the journal is damaged: " + why,
      "the file was changed or its disk is faulty; start a fresh run, or cut the journal before "
      "that line to keep what comes earlier");
}

// Adds the event of one line to the journal.
base::Result<void> read_line(std::string_view text, std::size_t line, Journal& journal) {
  auto parsed = format::parse_json(text);
  if (!parsed.ok()) return damaged(line, parsed.error().message);
  const auto at = (*parsed)["at"].integer();
  const auto kind = (*parsed)["event"].string();
  if (!at || !kind) return damaged(line, "it has no time or no kind of event");
  std::string fault;
  FieldReader reader(*parsed, fault);
  model::Event event{base::WallTime(base::Duration(*at)), {}};
  if (!read_alternative(reader, "event", event_words, event.body)) {
    journal.unknown.push_back({line, *kind});
    return {};
  }
  if (!fault.empty()) return damaged(line, "in " + *kind + ", " + fault);
  journal.events.push_back(std::move(event));
  return {};
}

}  // namespace

void append_journal_line(std::string& out, const model::Event& event) {
  format::JsonWriter json(out);
  json.begin_object().field("at", event.at.time_since_epoch().count());
  FieldWriter writer(json, Bytes::exact);
  write_alternative(writer, "event", event_words, event.body);
  json.end_object();
  out += '\n';
}

base::Result<Journal> read_journal(std::string_view text) {
  Journal journal;
  for (std::size_t line = 1;; ++line) {
    const std::size_t end = text.find('\n', journal.whole_bytes);
    if (end == std::string_view::npos) return journal;
    CUPEL_TRY(
        read_line(text.substr(journal.whole_bytes, end - journal.whole_bytes), line, journal));
    journal.whole_bytes = end + 1;
  }
}

}  // namespace cupel::record
