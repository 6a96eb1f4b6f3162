// SPDX-License-Identifier: Apache-2.0
#include "harness/name_cover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::harness {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Names are said as they are, up to a '!'; "+" after one means that it may go on.
class PlainRules final : public PatternRules {
 public:
  [[nodiscard]] std::string_view compared(std::string_view native) const override { return native; }
  [[nodiscard]] char folded(char c) const override { return c == 'A' ? 'a' : c; }
  [[nodiscard]] std::size_t expressible(std::string_view text) const override {
    return std::min(text.find('!'), text.size());
  }
  [[nodiscard]] bool is_exact(std::string_view text) const override {
    return !text.empty() && expressible(text) == text.size();
  }
  [[nodiscard]] std::string spell(std::string_view text, bool and_more) const override {
    return std::string(text) + (and_more ? "+" : "");
  }
};

/// "w" before a name wants it, "-" avoids it, "." does not care.
NameCover cover(const std::vector<std::string>& marked) {
  model::Listing listing;
  std::vector<Wish> wishes;
  for (const std::string& one : marked) {
    listing.tests.emplace_back().native = one.substr(1);
    wishes.push_back(one[0] == 'w' ? Wish::want : one[0] == '-' ? Wish::avoid : Wish::either);
  }
  return cover_names(listing, wishes, PlainRules());
}

TEST(NameCover, SaysOneNameExactly) {
  const NameCover got = cover({"-one", "wtwo", "-three"});
  EXPECT_THAT(got.patterns, ElementsAre("two"));
  EXPECT_THAT(got.uncovered, IsEmpty());
}

TEST(NameCover, PutsNeighboursTogether) {
  EXPECT_THAT(cover({"-one", "wtest 1", "wtest 2", "wtest 30"}).patterns, ElementsAre("test +"));
  EXPECT_THAT(cover({"-test 1", "wtest 2", "wtest 20", "wtest 21", "-test 3"}).patterns,
              ElementsAre("test 2+"));
}

TEST(NameCover, SplitsWhereOneIsAvoided) {
  EXPECT_THAT(cover({"wab1", "wab2", "-ac", "wad", "-b"}).patterns, ElementsAre("ab+", "ad"));
}

TEST(NameCover, SaysANameThatOthersBeginWith) {
  EXPECT_THAT(cover({"wpre", "-prefix", "wprelude"}).patterns, ElementsAre("pre", "prelude"));
}

TEST(NameCover, DoesNotMindThoseNobodyMinds) {
  EXPECT_THAT(cover({"wa1", ".a2", "wa3", "-b"}).patterns, ElementsAre("a+"));
  EXPECT_THAT(cover({".a", ".b"}).patterns, IsEmpty());
}

TEST(NameCover, LeavesOutWhatFoldsTogether) {
  const NameCover got = cover({"wAx", "-ax", "wb"});
  EXPECT_THAT(got.patterns, ElementsAre("b"));
  EXPECT_THAT(got.uncovered, ElementsAre(0));
}

TEST(NameCover, SaysWhatItCanOfANameThatCannotBeSaid) {
  EXPECT_THAT(cover({"wab!c", "-ac"}).patterns, ElementsAre("ab+"));
  const NameCover got = cover({"wab!c", "-ab!d"});
  EXPECT_THAT(got.patterns, IsEmpty());
  EXPECT_THAT(got.uncovered, ElementsAre(0));
}

TEST(NameCover, NeverSaysNothing) {
  const NameCover got = cover({"w", "-a"});
  EXPECT_THAT(got.patterns, IsEmpty());
  EXPECT_THAT(got.uncovered, ElementsAre(0));
}

TEST(NameCover, OfNumberedTestsTheRestTakesFewPatterns) {
  std::vector<std::string> marked;
  for (int i = 0; i < 6000; ++i)
    marked.push_back((i < 1234 ? "-" : "w") + std::to_string(10'000 + i) + " x");
  const NameCover got = cover(marked);
  EXPECT_LT(got.patterns.size(), 60U);
  EXPECT_THAT(got.uncovered, IsEmpty());
}

}  // namespace
}  // namespace cupel::harness
