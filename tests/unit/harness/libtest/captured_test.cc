// SPDX-License-Identifier: Apache-2.0
// What real programs wrote, by the oldest version that is supported and a current one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "libtest_case.h"

namespace cupel::harness::testing::libtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Words = std::map<std::string, std::string>;

model::Listing listing_of(const std::string& program) {
  ListStep step =
      make_libtest()->read_listing(target(), left({{"list.txt", read_data(program + ".list")},
                                                   {"ignored.txt", read_data(program + ".ignored")},
                                                   {"threads.txt", ""},
                                                   {"reasons.txt", ""}}));
  return std::get<model::Listing>(step);
}

/// `list` is the program that was listed, `name` the capture.
Launch captured(const std::string& list, const std::string& name,
                const model::Termination& termination) {
  return {listing_of(list),
          {},
          {{"stdout", read_data(name + ".stdout")}, {"log", read_data(name + ".log")}},
          termination,
          1 << 20};
}

class LibtestCaptured : public ::testing::TestWithParam<std::tuple<std::string, std::size_t>> {
 protected:
  [[nodiscard]] static std::string version() { return std::get<0>(GetParam()) + "/"; }
  [[nodiscard]] static Story play_of(const std::string& list, const std::string& name,
                                     const model::Termination& termination) {
    Launch launch = captured(version() + list, version() + name, termination);
    launch.chunk = std::get<1>(GetParam());
    return play(launch);
  }
};
INSTANTIATE_TEST_SUITE_P(Versions, LibtestCaptured,
                         ::testing::Combine(::testing::Values("1.63", "1.95"),
                                            ::testing::Values(1, 7, 4096, 1 << 20)));

TEST_P(LibtestCaptured, OutcomesOfEveryKind) {
  Story story = play_of("outcomes", "outcomes", model::Exited{101});
  EXPECT_EQ(not_passed(story), (Words{{"fails_equal", "failed"},
                                      {"fails_in_lines", "failed"},
                                      {"fails_with_a_value", "failed"},
                                      {"fails_after_output", "failed"},
                                      {"fails_after_a_caught_panic", "failed"},
                                      {"returns_err", "failed"},
                                      {"panics_otherwise", "failed"},
                                      {"panics_not", "failed"},
                                      {"ignored_plainly", "owed"},
                                      {"ignored_with_reason", "owed"}}));
  EXPECT_EQ(story.listing.tests.size(), 22U);
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.unlisted, IsEmpty());
}

TEST_P(LibtestCaptured, FailuresHaveMessageAndPlace) {
  Story story = play_of("outcomes", "outcomes", model::Exited{101});
  const auto place = [&](const std::string& name) {
    const auto& failures = story.of(name).result.failures;
    return failures.empty() ? model::Location{} : failures[0].location;
  };
  EXPECT_THAT(story.message("fails_equal"), HasSubstr("first extra"));
  EXPECT_EQ(place("fails_equal"), (model::Location{"outcomes.rs", 7}));
  EXPECT_EQ(story.message("fails_in_lines"), "line one\nline two");
  EXPECT_EQ(story.message("fails_after_a_caught_panic"), "not caught");
  // 1.63 writes the error itself past its capture.
  EXPECT_THAT(story.message("returns_err"),
              HasSubstr(version() == "1.63/" ? "returned a termination value" : "went wrong"));
  EXPECT_THAT(story.message("panics_otherwise"), HasSubstr("did not contain expected string"));
  EXPECT_THAT(story.message("panics_not"), HasSubstr("did not panic as expected"));
  EXPECT_THAT(story.of("fails_after_output").result.output, HasSubstr("out line\nerr line\n"));
}

TEST_P(LibtestCaptured, ATestThatEndsTheProcessIsTheOneInFlight) {
  const std::pair<const char*, model::Termination> endings[] = {
      {"abort", model::Signalled{6, false}},
      {"segv", model::Signalled{11, false}},
      {"stack", model::Signalled{6, false}},
      {"doublepanic", model::Signalled{6, false}},
      {"exit0", model::Exited{0}},
      {"exit101", model::Exited{101}},
      {"_exit0", model::Exited{0}},
      {"hang", model::KilledByUs{model::KillReason::test_timeout, true}}};
  for (const auto& [how, termination] : endings) {
    Story story = play_of("endings", std::string("endings.") + how, termination);
    EXPECT_EQ(not_passed(story), (Words{{"b_fails", "failed"},
                                        {"c_dies", "running"},
                                        {"d_passes", "owed"},
                                        {"e_fails", "owed"},
                                        {"f_ignored", "owed"},
                                        {"g_passes", "owed"}}))
        << how;
    EXPECT_THAT(story.completed, IsEmpty()) << how;
    EXPECT_THAT(story.broken, IsEmpty()) << how;
  }
}

TEST_P(LibtestCaptured, TheSameWithoutAnEnding) {
  Story story = play_of("endings", "endings.none", model::Exited{101});
  EXPECT_EQ(story.word("c_dies"), "passed");
  EXPECT_EQ(story.word("e_fails"), "failed");
  EXPECT_EQ(story.message("e_fails"), "e fails");
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST(LibtestForked, ACopyThatRunsOnContradictsTheTest) {
  Story story = play(captured("1.63/endings", "1.63/endings.fork", model::Exited{101}));
  EXPECT_EQ(story.word("a_passes"), "passed");
  EXPECT_EQ(story.word("c_dies"), "!passed");
  EXPECT_EQ(story.word("d_passes"), "!passed");
}

TEST_P(LibtestCaptured, NoiseOfEveryKind) {
  for (const char* how : {"partial", "binary", "honest"}) {
    Story story = play_of("forging", std::string("forging.") + how, model::Exited{0});
    EXPECT_THAT(not_passed(story), IsEmpty()) << how;
    EXPECT_THAT(story.completed, ElementsAre(true)) << how;
    EXPECT_THAT(story.broken, IsEmpty()) << how;
  }
}

TEST_P(LibtestCaptured, DocTestsInOneSectionOrInTwo) {
  Story story = play_of("doc", "doc", model::Exited{101});
  const std::string file = version() == "1.63/" ? "src/lib.rs" : "one/src/lib.rs";
  EXPECT_THAT(story.listing.tests, ::testing::SizeIs(6));
  EXPECT_EQ(not_passed(story), (Words{{file + " - may_fail (line 27)", "failed"},
                                      {file + " - two (line 12)", "owed"}}));
  EXPECT_THAT(story.completed, ElementsAre(false));
  EXPECT_THAT(story.broken, IsEmpty());
  const model::CaseResult& failed = story.of(file + " - may_fail (line 27)").result;
  EXPECT_EQ(failed.failures[0], (model::Failure{"doc fails", {file, 27}}));
  EXPECT_THAT(failed.output, ::testing::Not(HasSubstr("test result")));
}

}  // namespace
}  // namespace cupel::harness::testing::libtest
