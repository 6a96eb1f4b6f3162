// SPDX-License-Identifier: Apache-2.0
#include "format/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/text.h"

namespace cupel::format {
namespace {

using Node = nlohmann::json;

constexpr int deepest = 64;  // bits of the mask of occupied levels

// Bytes of ASCII that stand for themselves in a string.
constexpr std::array<bool, 256> stands_for_itself = [] {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0x20; byte < 0x7f; ++byte) table[byte] = byte != '"' && byte != '\\';
  return table;
}();

bool needs_no_escape(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= stands_for_itself[static_cast<unsigned char>(c)];
  return plain;
}

void append_escaped_unit(std::string& out, unsigned unit) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u00";
  out += digits[unit >> 4 & 15];
  out += digits[unit & 15];
}

void append_ascii(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      append_escaped_unit(out, byte);
  }
}

// `text` is valid UTF-8. The C1 controls are U+0080 to U+009F: the byte C2 and one below A0.
void append_string_body(std::string& out, std::string_view text) {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (stands_for_itself[byte]) continue;
    const bool c1 =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte >= 0x80 && !c1) continue;
    out.append(text, plain, i - plain);
    if (c1) {
      append_escaped_unit(out, static_cast<unsigned char>(text[++i]));
    } else {
      append_ascii(out, byte);
    }
    plain = i + 1;
  }
  out.append(text, plain);
}

// Eight bytes at a time: nearly all that is written is ASCII, and this is asked of all of it.
bool is_ascii(std::string_view text) {
  std::uint64_t high = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, 8);
    high |= eight;
  }
  for (; at < text.size(); ++at) high |= static_cast<unsigned char>(text[at]);
  return (high & 0x8080808080808080U) == 0;
}

const Node& node_of(const void* pointer) {
  static const Node null_node;
  return pointer == nullptr ? null_node : *static_cast<const Node*>(pointer);
}

std::string place_of(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text.substr(0, offset)) {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n' ? 1 : 0;
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

base::Error not_json(std::string_view text, const Node::exception& error) {
  const auto* parse_error = dynamic_cast<const Node::parse_error*>(&error);
  if (parse_error == nullptr) return base::trouble("not JSON: " + base::to_one_line(error.what()));
  const std::size_t offset = parse_error->byte == 0 ? 0 : parse_error->byte - 1;
  std::string why = error.what();
  if (const std::size_t end = why.find(": "); end != std::string::npos) why.erase(0, end + 2);
  return base::trouble("not JSON at " + place_of(text, std::min(offset, text.size())) + ": " +
                       base::to_one_line(why));
}

/// The library's interface, which goes on while the answer is true.
class Scanner : public nlohmann::json_sax<Node> {
 public:
  explicit Scanner(JsonListener& listener) : listener_(listener) {}
  bool null() override { return other(); }
  bool boolean(bool /*flag*/) override { return other(); }
  bool number_float(double /*number*/, const std::string& /*text*/) override { return other(); }
  bool binary(Node::binary_t& /*bytes*/) override { return other(); }
  bool number_integer(std::int64_t number) override {
    listener_.integer(number);
    return true;
  }
  bool number_unsigned(std::uint64_t number) override {
    if (number > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) return other();
    return number_integer(static_cast<std::int64_t>(number));
  }
  bool string(std::string& text) override {
    listener_.string(text);
    return true;
  }
  bool key(std::string& name) override {
    listener_.key(name);
    return true;
  }
  bool start_object(std::size_t /*size*/) override { return begin(true); }
  bool start_array(std::size_t /*size*/) override { return begin(false); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    if (const auto* syntax = dynamic_cast<const Node::parse_error*>(&error)) throw *syntax;
    if (const auto* range = dynamic_cast<const Node::out_of_range*>(&error)) throw *range;
    return false;
  }

 private:
  bool begin(bool object) {
    listener_.begin(object);
    return true;
  }
  bool end() {
    listener_.end();
    return true;
  }
  bool other() {
    listener_.other();
    return true;
  }

  JsonListener& listener_;
};

}  // namespace

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  const std::uint64_t bit = std::uint64_t{1} << (depth_ - 1);
  if ((occupied_ & bit) != 0) out_ += ',';
  occupied_ |= bit;
  if (depth_ <= open_levels_) new_line();
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  CUPEL_CHECK(depth_ < deepest, "JSON is written too deep");
  occupied_ &= ~(std::uint64_t{1} << depth_);
  ++depth_;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  CUPEL_CHECK(depth_ > 0 && !after_key_, "a JSON bracket is closed that is not open");
  const bool has_members = (occupied_ >> (depth_ - 1) & 1) != 0;
  const bool open = depth_ <= open_levels_;
  --depth_;
  if (open && has_members) new_line();
  out_ += bracket;
  return *this;
}

