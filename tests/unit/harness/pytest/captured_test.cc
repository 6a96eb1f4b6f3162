// SPDX-License-Identifier: Apache-2.0
// What real sessions sent, test by test, for each version that was captured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "pytest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

using Words = std::map<std::string, std::string>;

class Captured : public ::testing::TestWithParam<std::string> {
 protected:
  static PytestLaunch launch(const std::string& suite, const std::string& run = {}) {
    LaunchOutput output;
    output.termination = model::Exited{0};
    output.files["listing.json"] = pytest_data(GetParam() + "/" + suite + ".listing.json");
    PytestLaunch launch;
    launch.listing = std::get<model::Listing>(make_pytest()->read_listing(pytest_target(), output));
    for (std::size_t i = 0; i < launch.listing.tests.size(); ++i) {
      if (!launch.listing.tests[i].disabled) launch.chosen.push_back(i);
    }
    const std::string name = GetParam() + "/" + (run.empty() ? suite : run);
    launch.raw(pytest_data(name + ".stream"));
    if (std::filesystem::exists(std::string(CUPEL_TEST_DATA) + "/harness/pytest/" + name +
                                ".closing.json")) {
      launch.files["closing.json"] = pytest_data(name + ".closing.json");
    }
    return launch;
  }
  /// Without the file's name.
  static Words not_passed(const PytestStory& story) {
    Words words;
    for (const auto& [name, word] : story.words) {
      if (word != "passed") words[name.substr(std::min(name.find("::") + 2, name.size()))] = word;
    }
    return words;
  }
};

TEST_P(Captured, Kinds) {
  PytestLaunch kinds = launch("kinds");
  kinds.termination = model::Exited{1};
  for (const std::size_t chunk : {1, 13, 1 << 20}) {
    kinds.chunk = chunk;
    PytestStory story = play(kinds);
    Words words = not_passed(story);
    EXPECT_THAT(words["test_without_parameters[empty0]"] + words["test_without_parameters[NOTSET]"],
                HasSubstr("skipped: got empty parameter set"));
    std::erase_if(words, [](const auto& one) { return one.first.starts_with("test_without"); });
    const Words expected = {
        {"test_fails", "failed"},
        {"test_raises", "failed"},
        {"test_helper_fails", "failed"},
        {"test_prints_and_fails", "failed"},
        {"test_skip_if", "skipped: a condition"},
        {"test_skips", "skipped: inside"},
        {"test_strict_unexpected_pass", "failed"},
        {"test_never_run", "skipped: [NOTRUN] do not run"},
        {"test_setup_fails", "failed"},
        {"test_teardown_fails", "failed"},
        {"test_call_and_teardown_fail", "failed"},
        {"test_sys_exit", "failed"},
        {"Old::test_old_skip", "skipped: old skip"},
    };
    Words others = words;
    std::erase_if(others,
                  [](const auto& one) { return one.second == "skipped: the whole module"; });
    EXPECT_EQ(others, expected);
    EXPECT_EQ(story.words["test_left_out.py"], "skipped: the whole module");
    EXPECT_THAT(story.broken, IsEmpty());
    EXPECT_THAT(story.outside, IsEmpty());
    EXPECT_THAT(story.completed, ElementsAre(false));
  }
}

TEST_P(Captured, KindsInDetail) {
  PytestStory story = play(launch("kinds"));
  EXPECT_THAT(story.message("test_kinds.py::test_fails"), HasSubstr("first extra"));
  EXPECT_EQ(story.message("test_kinds.py::test_raises"), "RuntimeError: line one\nline two");
  EXPECT_EQ(story.results["test_kinds.py::test_helper_fails"].failures[0].location,
            (model::Location{"test_kinds.py", 23}));
  EXPECT_EQ(story.message("test_kinds.py::test_setup_fails"), "in setup: ValueError: setup broke");
  EXPECT_THAT(story.results["test_kinds.py::test_call_and_teardown_fail"].failures, SizeIs(2));
  EXPECT_THAT(story.results["test_kinds.py::test_properties"].properties,
              ElementsAre(Pair("speed", "17"), Pair("note", "a \"q\" <b> \xc3\xa9")));
  EXPECT_THAT(story.results["test_kinds.py::test_expected_failure"].properties,
              ElementsAre(Pair("expected_failure", "known")));
  EXPECT_THAT(story.results["test_kinds.py::test_prints_and_fails"].output, HasSubstr("out text"));
  EXPECT_GT(story.results["test_kinds.py::test_passes"].duration, base::Duration::zero());
}

