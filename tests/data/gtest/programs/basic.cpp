// Every kind of GoogleTest registration and outcome, small.
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

TEST(Plain, Pass) { EXPECT_EQ(1, 1); }
TEST(Plain, FailTwice) {
  EXPECT_EQ(1, 2) << "first extra";
  EXPECT_STREQ("a\nb", "a\nc") << "line one\nline two";
}
TEST(Plain, Fatal) { ASSERT_TRUE(false) << "stop here"; }
TEST(Plain, Throws) { throw std::runtime_error("boom"); }
TEST(Plain, ThrowsInt) { throw 42; }
TEST(Plain, Skips) { GTEST_SKIP() << "not on this box"; }
TEST(Plain, SkipsNoReason) { GTEST_SKIP(); }
TEST(Plain, FailsThenSkips) { EXPECT_TRUE(false); GTEST_SKIP() << "late skip"; }
TEST(Plain, Props) {
  RecordProperty("speed", 17);
  RecordProperty("note", "a \"quoted\" <b> & \xc3\xa9");
  RecordProperty("speed", 18);  // overwrites
  RecordProperty("dotted.key-1", "v");
}
TEST(Plain, Traced) { SCOPED_TRACE("outer trace"); EXPECT_TRUE(false); }
TEST(Plain, AtElsewhere) { ADD_FAILURE_AT("elsewhere.inc", 77) << "moved"; }
TEST(Plain, InThread) { std::thread([] { EXPECT_TRUE(false) << "from thread"; }).join(); }
TEST(Plain, DISABLED_Off) { FAIL(); }
TEST(DISABLED_Suite, Off) { FAIL(); }
TEST(Plain, _Under_Score_) {}
TEST(Plain, Ünïcode) {}
TEST(Plain, Slow) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

struct Fix : ::testing::Test { void SetUp() override { RecordProperty("from_setup", 1); } };
TEST_F(Fix, One) {}

struct SuiteProps : ::testing::Test { static void SetUpTestSuite() { RecordProperty("suite_prop", "s"); } };
TEST_F(SuiteProps, One) {}
struct SuiteBad : ::testing::Test { static void SetUpTestSuite() { FAIL() << "suite setup broke"; } };
TEST_F(SuiteBad, One) {}
TEST_F(SuiteBad, Two) {}
struct SuiteSkip : ::testing::Test { static void SetUpTestSuite() { GTEST_SKIP() << "suite skip"; } };
TEST_F(SuiteSkip, One) { FAIL(); }

struct P : ::testing::TestWithParam<std::string> {};
TEST_P(P, Run) { EXPECT_NE(GetParam(), "bad"); }
INSTANTIATE_TEST_SUITE_P(Strs, P, ::testing::Values("a b", "x,y", "q\"q", "bad", "nl\nnl", "\xc3\xa9", "a::b/c*?[z]", "# hash", ""));
INSTANTIATE_TEST_SUITE_P(Named, P, ::testing::Values("one", "two"),
    [](const ::testing::TestParamInfo<std::string>& i) { return i.param + "_n"; });
struct Q : ::testing::TestWithParam<std::tuple<int, bool>> {};
TEST_P(Q, Combo) {}
INSTANTIATE_TEST_SUITE_P(, Q, ::testing::Combine(::testing::Values(1, 2), ::testing::Bool()));
INSTANTIATE_TEST_SUITE_P(DISABLED_Inst, P, ::testing::Values("off"));

template <class T> struct Typed : ::testing::Test {};
using Types = ::testing::Types<int, std::vector<std::pair<int, const char*>>, std::string>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Works) { EXPECT_GT(sizeof(TypeParam), 0u); }
struct NameGen { template <class T> static std::string GetName(int i) { return "T" + std::to_string(i); } };
template <class T> struct TypedN : ::testing::Test {};
TYPED_TEST_SUITE(TypedN, Types, NameGen);
TYPED_TEST(TypedN, Works) {}
template <class T> struct TP : ::testing::Test {};
TYPED_TEST_SUITE_P(TP);
TYPED_TEST_P(TP, A) {}
REGISTER_TYPED_TEST_SUITE_P(TP, A);
INSTANTIATE_TYPED_TEST_SUITE_P(My, TP, Types);

// Names that a macro cannot make, through RegisterTest.
struct Dyn : ::testing::Test { void TestBody() override {} };
static const char* kNames[] = {"has space", "has,comma", "has:colon", "has::dcolon", "has-dash", "star*", "quest?",
                               "quote\"q", "br[ack]", "dot.dot", "slash/slash", "#hash", "  lead", "trail  ", "é", "-neg"};
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (auto n : kNames)
    ::testing::RegisterTest("Dyn", n, nullptr, nullptr, __FILE__, __LINE__, []() -> Dyn* { return new Dyn; });
  for (auto n : {"Dyn Suite", "Dyn:Suite", "Dyn.Suite", "Dyn-Suite"})
    ::testing::RegisterTest(n, "t", nullptr, nullptr, __FILE__, __LINE__, []() -> Dyn* { return new Dyn; });
  for (auto n : {"twin", "twin"})
    ::testing::RegisterTest("Dup", n, nullptr, nullptr, __FILE__, __LINE__, []() -> Dyn* { return new Dyn; });
  return RUN_ALL_TESTS();
}
// SPDX-License-Identifier: Apache-2.0