bool is_exact(std::string_view text) {
  return is_ascii(text) || base::is_utf8(text);
}

JsonWriter& JsonWriter::plain_key(std::string_view name) {
  // In one piece: a record of ten thousand tests has a hundred thousand keys.
  char piece[40];
  if (name.size() + 4 > sizeof piece) return key(name);
  separate();
  char* end = piece;
  *end++ = '"';
  end = std::copy(name.begin(), name.end(), end);
  *end++ = '"';
  *end++ = ':';
  if (depth_ <= open_levels_) *end++ = ' ';
  out_.append(piece, static_cast<std::size_t>(end - piece));
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += depth_ <= open_levels_ ? ": " : ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  out_ += text;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
  if (needs_no_escape(text)) {
    out_ += text;
  } else if (is_exact(text)) {
    append_string_body(out_, text);
  } else {
    append_string_body(out_, base::to_utf8(text));
  }
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (std::isnan(number)) return raw("\"nan\"");
  if (std::isinf(number)) return raw(number > 0 ? "\"inf\"" : "\"-inf\"");
  // Readers take "-0" for the integer zero, which has no sign.
  if (number == 0 && std::signbit(number)) return raw("-0.0");
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, number);
  return raw({text, static_cast<std::size_t>(written.ptr - text)});
}

JsonWriter& JsonWriter::integer(std::int64_t number) {
  char text[24];
  const auto written = std::to_chars(text, text + sizeof text, number);
  return raw({text, static_cast<std::size_t>(written.ptr - text)});
}

JsonWriter& JsonWriter::count(std::uint64_t number) {
  char text[24];
  const auto written = std::to_chars(text, text + sizeof text, number);
  return raw({text, static_cast<std::size_t>(written.ptr - text)});
}

Json::Kind Json::kind() const {
  switch (node_of(node_).type()) {
    case Node::value_t::boolean:
      return Kind::boolean;
    case Node::value_t::number_integer:
    case Node::value_t::number_unsigned:
    case Node::value_t::number_float:
      return Kind::number;
    case Node::value_t::string:
      return Kind::string;
    case Node::value_t::array:
      return Kind::array;
    case Node::value_t::object:
      return Kind::object;
    default:
      return Kind::null;
  }
}

Json Json::operator[](std::string_view name) const {
  const Node& node = node_of(node_);
  if (!node.is_object()) return {};
  const auto found = node.find(std::string(name));
  return found == node.end() ? Json{} : Json{document_, &*found};
}

bool Json::has(std::string_view name) const {
  return (*this)[name].node_ != nullptr;
}

std::size_t Json::size() const {
  const Node& node = node_of(node_);
  return node.is_structured() ? node.size() : 0;
}

std::vector<Json> Json::elements() const {
  std::vector<Json> found;
  const Node& node = node_of(node_);
  if (!node.is_array()) return found;
  found.reserve(node.size());
  for (const Node& item : node) found.push_back(Json{document_, &item});
  return found;
}

std::vector<std::pair<std::string, Json>> Json::members() const {
  std::vector<std::pair<std::string, Json>> found;
  const Node& node = node_of(node_);
  if (!node.is_object()) return found;
  for (const auto& [name, item] : node.items()) found.emplace_back(name, Json{document_, &item});
  return found;
}

std::optional<std::string> Json::string() const {
  const Node& node = node_of(node_);
  if (!node.is_string()) return std::nullopt;
  return node.get_ref<const std::string&>();
}

std::optional<bool> Json::boolean() const {
  const Node& node = node_of(node_);
  if (!node.is_boolean()) return std::nullopt;
  return node.get<bool>();
}

std::optional<double> Json::number() const {
  const Node& node = node_of(node_);
  if (node.is_number()) return node.get<double>();
  if (!node.is_string()) return std::nullopt;
  const auto& text = node.get_ref<const std::string&>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

std::optional<std::int64_t> Json::integer() const {
  const Node& node = node_of(node_);
  if (!node.is_number_integer()) return std::nullopt;
  if (node.is_number_unsigned() &&
      node.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    return std::nullopt;
  }
  return node.get<std::int64_t>();
}

std::optional<std::uint64_t> Json::count() const {
  const Node& node = node_of(node_);
  if (!node.is_number_unsigned()) return std::nullopt;
  return node.get<std::uint64_t>();
}

base::Result<Json> parse_json(std::string_view text) {
  try {
    auto document = std::make_shared<const Node>(Node::parse(text));
    const void* root = document.get();
    return Json{std::move(document), root};
  } catch (const Node::exception& error) {
    return not_json(text, error);
  }
}

base::Result<void> scan_json(std::string_view text, JsonListener& listener) {
  try {
    Scanner scanner(listener);
    Node::sax_parse(text, &scanner);
    return {};
  } catch (const Node::exception& error) {
    return not_json(text, error);
  }
}

}  // namespace cupel::format