TEST_P(Captured, OddNames) {
  const PytestStory story = play(launch("odd"));
  EXPECT_THAT(not_passed(story), IsEmpty());
  EXPECT_GT(story.words.size(), 20U);
  EXPECT_THAT(story.completed, ElementsAre(true));
}

TEST_P(Captured, CollectionErrorsAreTheSameWordsFromListingAndRun) {
  PytestLaunch broken = launch("broken");
  broken.termination = model::Exited{1};
  const PytestStory story = play(broken);
  std::vector<std::string> told;
  for (const model::OutsideFailure& failure : story.outside) {
    EXPECT_EQ(failure.kind, model::ProblemKind::collect_error);
    told.push_back(failure.failure.message);
  }
  EXPECT_EQ(told, broken.listing.collect_errors);
  EXPECT_THAT(told,
              ElementsAre(HasSubstr("test_import_error.py cannot be collected: "
                                    "ModuleNotFoundError: No module named 'no_such_module' "
                                    "(test_import_error.py:2)"),
                          HasSubstr("test_syntax_error.py cannot be collected: SyntaxError")));
}

TEST_P(Captured, Deaths) {
  PytestLaunch dead = launch("deaths", "deaths.segv");
  dead.termination = model::Signalled{11, false};
  PytestStory story = play(dead);
  EXPECT_EQ(not_passed(story), (Words{{"test_a_fails", "failed"},
                                      {"test_b_dies", "running"},
                                      {"test_c_passes", "owed"},
                                      {"test_c_fails", "owed"}}));
  EXPECT_THAT(story.completed, IsEmpty());
  for (const char* way : {"deaths.exit0", "deaths.pytest_exit"}) {
    story = play(launch("deaths", way));
    EXPECT_EQ(story.words["test_deaths.py::test_b_dies"], "running") << way;
    EXPECT_THAT(story.broken, IsEmpty());
  }
}

TEST_P(Captured, AForkedCopySaysNothing) {
  PytestLaunch forked = launch("deaths", "deaths.fork");
  forked.termination = model::Exited{1};
  const PytestStory story = play(forked);
  EXPECT_EQ(not_passed(story), (Words{{"test_a_fails", "failed"}, {"test_c_fails", "failed"}}));
  EXPECT_THAT(story.broken, IsEmpty());
  EXPECT_THAT(story.completed, ElementsAre(false));
}

TEST_P(Captured, Subtests) {
  if (!std::filesystem::exists(std::string(CUPEL_TEST_DATA) + "/harness/pytest/" + GetParam() +
                               "/subtests.stream")) {
    return;  // this version has none
  }
  PytestStory story = play(launch("subtests"));
  EXPECT_EQ(not_passed(story), (Words{{"test_one_fails", "failed"}, {"Old::test_old", "failed"}}));
  EXPECT_THAT(story.parts, ::testing::Contains("test_subtests.py::test_all_pass part (i=2)"));
  EXPECT_EQ(story.parts.size(), 9U);
  EXPECT_EQ(story.message("test_subtests.py::Old::test_old"),
            "in subtest (i=1): AssertionError: 1 == 1");
  EXPECT_EQ(story.results["test_subtests.py::Old::test_old"].failures[0].location,
            (model::Location{"test_subtests.py", 21}));
  EXPECT_THAT(story.broken, IsEmpty());
}

std::vector<std::string> versions() {
  std::vector<std::string> found;
  const std::filesystem::path folder = std::string(CUPEL_TEST_DATA) + "/harness/pytest";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_directory()) found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}
INSTANTIATE_TEST_SUITE_P(Versions, Captured, ::testing::ValuesIn(versions()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

}  // namespace
}  // namespace cupel::harness::testing
