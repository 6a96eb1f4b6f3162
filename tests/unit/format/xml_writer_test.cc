// SPDX-License-Identifier: Apache-2.0
#include "format/xml_writer.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <random>

#include "base/text.h"

namespace cupel::format {
namespace {

std::string one(std::string_view attribute, std::string_view text) {
  std::string out;
  XmlWriter(out).open("a").attribute("b", attribute).text(text).close();
  return out;
}

TEST(XmlWriter, IndentsElementsAndKeepsTextAsItIs) {
  std::string out;
  XmlWriter xml(out);
  xml.open("a").attribute("n", "1").open("b").text("  t\n").close().open("c").close();
  xml.open("d").open("e").close().close().close();
  EXPECT_EQ(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a n=\"1\">\n  <b>  t\n</b>\n  <c/>\n"
            "  <d>\n    <e/>\n  </d>\n</a>\n");
}

TEST(XmlWriter, EscapesMarkup) {
  const std::string out = one("<\"&\n\t'>", "]]> & <x> \"");
  EXPECT_NE(out.find("b=\"&lt;&quot;&amp;&#10;&#9;'&gt;\""), std::string::npos) << out;
  EXPECT_NE(out.find("]]&gt; &amp; &lt;x&gt; \""), std::string::npos) << out;
}

TEST(XmlWriter, WhatXmlCannotHoldIsVisible) {
  const std::string out =
      one("\x01", std::string("\0\x1b[31m\xff\xEF\xBF\xBE\xEF\xBF\xBF\x7f", 14));
  EXPECT_NE(out.find("b=\"\\x01\""), std::string::npos) << out;
  EXPECT_NE(out.find("\\x00\\x1B[31m\\xFF\\uFFFE\\uFFFF\\x7F"), std::string::npos) << out;
}

// The characters of XML 1.0, production 2, in UTF-8 of one byte: tab, newline, return and up.
void expect_xml_characters(const std::string& text) {
  ASSERT_TRUE(base::is_utf8(text));
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    EXPECT_TRUE(byte >= 0x20 || c == '\n' || c == '\t') << static_cast<int>(byte);
  }
}

TEST(XmlWriter, AnyBytesReadBackAsTheirVisibleForm) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    std::string bytes = "x";
    for (int i = 0; i < 60; ++i) bytes += static_cast<char>(random() % 256);
    bytes += "x";
    const std::string out = one(bytes, bytes);
    expect_xml_characters(out);
    pugi::xml_document document;
    ASSERT_TRUE(document.load_buffer(out.data(), out.size())) << out;
    EXPECT_EQ(document.child("a").attribute("b").value(), base::to_printable(bytes));
    EXPECT_EQ(document.child("a").child_value(), base::to_printable(bytes));
  }
}

}  // namespace
}  // namespace cupel::format
