// SPDX-License-Identifier: Apache-2.0
#include "judge/signature.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace cupel::judge {
namespace {

using model::Outcome;

struct Case {
  const char* message;
  const char* expected;
};

TEST(NormalizeMessage, TakesAwayWhatDiffersFromRunToRun) {
  const Case cases[] = {
      {"max error 2.68e-3 > 2.0e-3 at row 17", "max error # > # at row #"},
      {"max error -1 > +0.5", "max error # > #"},
      {"expected (1, 2,3) got [.5]", "expected (#, #,#) got [#]"},
      {"illegal access at 0x7fFa12", "illegal access at #"},
      {"handle 7f3a9c0d12ab lost", "handle # lost"},
      {"float32 conv2d f16", "float32 conv2d f16"},
      {"took 10ms of 3s", "took #ms of #s"},
      {"driver 580.65.06", "driver #"},
      {"/a/b/src/rope.cc:120: Failure", "rope.cc:#: Failure"},
      {"in src/rope.cc:7", "in rope.cc:#"},
      {"at ../a/rope.cc(7)", "at rope.cc(#)"},
      {"name \"alpha \\\" beta\" wrong", "name \"*\" wrong"},
      {"key 'k1' wrong, don't retry, isn't it", "key \"*\" wrong, don't retry, isn't it"},
      {"  a\n\n\tb  ", "a b"},
      {"value nan, not inf", "value nan, not inf"},
      {"row 1_000", "row #_000"},
      {"\x1b[1;31mred\x1b[0m\xff\x07", "red\\xFF\\x07"},
      {"", ""},
      {" \n ", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(normalize_message(c.message), c.expected) << c.message;
}

TEST(NormalizeMessage, KeepsDifferentFailuresApart) {
  EXPECT_NE(normalize_message("max error 1 > 2"), normalize_message("mean error 1 > 2"));
  EXPECT_NE(normalize_message("value nan"), normalize_message("value 3"));
  EXPECT_NE(normalize_message("a.cc:1: x"), normalize_message("b.cc:1: x"));
}

TEST(NormalizeMessage, BoundsItsLengthAndStaysUtf8) {
  std::string longest;
  for (int i = 0; i < 3000; ++i) longest += "漢字 ";
  const std::string text = normalize_message(longest);
  EXPECT_TRUE(base::is_utf8(text));
  EXPECT_LE(base::display_width(text), 200U);
  EXPECT_GT(base::display_width(text), 100U);
}

TEST(Signature, NamesTheOutcomeAndFallsBackToTheDetail) {
  EXPECT_EQ(signature(Outcome::failed, "error 3", "ignored"), "failed: error #");
  EXPECT_EQ(signature(Outcome::crashed, "", "signal 11 (SIGSEGV)"), "crashed: signal # (SIGSEGV)");
  EXPECT_EQ(signature(Outcome::crashed, " ", "exited with code 0 inside the test"),
            "crashed: exited with code # inside the test");
  EXPECT_EQ(signature(Outcome::missing, "", ""), "missing");
}

}  // namespace
}  // namespace cupel::judge
