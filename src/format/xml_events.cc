// SPDX-License-Identifier: Apache-2.0
// What is read, a byte at a time:
//
//   document   = *( blank / "<?" … "?>" / comment ) element *( blank / comment )
//   element    = "<" name *( blank attribute ) [ blank ] ( "/>" / ">" content "</" name [ blank ]
//   ">" ) attribute  = name [ blank ] "=" [ blank ] ( '"' *( byte / entity ) '"' / "'" … "'" )
//   content    = *( element / byte / entity / comment / "<![CDATA[" … "]]>" / "<?" … "?>" )
//   entity     = "&" ( "lt" / "gt" / "amp" / "quot" / "apos" / "#" digits / "#x" hex ) ";"
#include "format/xml_events.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace cupel::format {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t longest_entity = 12;  ///< without '&' and ';'
constexpr std::string_view comment_marker = "--";
constexpr std::string_view cdata_marker = "[CDATA[";

bool is_blank(char c) {
  return blanks.find(c) != std::string_view::npos;
}

/// A byte of a name, generously: anything but what has a meaning in a tag.
bool is_name_byte(char c) {
  return static_cast<unsigned char>(c) > 0x20 && c != 0x7f &&
         std::string_view("<>/=\"'&!?").find(c) == std::string_view::npos;
}

std::string utf8_of(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000) {
    return {byte(0xE0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3F)),
            byte(0x80 | (code & 0x3F))};
  }
  return {byte(0xF0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3F)),
          byte(0x80 | ((code >> 6) & 0x3F)), byte(0x80 | (code & 0x3F))};
}

std::optional<std::string> numbered_character(std::string_view digits) {
  const bool hex = digits.starts_with('x');
  if (hex) digits.remove_prefix(1);
  std::uint32_t code = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, code, hex ? 16 : 10);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (error != std::errc{} || stop != end || code == 0 || code > 0x10FFFF || surrogate) {
    return std::nullopt;
  }
  return utf8_of(code);
}

/// What stands for "&NAME;"; the text itself where that is no entity of XML.
std::string resolve(std::string_view name) {
  constexpr std::pair<std::string_view, char> named[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : named) {
    if (known == name) return {character};
  }
  if (name.starts_with('#')) {
    if (auto character = numbered_character(name.substr(1))) return *std::move(character);
  }
  return "&" + std::string(name) + ";";
}

}  // namespace

const std::string* XmlStart::find(std::string_view attribute) const {
  for (const auto& [name_of, value] : attributes) {
    if (name_of == attribute) return &value;
  }
  return nullptr;
}

