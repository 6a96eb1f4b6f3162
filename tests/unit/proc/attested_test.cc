// SPDX-License-Identifier: Apache-2.0
// Who wrote the file that vouches for a run.
#include "supervised.h"

namespace cupel::proc {
namespace {

using model::Exited;
using model::Template;
using model::Termination;
using Files = std::map<std::string, std::string>;

class Attested : public Supervised {
 protected:
  const Gone& run_attested(std::vector<Template> argv) {
    LaunchSpec asked = spec(std::move(argv));
    asked.request.attested = {"report"};
    asked.leak_wait = std::chrono::minutes(1);  // an orphan ends by itself
    return run(asked);
  }
  const Gone& run_attested(const char* behaviour) {
    return run_attested({CUPEL_MISBEHAVE, behaviour, Template().file("report")});
  }
  static void expect_doubt(const Gone& gone, const char* words) {
    EXPECT_EQ(gone.termination, Termination{Exited{0}});
    EXPECT_EQ(gone.files, (Files{{"report", "collected"}})) << "it was let in all the same";
    ASSERT_TRUE(gone.doubts.contains("report"));
    EXPECT_NE(gone.doubts.at("report").find(words), std::string::npos) << gone.doubts.at("report");
  }
  static void expect_no_doubt(const Gone& gone, const std::string& bytes) {
    EXPECT_EQ(gone.termination, Termination{Exited{0}});
    EXPECT_EQ(gone.files, (Files{{"report", bytes}}));
    EXPECT_EQ(gone.doubts, Files{});
    EXPECT_EQ(gone.notes, std::vector<std::string>{});
  }
};

TEST_F(Attested, TheProgramItself) {
  expect_no_doubt(run_attested("create"), "collected");
}
TEST_F(Attested, OfTwoReportsTheFirstCounts) {
  expect_no_doubt(run_attested("create-twice"), "collected");
}
TEST_F(Attested, AProgramThatReadsItsOwnReportDoesNotHang) {
  expect_no_doubt(run_attested("create-read"), "collected");
}
TEST_F(Attested, AProgramUnderAWrapper) {
  expect_no_doubt(run_attested({"/bin/sh", "-c", "\"$0\" create \"$1\"; exit 0", CUPEL_MISBEHAVE,
                                Template().file("report")}),
                  "collected");
}
TEST_F(Attested, AWorkerForkedBeforeAnythingWasOpened) {
  expect_no_doubt(run_attested("worker-creates"), "collected");
}
TEST_F(Attested, MegabytesComeThrough) {
  const Gone& gone = run_attested(
      {"/bin/sh", "-c", "head -c 3000000 /dev/zero >\"$0\"", Template().file("report")});
  EXPECT_EQ(gone.files.at("report"), std::string(3'000'000, '\0'));
  EXPECT_EQ(gone.doubts, Files{});
}
TEST_F(Attested, WhatNobodyOpensIsAbsent) {
  const Gone& gone = run_attested({CUPEL_MISBEHAVE, "exit", "0"});
  EXPECT_EQ(gone.termination, Termination{Exited{0}});
  EXPECT_EQ(gone.files, Files{});
  EXPECT_EQ(gone.doubts, Files{});
}

TEST_F(Attested, ACopyWhoseParentWaitsIsInDoubt) {
  expect_doubt(run_attested("copy-creates"), "a forked copy of the program");
}
TEST_F(Attested, ACopyWhoseParentEndedIsInDoubt) {
  expect_doubt(run_attested("orphan-creates"), "was gone");
}
TEST_F(Attested, ACopyUnderAWrapperIsInDoubt) {
  expect_doubt(run_attested({"/bin/sh", "-c", "\"$0\" copy-creates \"$1\"; exit 0", CUPEL_MISBEHAVE,
                             Template().file("report")}),
               "a forked copy of the program");
}

}  // namespace
}  // namespace cupel::proc
