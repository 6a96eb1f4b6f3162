// SPDX-License-Identifier: Apache-2.0
#include "format/xml_writer.h"

#include "base/check.h"
#include "base/text.h"

namespace cupel::format {
namespace {

// Valid UTF-8 without control characters, but for the two that are neither: XML 1.0 has no U+FFFE
// and no U+FFFF.
std::string xml_characters(std::string_view bytes) {
  std::string text = base::to_printable(bytes);
  for (const auto& [raw, visible] :
       {std::pair<std::string_view, std::string_view>{"\xEF\xBF\xBE", "\\uFFFE"},
        {"\xEF\xBF\xBF", "\\uFFFF"}}) {
    for (std::size_t at = 0; (at = text.find(raw, at)) != std::string::npos;) {
      text.replace(at, raw.size(), visible);
    }
  }
  return text;
}

// What stands for a character, empty where it stands for itself. Line ends and tabs of an attribute
// would be read back as blanks; references keep them.
std::string_view reference_of(char c, bool in_attribute) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return in_attribute ? "&quot;" : "";
    case '\n':
      return in_attribute ? "&#10;" : "";
    case '\t':
      return in_attribute ? "&#9;" : "";
    default:
      return {};
  }
}

void append_escaped(std::string& out, std::string_view bytes, bool in_attribute) {
  const std::string text = xml_characters(bytes);
  std::size_t plain = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view reference = reference_of(text[at], in_attribute);
    if (reference.empty()) continue;
    out.append(text, plain, at - plain);
    out += reference;
    plain = at + 1;
  }
  out.append(text, plain);
}

}  // namespace

XmlWriter::XmlWriter(std::string& out) : out_(out) {
  out_ += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
}

void XmlWriter::end_start_tag() {
  if (tag_open_) out_ += '>';
  tag_open_ = false;
}

void XmlWriter::new_line() {
  out_ += '\n';
  out_.append(names_.size() * 2, ' ');
}

XmlWriter& XmlWriter::open(std::string_view name) {
  end_start_tag();
  new_line();
  out_ += '<';
  out_ += name;
  names_.emplace_back(name);
  tag_open_ = true;
  has_text_ = false;
  has_child_ = false;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  CUPEL_CHECK(tag_open_, "an XML attribute outside a start tag");
  out_ += ' ';
  out_ += name;
  out_ += "=\"";
  append_escaped(out_, value, true);
  out_ += '"';
  return *this;
}

XmlWriter& XmlWriter::text(std::string_view content) {
  end_start_tag();
  append_escaped(out_, content, false);
  has_text_ = true;
  return *this;
}

XmlWriter& XmlWriter::close() {
  CUPEL_CHECK(!names_.empty(), "an XML element is closed that is not open");
  const std::string name = std::move(names_.back());
  names_.pop_back();
  if (tag_open_) {
    out_ += "/>";
  } else {
    if (!has_text_ || has_child_) new_line();
    out_ += "</" + name + ">";
  }
  tag_open_ = false;
  has_text_ = false;
  has_child_ = true;
  if (names_.empty()) out_ += '\n';
  return *this;
}

}  // namespace cupel::format