std::string_view XmlStart::get(std::string_view attribute) const {
  const std::string* value = find(attribute);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

std::string_view trim_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

void XmlEvents::feed(std::string_view bytes, XmlSink& sink) {
  for (std::size_t i = 0; i < bytes.size() && !failed(); ++i) {
    if (state_ == State::text && !open_.empty()) {
      // Character data in one piece: most of a long report is that.
      const std::size_t end = std::min(bytes.find_first_of("<&", i), bytes.size());
      if (end > i) {
        flush_text(sink);
        sink.on_text(bytes.substr(i, end - i));
        at_ += end - i;
        i = end;
        if (i == bytes.size()) break;
      }
    }
    step(bytes[i], sink);
    if (!failed()) ++at_;
  }
  if (!failed()) flush_text(sink);
}

void XmlEvents::step(char c, XmlSink& sink) {
  switch (state_) {
    case State::text:
      return on_text_byte(c, sink);
    case State::entity:
      return on_entity_byte(c, sink);
    case State::open:
      return on_open_byte(c);
    case State::start_name:
      return on_start_name_byte(c, sink);
    case State::in_tag:
    case State::empty_tag:
      return on_tag_byte(c, sink);
    case State::attribute_name:
    case State::after_attribute:
    case State::before_value:
      return on_attribute_byte(c);
    case State::value:
      return on_value_byte(c);
    case State::value_entity:
      return on_value_entity_byte(c);
    case State::end_name:
    case State::after_end_name:
      return on_end_name_byte(c, sink);
    case State::declaration:
      if (c == '>' && word_ == "?") state_ = State::text;
      word_.assign(1, c);
      return;
    case State::bang:
      return on_bang_byte(c);
    case State::comment:
      return on_comment_byte(c);
    case State::cdata:
      return on_cdata_byte(c, sink);
    case State::failed:
      return;
  }
}

void XmlEvents::on_text_byte(char c, XmlSink& sink) {
  if (c == '<') {
    flush_text(sink);
    state_ = State::open;
    return;
  }
  if (open_.empty()) {
    if (!is_blank(c)) fail(root_seen_ ? "text after the end of the document" : "text before it");
    return;
  }
  if (c == '&') {
    word_.clear();
    state_ = State::entity;
    return;
  }
  text_ += c;
}

void XmlEvents::on_entity_byte(char c, XmlSink& sink) {
  if (c == ';') {
    text_ += resolve(word_);
    state_ = State::text;
  } else if (c == '<' || c == '&' || word_.size() >= longest_entity) {
    text_ += '&' + word_;
    state_ = State::text;
    on_text_byte(c, sink);
  } else {
    word_ += c;
  }
}

void XmlEvents::on_open_byte(char c) {
  word_.clear();
  if (c == '/') {
    state_ = State::end_name;
  } else if (c == '?') {
    state_ = State::declaration;
  } else if (c == '!') {
    state_ = State::bang;
  } else if (!is_name_byte(c)) {
    fail("a '<' that begins no tag");
  } else if (root_closed_) {
    fail("a tag after the end of the document");
  } else {
    start_.name.assign(1, c);
    start_.attributes.clear();
    state_ = State::start_name;
  }
}

void XmlEvents::on_start_name_byte(char c, XmlSink& sink) {
  if (!is_name_byte(c)) {
    state_ = State::in_tag;
    return on_tag_byte(c, sink);
  }
  if (start_.name.size() >= longest_name) return fail("the name of a tag is too long");
  start_.name += c;
}

void XmlEvents::on_tag_byte(char c, XmlSink& sink) {
  if (state_ == State::empty_tag) {
    return c == '>' ? close_start(sink, true) : fail("a '/' inside a tag");
  }
  if (is_blank(c)) return;
  if (c == '>') return close_start(sink, false);
  if (c == '/') {
    state_ = State::empty_tag;
    return;
  }
  if (!is_name_byte(c)) return fail("a byte inside a tag that does not belong there");
  if (start_.attributes.size() >= most_attributes) return fail("a tag has too many attributes");
  start_.attributes.emplace_back(std::string(1, c), std::string());
  state_ = State::attribute_name;
}

void XmlEvents::on_attribute_byte(char c) {
  std::string& name = start_.attributes.back().first;
  if (state_ == State::before_value) {
    if (is_blank(c)) return;
    if (c != '"' && c != '\'') return fail("the value of an attribute is not quoted");
    quote_ = c;
    state_ = State::value;
    return;
  }
  if (c == '=') {
    state_ = State::before_value;
  } else if (is_blank(c)) {
    state_ = State::after_attribute;
  } else if (state_ == State::after_attribute || !is_name_byte(c)) {
    fail("an attribute without a value");
  } else if (name.size() >= longest_name) {
    fail("the name of an attribute is too long");
  } else {
    name += c;
  }
}

void XmlEvents::add_to_value(std::string_view bytes) {
  std::string& value = start_.attributes.back().second;
  value += bytes.substr(0, longest_value - std::min(value.size(), longest_value));
}

void XmlEvents::on_value_byte(char c) {
  if (c == quote_) {
    state_ = State::in_tag;
  } else if (c == '&') {
    word_.clear();
    state_ = State::value_entity;
  } else if (c == '<') {
    fail("a '<' inside the value of an attribute");
  } else {
    add_to_value({&c, 1});
  }
}

void XmlEvents::on_value_entity_byte(char c) {
  if (c == ';') {
    add_to_value(resolve(word_));
    state_ = State::value;
  } else if (c == quote_ || c == '&' || c == '<' || word_.size() >= longest_entity) {
    add_to_value("&" + word_);
    state_ = State::value;
    on_value_byte(c);
  } else {
    word_ += c;
  }
}

void XmlEvents::on_end_name_byte(char c, XmlSink& sink) {
  if (c == '>') return close_end(sink);
  if (is_blank(c) && !word_.empty()) {
    state_ = State::after_end_name;
  } else if (state_ == State::after_end_name || !is_name_byte(c)) {
    fail("a byte inside an end tag that does not belong there");
  } else if (word_.size() >= longest_name) {
    fail("the name of a tag is too long");
  } else {
    word_ += c;
  }
}

void XmlEvents::on_bang_byte(char c) {
  word_ += c;
  if (word_ == comment_marker) {
    word_.clear();
    state_ = State::comment;
  } else if (word_ == cdata_marker && !open_.empty()) {
    word_.clear();
    state_ = State::cdata;
  } else if (!comment_marker.starts_with(word_) && !cdata_marker.starts_with(word_)) {
    fail("a declaration that no report has");
  }
}

void XmlEvents::on_comment_byte(char c) {
  if (c == '>' && word_ == comment_marker) {
    state_ = State::text;
    return;
  }
  // The two bytes before this one.
  if (word_.size() == 2) word_.erase(0, 1);
  word_ += c;
}

void XmlEvents::on_cdata_byte(char c, XmlSink& sink) {
  if (c == '>' && word_ == "]]") {
    state_ = State::text;
    return;
  }
  word_ += c;
  while (!std::string_view("]]").starts_with(word_)) {
    text_ += word_.front();
    word_.erase(0, 1);
  }
  if (text_.size() >= longest_value) flush_text(sink);
}

void XmlEvents::close_start(XmlSink& sink, bool empty) {
  if (open_.size() >= deepest) return fail("elements are nested too deeply");
  state_ = State::text;
  root_seen_ = true;
  open_.push_back(start_.name);
  sink.on_start(start_);
  if (empty) leave_element(sink);
}

void XmlEvents::close_end(XmlSink& sink) {
  if (open_.empty() || open_.back() != word_) {
    return fail(open_.empty() ? "an end tag without a beginning"
                              : "an end tag of another element than the one that is open");
  }
  state_ = State::text;
  leave_element(sink);
}

void XmlEvents::leave_element(XmlSink& sink) {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  root_closed_ = open_.empty();
  sink.on_end(name);
}

void XmlEvents::flush_text(XmlSink& sink) {
  if (text_.empty()) return;
  sink.on_text(text_);
  text_.clear();
}

void XmlEvents::fail(std::string why) {
  why_ = std::move(why) + ", at byte " + std::to_string(at_);
  state_ = State::failed;
}

}  // namespace cupel::format
