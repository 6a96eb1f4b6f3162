// SPDX-License-Identifier: Apache-2.0
// A program as one test: its exit code, and its points where it speaks TAP.
#include "harness/command/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TargetView target(std::optional<int> skip_code = {}, bool tap = false) {
  return {"t", {"/opt/bin/check it", "-v"}, "/w", skip_code, tap};
}

struct Ran {
  std::vector<std::string> findings;  ///< "started", "point NAME", "never NAME", "finished", …
  model::CaseResult result;

  [[nodiscard]] std::string messages() const {
    std::string text;
    for (const model::Failure& failure : result.failures) text += failure.message + "|";
    return text;
  }
};

Ran run(const TargetView& view, const std::string& out, const model::Termination& termination,
        std::size_t chunk = 1 << 20) {
  const auto harness = make_command();
  const auto listing = *harness->listing_without_launch(view);
  const std::vector<std::size_t> chosen = {0};
  const RunPlan plan = harness->run_request(view, listing, chosen);
  const auto decoder = harness->decoder(listing, plan);
  std::vector<model::Finding> findings;
  decoder->on_start(findings);
  for (std::size_t at = 0; at < out.size(); at += chunk) {
    decoder->on_bytes({"stdout", 0, std::string_view(out).substr(at, chunk)}, findings);
  }
  LaunchOutput output;
  output.termination = termination;
  output.standard_output = out;
  output.standard_error = "said on stderr\n";
  decoder->on_end(output, findings);
  Ran ran;
  for (const model::Finding& finding : findings) {
    if (std::holds_alternative<model::CaseStarted>(finding)) ran.findings.emplace_back("started");
    if (const auto* point = std::get_if<model::CaseSubcase>(&finding)) {
      ran.findings.push_back((point->subcase.ran ? "point " : "never ") + point->subcase.name);
    }
    if (const auto* finished = std::get_if<model::CaseFinished>(&finding)) {
      ran.findings.emplace_back("finished");
      ran.result = finished->result;
    }
    if (const auto* completed = std::get_if<model::RunCompleted>(&finding)) {
      ran.findings.emplace_back(completed->passed ? "completed well" : "completed");
      EXPECT_TRUE(completed->exit_code_is_result);
    }
  }
  return ran;
}

Ran run_tap(const std::string& out, int code = 0, std::optional<int> skip_code = {}) {
  return run(target(skip_code, true), out, model::Exited{code});
}

TEST(Command, IsOneTestNamedAfterTheProgram) {
  const auto listing = *make_command()->listing_without_launch(target());
  ASSERT_EQ(listing.tests.size(), 1u);
  EXPECT_EQ(listing.tests[0].name, "check it");
  EXPECT_EQ(listing.tests[0].native, "check it");
  EXPECT_EQ(listing.channel, "exit code");
  EXPECT_EQ(make_command()->listing_without_launch(target({}, true))->channel,
            "exit code and TAP on stdout");
  EXPECT_EQ(make_command()
                ->listing_without_launch({"t", {"bare"}, "/", std::nullopt, false})
                ->tests[0]
                .name,
            "bare");
}

TEST(Command, IsStartedAsItIsWritten) {
  const auto harness = make_command();
  const auto listing = *harness->listing_without_launch(target());
  const std::vector<std::size_t> chosen = {0};
  const RunPlan plan = harness->run_request(target(), listing, chosen);
  ASSERT_EQ(plan.request.argv.size(), 2u);
  EXPECT_EQ(plan.request.argv[1].fill({}, {}), "-v");
  EXPECT_EQ(plan.request.workdir, "/w");
  EXPECT_THAT(plan.covered, ElementsAre(0u));
  EXPECT_THAT(harness->alone_command(target(), listing, 0), ElementsAre("/opt/bin/check it", "-v"));
}

