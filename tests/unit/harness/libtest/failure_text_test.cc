// SPDX-License-Identifier: Apache-2.0
#include "harness/libtest/failure_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::harness::libtest {
namespace {

using ::testing::HasSubstr;

constexpr const char* note =
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";

model::Failure failure(const std::string& text, const std::string& message = "") {
  return read_failure("m::t", text, message);
}

struct Form {
  const char* about;
  std::string text;
  model::Failure expected;
};

class PanicForm : public ::testing::TestWithParam<Form> {};

TEST_P(PanicForm, GivesMessageAndPlace) {
  EXPECT_EQ(failure(GetParam().text), GetParam().expected) << GetParam().about;
}

const std::string old_head = "thread 'm::t' panicked at '";
const std::string new_head = "\nthread 'm::t' (77) panicked at ";
INSTANTIATE_TEST_SUITE_P(
    All, PanicForm,
    ::testing::Values(Form{"old",
                           old_head + "gone wrong', src/a.rs:3:5\n" + note,
                           {"gone wrong", {"src/a.rs", 3}}},
                      Form{"old, lines, quotes and commas",
                           old_head + "it's 'a', b\nmore', C:\\a.rs:3:5\n" + note,
                           {"it's 'a', b\nmore", {"C:\\a.rs", 3}}},
                      Form{"new",
                           "out line\n" + new_head + "src/a.rs:3:5:\ngone wrong\n" + note,
                           {"gone wrong", {"src/a.rs", 3}}},
                      Form{"new, lines",
                           new_head + "a.rs:3:5:\none\n\ntwo\nstack backtrace:\n   0: x\n",
                           {"one\n\ntwo", {"a.rs", 3}}},
                      Form{"1.73, without a thread's number",
                           "thread 'm::t' panicked at a.rs:3:5:\nx\n",
                           {"x", {"a.rs", 3}}},
                      Form{"behind print! without a newline",
                           "wordsthread 'main' panicked at 'x', a.rs:3:5\n",
                           {"x", {"a.rs", 3}}},
                      Form{"the last of its own",
                           new_head + "a.rs:1:1:\ncaught\n" + note + new_head +
                               "a.rs:2:1:\nnot caught\n",
                           {"not caught", {"a.rs", 2}}},
                      Form{"its own before another thread's",
                           new_head + "a.rs:1:1:\nown\n" + note +
                               "\nthread '<unnamed>' panicked at a.rs:9:1:\nx\n",
                           {"own", {"a.rs", 1}}},
                      Form{"another thread's alone",
                           "\nthread '<unnamed>' panicked at a.rs:9:1:\ninner\n",
                           {"inner", {"a.rs", 9}}},
                      Form{"an error returned",
                           "words\nError: \"went wrong\\nbadly\"\n",
                           {"Error: \"went wrong\\nbadly\"", {}}},
                      Form{"nothing of the kind", "words\n", {"words", {}}},
                      Form{"silence", "", {"it failed without a word", {}}},
                      Form{"no UTF-8", "\xff\n", {"\\xFF", {}}}));

TEST(FailureText, LibtestsOwnWordsComeFirst) {
  const std::string text = new_head + "a.rs:3:5:\nhay\n";
  const auto wrong =
      failure(text, "panic did not contain expected string\n  panic message: `\"hay\"`");
  EXPECT_THAT(wrong.message, HasSubstr("did not contain"));
  EXPECT_EQ(wrong.location, (model::Location{"a.rs", 3}));
  const auto not_at_all = failure("", "test did not panic as expected at src/b.rs:14:4");
  EXPECT_EQ(not_at_all.location, (model::Location{"src/b.rs", 14}));
}

TEST(FailureText, TextsAreFoundInOrder) {
  const std::string closing =
      "FAILED\n\nfailures:\n\n---- a stdout ----\nfirst\n---- ghost stdout ----\nstill first\n\n"
      "---- c stdout ----\nthird\n---- a stdout ----\nstill third\n\n\nfailures:\n    a\n    b\n"
      "    c\n\ntest result: FAILED. 0 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out\n\n";
  const auto texts = failure_texts(closing, {"a", "b", "c"});
  EXPECT_EQ(texts.at("a"), "first\n---- ghost stdout ----\nstill first");
  EXPECT_EQ(texts.at("c"), "third\n---- a stdout ----\nstill third");
  EXPECT_FALSE(texts.contains("b")) << "it printed nothing";
}

}  // namespace
}  // namespace cupel::harness::libtest
