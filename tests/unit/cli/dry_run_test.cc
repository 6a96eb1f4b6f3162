// SPDX-License-Identifier: Apache-2.0
#include "cli/dry_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

engine::PlannedLaunch launch() {
  engine::PlannedLaunch planned;
  planned.target = "numerics";
  planned.lanes = "gpu-0, gpu-1";
  planned.command = {"/x/build/a test", "--flag={channel}"};
  planned.env_added = {{"CUPEL_MODE", "default"}, {"NVIDIA_TF32_OVERRIDE", "0"}, {"ODD", "a b"}};
  planned.env_removed = {"GTEST_*"};
  planned.workdir = "/x/in here";
  planned.tests = 92;
  return planned;
}

TEST(DryRunText, SaysLanesFolderEnvironmentAndCommandOfEachLaunch) {
  EXPECT_EQ(dry_run_text({{launch()}, {}}, "default"),
            "mode default\n"
            "\n"
            "numerics: 92 tests, lane gpu-0, gpu-1\n"
            "  cd '/x/in here'\n"
            "  unset GTEST_*\n"
            "  CUPEL_MODE=default\n"
            "  NVIDIA_TF32_OVERRIDE=0\n"
            "  ODD='a b'\n"
            "  '/x/build/a test' '--flag={channel}'\n");
}

TEST(DryRunText, SaysWhatIsWrongWithATarget) {
  const std::string text = dry_run_text(
      {{}, {{"rope", model::ProblemKind::list_failed, "it\x1b[2J crashed", {}, {}}}}, "tf32");
  EXPECT_THAT(text, HasSubstr("mode tf32\n"));
  EXPECT_THAT(text, HasSubstr("\nrope: list_failed: it"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace cupel::cli
