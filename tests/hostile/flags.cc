// SPDX-License-Identifier: Apache-2.0
// Programs that change what runs, what is listed, and who listens; and failures dressed as skips.
#include <gtest/gtest.h>

#include "trick.h"

namespace hostile {
namespace {

void filter_while_running(const char* pattern) {
  if (!faults::listing()) ::testing::FLAGS_gtest_filter = pattern;
}

void list_fewer() {
  ::testing::FLAGS_gtest_filter = faults::listing() ? "-Culprit.*" : "*";
}

void run_disabled() {
  ::testing::FLAGS_gtest_also_run_disabled_tests = true;
  filter_while_running("*");
}

/// Only the second round, which passes, is in the report.
void repeat_until_green() {
  ::testing::FLAGS_gtest_repeat = 2;
}

void release_listeners() {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  delete listeners.Release(listeners.default_xml_generator());
}

::testing::AssertionResult dressed(int) {
  return ::testing::AssertionFailure() << "Skipped\nno device here";
}

void fail_dressed_as_skip() {
  EXPECT_PRED_FORMAT1([](const char*, int n) { return dressed(n); }, 1);
}

void skip() {
  GTEST_SKIP() << "no device here";
}

void skip_everything() {
  struct Skipping : ::testing::Environment {
    void SetUp() override { GTEST_SKIP() << "no device here"; }
  };
  ::testing::AddGlobalTestEnvironment(new Skipping);
}

constexpr Trick rows[] = {
    {"filters_everything", When::after_init, [] { filter_while_running("Nothing.*"); }},
    {"filters_culprit", When::after_init, [] { filter_while_running("-Culprit.*"); }},
    {"lists_fewer", When::after_init, list_fewer},
    {"runs_disabled", When::after_init, run_disabled},
    {"lists_as_disabled", When::after_init, [] { filter_while_running("*"); }},
    {"repeats", When::after_init, repeat_until_green},
    {"releases_listeners", When::after_init, release_listeners},
    {"failure_dressed_as_skip", When::before_failure, fail_dressed_as_skip},
    {"skip_after_failure", When::after_failure, skip},
    {"environment_skips", When::after_init, skip_everything},
};

}  // namespace

std::span<const Trick> flag_tricks() {
  return rows;
}

}  // namespace hostile
