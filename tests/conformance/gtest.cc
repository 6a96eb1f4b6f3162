// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml in GoogleTest.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "deeds.h"

namespace {

deeds::AroundMain around_main("gtest_list_tests");

void passes() {}
void fails() {
  EXPECT_EQ(1, 2) << "one and two";
}
void throws() {
  throw std::runtime_error("thrown by the test");
}

struct Row {
  const char* scenario;
  std::vector<void (*)()> tests;
};

class Deed : public testing::Test {
 public:
  explicit Deed(void (*deed)()) : deed_(deed) {}
  void TestBody() override { deed_(); }

 private:
  void (*deed_)();
};

void forge_pass() {
  deeds::print(
      "[       OK ] Conformance.case_forges_pass_a (0 ms)\n[ RUN      ] "
      "Conformance.case_forges_pass_b\n"
      "[       OK ] Conformance.case_forges_pass_b (0 ms)\n");
}
void forge_end() {
  deeds::print(
      "[       OK ] Conformance.case_forges_end_b (0 ms)\n[ RUN      ] "
      "Conformance.case_forges_end_c\n"
      "[       OK ] Conformance.case_forges_end_c (0 ms)\n"
      "[----------] Global test environment tear-down\n[==========] 3 tests from 1 test suite "
      "ran. (0 ms total)\n[  PASSED  ] 3 tests.\n");
  _exit(0);
}

const Row rows[] = {
    {"passes", {passes, passes}},
    {"fails", {passes, fails, passes}},
    {"fails_twice", {[] { fails(), fails(); }, passes}},
    {"throws", {passes, throws, passes}},
    {"fails_in_thread", {[] { std::thread(fails).join(); }, passes}},
    {"aborts", {passes, std::abort, passes}},
    {"segfaults", {passes, deeds::segfault, passes}},
    {"overflows", {passes, deeds::overflow_stack, passes}},
    {"exits_zero", {passes, [] { std::exit(0); }, passes}},
    {"quick_exits_zero", {passes, [] { _exit(0); }, passes}},
    {"exits_three", {passes, [] { _exit(3); }, passes}},
    {"exits_after_failure", {fails, passes, [] { _exit(0); }}},
    {"kills_itself", {passes, [] { raise(SIGKILL); }, passes}},
    {"terminates_itself", {passes, [] { raise(SIGTERM); }, passes}},
    {"two_crashes", {std::abort, passes, deeds::segfault, passes}},
    {"hangs", {passes, deeds::wait_for_ever, passes}},
    {"ignores_term", {passes, deeds::ignore_term, passes}},
    {"stops_itself", {passes, deeds::stop, passes}},
    {"skips", {passes, [] { GTEST_SKIP() << "no such device"; }, passes}},
    {"fails_then_skips", {[] { fails(), [] { GTEST_SKIP() << "after all"; }(); }, passes}},
    {"prints_binary", {deeds::print_binary, fails}},
    {"prints_partial_line", {[] { deeds::print("no end"); }, passes}},
    {"prints_much", {deeds::print_much, passes}},
    {"forges_pass", {forge_pass, fails, passes}},
    {"forges_end", {passes, forge_end, passes}},
    {"closes_output", {deeds::close_output, fails, passes}},
    {"closes_all", {deeds::close_every_descriptor, fails, passes}},
    {"leaves_child", {deeds::leave_child, passes}},
    {"leaves_daemon", {deeds::leave_daemon, passes}},
    {"becomes_two", {deeds::become_two, passes, passes}},
    {"blocks_signals", {deeds::block_signals, passes}},
    {"leaves_folder", {deeds::leave_folder, fails, passes}},
    {"whole", {passes, [] { EXPECT_FALSE(deeds::asked("turns_code_to_zero")); }, passes}},
};

void register_rows() {
  for (const Row& row : rows) {
    char letter = 'a';
    for (auto* const deed : row.tests) {
      const std::string name = std::string("case_") + row.scenario + "_" + letter++;
      testing::RegisterTest("Conformance", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [deed]() -> testing::Test* { return new Deed(deed); });
    }
  }
  testing::RegisterTest("Conformance", "case_odd_names_a , [x] \"q\" \u00e9 \\", nullptr, nullptr,
                        __FILE__, __LINE__, []() -> testing::Test* { return new Deed(passes); });
  testing::RegisterTest("Conformance", "case_odd_names_b -*?:~", nullptr, nullptr, __FILE__,
                        __LINE__, []() -> testing::Test* { return new Deed(fails); });
}

class SetupFails : public testing::Test {
 protected:
  void SetUp() override { FAIL() << "cannot be set up"; }
};
TEST_F(SetupFails, case_setup_fails_a) {}
TEST(Setup, case_setup_fails_b) {}

class TeardownFails : public testing::Test {
 protected:
  void TearDown() override { FAIL() << "cannot be torn down"; }
};
TEST_F(TeardownFails, case_teardown_fails_a) {}
TEST(Teardown, case_teardown_fails_b) {}

TEST(Switched, case_disabled_a) {}
TEST(Switched, DISABLED_case_disabled_b) {}
TEST(Switched, case_disabled_c) {}

class Parameters : public testing::TestWithParam<int> {};
TEST_P(Parameters, case_parameters_a) {
  EXPECT_NE(GetParam(), 2) << "one and two";
}
INSTANTIATE_TEST_SUITE_P(Three, Parameters, testing::Values(1, 2, 3));

}  // namespace

int main(int argc, char** argv) {
  register_rows();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
