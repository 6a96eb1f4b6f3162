// SPDX-License-Identifier: Apache-2.0
#include "format/xml_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::format {
namespace {

using ::testing::HasSubstr;

/// The events as one line: "<a x=1>", "text", "</a>"; pieces of text joined.
class Collector final : public XmlSink {
 public:
  void on_start(const XmlStart& element) override {
    said += "<" + element.name;
    for (const auto& [name, value] : element.attributes) said += " " + name + "=" + value;
    said += ">";
  }
  void on_end(std::string_view name) override { said += "</" + std::string(name) + ">"; }
  void on_text(std::string_view bytes) override { said += bytes; }
  std::string said;
};

struct Read {
  std::string said;
  bool complete = false;
  std::string why;
};

Read read(std::string_view bytes, std::size_t chunk) {
  XmlEvents events;
  Collector collector;
  for (std::size_t at = 0; at < bytes.size(); at += chunk) {
    events.feed(bytes.substr(at, chunk), collector);
  }
  return {collector.said, events.complete(), events.why()};
}

/// The same for every way to cut it.
Read read(std::string_view bytes) {
  const Read whole = read(bytes, bytes.size() + 1);
  for (std::size_t chunk = 1; chunk < std::min<std::size_t>(bytes.size(), 9); ++chunk) {
    const Read cut = read(bytes, chunk);
    EXPECT_EQ(cut.said, whole.said) << chunk;
    EXPECT_EQ(cut.why, whole.why) << chunk;
    EXPECT_EQ(cut.complete, whole.complete) << chunk;
  }
  return whole;
}

TEST(XmlEvents, ReadsADocument) {
  const Read got = read("<?xml version=\"1.0\"?>\n<a x='1' y = \"2\"><b/>te<c >xt</c\n></a>\n");
  EXPECT_EQ(got.said, "<a x=1 y=2><b></b>te<c>xt</c></a>");
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.why, "");
}

TEST(XmlEvents, ResolvesEntities) {
  const Read got =
      read("<a v=\"&lt;&quot;&#65;&#x2713;&nbsp;&\">&amp;&gt;&apos;&x; & &#0;&#xD800;</a>");
  EXPECT_EQ(got.said, "<a v=<\"A\xe2\x9c\x93&nbsp;&>&>'&x; & &#0;&#xD800;</a>");
  EXPECT_TRUE(got.complete);
}

TEST(XmlEvents, KeepsBytesAsTheyAre) {
  const Read got = read("<a n=\"new\nline\ttab\xff\">\x01\xfe \n</a>");
  EXPECT_EQ(got.said, "<a n=new\nline\ttab\xff>\x01\xfe \n</a>");
  EXPECT_TRUE(got.complete);
}

TEST(XmlEvents, PassesOverCommentsAndReadsCdata) {
  const Read got = read("<!-- <x> -- --><a>1<!-- > -->2<![CDATA[<&]] >]]]>3<?pi <x> ?></a><!---->");
  EXPECT_EQ(got.said, "<a>12<&]] >]3</a>");
  EXPECT_TRUE(got.complete) << got.why;
}

TEST(XmlEvents, SaysWhatIsOpenWhenItIsCut) {
  const Read got = read("<a><b k=\"v\">some te");
  EXPECT_EQ(got.said, "<a><b k=v>some te");
  EXPECT_FALSE(got.complete);
  EXPECT_EQ(got.why, "");
}

struct Bad {
  const char* bytes;
  const char* why;
};
class Refused : public ::testing::TestWithParam<Bad> {};

TEST_P(Refused, StopsThere) {
  const Read got = read(GetParam().bytes);
  EXPECT_THAT(got.why, HasSubstr(GetParam().why));
  EXPECT_THAT(got.why, HasSubstr("at byte "));
  EXPECT_FALSE(got.complete);
}

INSTANTIATE_TEST_SUITE_P(
    XmlEvents, Refused,
    ::testing::Values(Bad{"<a></b>", "another element"}, Bad{"<a/></a>", "without a beginning"},
                      Bad{"<a/><b/>", "a tag after the end"}, Bad{"<a/>x", "text after the end"},
                      Bad{"x<a/>", "text before"}, Bad{"<a b>", "without a value"},
                      Bad{"<a b=c>", "not quoted"}, Bad{"<a b=\"<\">", "inside the value"},
                      Bad{"<a / >", "a '/' inside"}, Bad{"<a <b>>", "inside a tag"},
                      Bad{"< a>", "begins no tag"}, Bad{"<a></a b>", "inside an end tag"},
                      Bad{"<!DOCTYPE a>", "no report has"}, Bad{"<![CDATA[x]]>", "no report has"}));

TEST(XmlEvents, IsBounded) {
  const std::string deep = [] {
    std::string text;
    for (std::size_t i = 0; i <= XmlEvents::deepest; ++i) text += "<a>";
    return text;
  }();
  EXPECT_THAT(read(deep, 64).why, HasSubstr("too deeply"));
  EXPECT_THAT(read("<" + std::string(300, 'n') + ">", 64).why, HasSubstr("too long"));
  std::string many = "<a";
  for (int i = 0; i < 70; ++i) many += " b=\"\"";
  EXPECT_THAT(read(many + ">", 64).why, HasSubstr("too many attributes"));
}

TEST(XmlEvents, CutsALongValueAndGoesOn) {
  const std::string value(XmlEvents::longest_value + 1000, 'v');
  const Read got = read("<a x=\"" + value + "\" y=\"1\"/>", 4096);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.said.size(), XmlEvents::longest_value + std::string("<a x= y=1></a>").size());
}

TEST(XmlEvents, TellsAttributesApart) {
  XmlStart start{"a", {{"x", "1"}, {"x", "2"}, {"y", ""}}};
  EXPECT_EQ(start.get("x"), "1");
  EXPECT_NE(start.find("y"), nullptr);
  EXPECT_EQ(start.find("z"), nullptr);
  EXPECT_EQ(start.get("z"), "");
}

TEST(TrimBlanks, TakesBothEndsOff) {
  EXPECT_EQ(trim_blanks(" \n\t a b \r\n"), "a b");
  EXPECT_EQ(trim_blanks(" \n"), "");
  EXPECT_EQ(trim_blanks(""), "");
}

}  // namespace
}  // namespace cupel::format