TEST(Command, ExitCodeIsTheResult) {
  EXPECT_THAT(run(target(), "", model::Exited{0}).findings,
              ElementsAre("started", "finished", "completed well"));
  EXPECT_EQ(run(target(), "", model::Exited{0}).result.reported, model::Reported::passed);
  const Ran failed = run(target(), "said\n", model::Exited{3});
  EXPECT_EQ(failed.result.reported, model::Reported::failed);
  EXPECT_EQ(failed.messages(), "exited with code 3|");
  EXPECT_EQ(failed.result.output, "said\nsaid on stderr\n");
  EXPECT_THAT(failed.findings, ElementsAre("started", "finished", "completed"));
  EXPECT_FALSE(failed.result.duration) << "nothing said one";
}

TEST(Command, SkipsByItsSkipCodeAndByNoOther) {
  const Ran skipped = run(target(77), "", model::Exited{77});
  EXPECT_EQ(skipped.result.reported, model::Reported::skipped);
  EXPECT_EQ(skipped.result.skip_reason, "it exited with code 77");
  EXPECT_EQ(run(target(77), "", model::Exited{76}).result.reported, model::Reported::failed);
  EXPECT_EQ(run(target(), "", model::Exited{77}).result.reported, model::Reported::failed);
}

TEST(Command, LeavesDeathsToTheEngine) {
  EXPECT_THAT(run(target(), "", model::Signalled{11, false}).findings, ElementsAre("started"));
  const model::KilledByUs killed{model::KillReason::test_timeout, true};
  EXPECT_THAT(run(target({}, true), "1..1\nok 1\n", killed).findings,
              ElementsAre("started", "point 1"));
}

TEST(Command, PrintsWhatItLikesWithoutTap) {
  EXPECT_EQ(run(target(), "1..2\nnot ok 1\n", model::Exited{0}).result.reported,
            model::Reported::passed);
}

TEST(Tap, PointsAreSubcases) {
  const Ran ran = run_tap(
      "TAP version 13\n1..4\nok 1 - opens\nnoise\nok 2\nok 3 - big # SKIP no memory\n"
      "not ok 4 - later # TODO not written\n");
  EXPECT_THAT(ran.findings, ElementsAre("started", "point 1 opens", "point 2", "never 3 big",
                                        "point 4 later", "finished", "completed well"));
  EXPECT_EQ(ran.result.reported, model::Reported::passed);
}

TEST(Tap, NotOkFailsWhateverTheExitCode) {
  const Ran ran = run_tap("1..2\nok 1\nnot ok 2 - adds up\n");
  EXPECT_EQ(ran.result.reported, model::Reported::failed);
  EXPECT_EQ(ran.messages(), "not ok 2 adds up|");
  EXPECT_EQ(run_tap("1..1\nnot ok 1 # SKIP no\n").result.reported, model::Reported::failed);
  EXPECT_EQ(run_tap("1..1\nnot ok 1 # TODO no\n").result.reported, model::Reported::passed);
}

TEST(Tap, ExitCodeFailsWhateverThePoints) {
  const Ran ran = run_tap("1..1\nok 1\n", 2);
  EXPECT_EQ(ran.result.reported, model::Reported::failed);
  EXPECT_EQ(ran.messages(), "exited with code 2|");
}

TEST(Tap, DiagnosticsBelongToTheFailureBeforeThem) {
  const Ran ran = run_tap(
      "1..2\nnot ok 1 - sum\n  ---\n  message: 'off by one'\n  at:\n    file: \"sum.c\"\n"
      "    line: 12\n  ...\n# expected 3\nok 2\n# of nothing\n");
  ASSERT_EQ(ran.result.failures.size(), 1u);
  EXPECT_EQ(ran.messages(),
            "not ok 1 sum\nmessage: 'off by one'\nat:\nfile: \"sum.c\"\nline: 12\n"
            "expected 3|");
  EXPECT_EQ(ran.result.failures[0].location, (model::Location{"sum.c", 12}));
}

