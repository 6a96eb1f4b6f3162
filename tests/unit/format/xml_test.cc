// SPDX-License-Identifier: Apache-2.0
#include "format/xml.h"

#include <gtest/gtest.h>

namespace cupel::format {
namespace {

TEST(Xml, ReadsElementsAttributesAndText) {
  const auto document = XmlDocument::parse(
      "<?xml version=\"1.0\"?><!-- c --><a x='1&#x0A;2' y=''><b><![CDATA[one]]> &amp; two</b><!-- "
      "d --><c/></a>");
  ASSERT_TRUE(document.ok());
  const XmlElement root = document.value().root();
  EXPECT_EQ(root.name(), "a");
  EXPECT_EQ(root.attribute("x"), "1\n2");
  EXPECT_TRUE(root.has("y"));
  EXPECT_FALSE(root.has("z"));
  EXPECT_EQ(root.attribute("z"), "");
  const XmlElement first = root.first_child();
  EXPECT_EQ(first.text(), "one & two");
  EXPECT_EQ(first.next_sibling().name(), "c");
  EXPECT_FALSE(first.next_sibling().next_sibling());
  EXPECT_FALSE(first.next_sibling().first_child());
}

TEST(Xml, KeepsBytesThatAreNoUtf8) {
  const auto document = XmlDocument::parse("<a x='\xff\xfe'>\x80</a>");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document.value().root().attribute("x"), "\xff\xfe");
  EXPECT_EQ(document.value().root().text(), "\x80");
}

TEST(Xml, RefusesWhatIsNoDocument) {
  for (const char* text : {"", "text", "<a", "<a><b></a>", "<a x=1/>"}) {
    const auto document = XmlDocument::parse(text);
    ASSERT_FALSE(document.ok()) << text;
    EXPECT_NE(document.error().message.find("not XML at byte"), std::string::npos) << text;
  }
  EXPECT_FALSE(XmlElement());
}

}  // namespace
}  // namespace cupel::format