TEST(Tap, AStreamThatIsNotWholeFails) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", "there is no plan"},
      {"ok 1\n", "there is no plan"},
      {"1..2\nok 1\n", "2 points planned, and only 1 came"},
      {"1..1\nok 1\nok 2\n", "1 point planned, and 2 came"},
      {"ok 1\n1..2\nok 2\n", "point 2 came after a plan at the end"},
      {"1..1\n1..1\nok 1\n", "there is a second plan"},
      {"1..2\nok 1\nok 1\n", "point 1 came where 2 was due"},
      {"1..2\nok 2\nok 1\n", "point 2 came where 1 was due"},
      {"1..0\n", "does not say that it skips"},
      {"1..2\nok 1\nBail out! no disk\n", "it bailed out: no disk"},
      {"Bail out!\n", "it bailed out"},
      {"1..1\n    not ok 1 - inner\nok 1 - outer\n", "its subtest has \"not ok\": inner"},
  };
  for (const auto& [out, why] : rows) {
    const Ran ran = run_tap(out);
    EXPECT_EQ(ran.result.reported, model::Reported::failed) << out;
    EXPECT_THAT(ran.messages(), HasSubstr(why)) << out;
  }
}

TEST(Tap, TheirTwinsPass) {
  for (const char* out : {"1..1\nok 1\n", "ok\nok\n1..2\n", "1..2\nok 1\nok 2", "1..1\r\nok 1\r\n",
                          "1..1\n    ok 1 - inner\nok 1 - outer\n",
                          "1..1\n    not ok 1 - inner # TODO x\nok 1 - outer\n",
                          "1..1\n    not ok 1 - inner\nnot ok 1 - outer # TODO x\n",
                          "1..1\nok 1 - no \\# SKIP here\n", "1..1\nokay\nok 1\n"}) {
    EXPECT_EQ(run_tap(out).result.reported, model::Reported::passed) << out;
  }
}

TEST(Tap, PointsThatNeverCameAreSaid) {
  EXPECT_THAT(run_tap("1..3\nok 1\n").findings,
              ElementsAre("started", "point 1", "never 2", "never 3", "finished", "completed"));
}

TEST(Tap, SubtestsAreNamedAfterTheirParent) {
  const Ran ran =
      run_tap("1..1\n# Subtest: io\n    1..2\n    ok 1 - open\n    ok 2 - close\nok 1 - io\n");
  EXPECT_THAT(ran.findings, ElementsAre("started", "point io > open", "point io > close",
                                        "point 1 io", "finished", "completed well"));
}

TEST(Tap, SkipsByThePlanOrByEveryPoint) {
  EXPECT_EQ(run_tap("1..0 # SKIP no device\n").result.skip_reason, "no device");
  EXPECT_EQ(run_tap("1..0 # SKIP no device\n").result.reported, model::Reported::skipped);
  EXPECT_EQ(run_tap("1..1\nok 1 # skip later\n").result.reported, model::Reported::skipped);
  EXPECT_EQ(run_tap("", 77, 77).result.reported, model::Reported::skipped);
  EXPECT_EQ(run_tap("1..1\nnot ok 1\n", 77, 77).result.reported, model::Reported::failed);
  EXPECT_EQ(run_tap("1..2\nok 1\n", 77, 77).result.reported, model::Reported::failed);
}

TEST(Tap, DoesNotDependOnHowTheBytesWereCut) {
  const std::string out =
      "TAP version 14\n1..2\n# Subtest: a\n    ok 1 - b\nok 1 - a\nnot ok 2 - c\n  ---\n"
      "  file: x\n  ...\n";
  const Ran whole = run(target({}, true), out, model::Exited{1});
  for (const std::size_t chunk : {1, 2, 7}) {
    const Ran cut = run(target({}, true), out, model::Exited{1}, chunk);
    EXPECT_EQ(cut.findings, whole.findings);
    EXPECT_EQ(cut.messages(), whole.messages());
  }
}

TEST(Tap, BytesOfAnyKindAreUtf8Afterwards) {
  const Ran ran = run_tap("1..1\nnot ok 1 - \xff\xfe\n# \x80\n" + std::string(100'000, 'x'));
  EXPECT_THAT(ran.messages(), HasSubstr("\\xFF\\xFE"));
}

}  // namespace
}  // namespace cupel::harness::testing
