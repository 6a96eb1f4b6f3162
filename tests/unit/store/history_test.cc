// SPDX-License-Identifier: Apache-2.0
#include "store/history.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "os/directory.h"
#include "os/file.h"

namespace cupel::store {
namespace {

using model::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const HistoryKey key{"reference", "default", "NVIDIA H200"};

HistoryRun run(const std::string& id, std::vector<HistoryTest> tests, bool full = true) {
  HistoryRun made;
  made.id = id;
  made.key = key;
  made.folder = "runs/" + id;
  made.started = base::WallTime(std::chrono::milliseconds(1'764'517'000'123));
  made.finished = made.started + std::chrono::seconds(90);
  made.verdict = model::Verdict::red;
  made.exit_code = 1;
  made.full = full;
  made.narrowed_by = full ? "" : "a filter";
  made.commit = "abc";
  made.config_sha256 = "def";
  made.tests = std::move(tests);
  return made;
}

class HistoryTestCase : public testing::Test {
 protected:
  HistoryTestCase() : folder_(std::move(os::PrivateDir::make("cupel-history")).value()) {}
  std::string path() const { return folder_.path() + "/history.sqlite"; }
  History open() const { return std::move(History::open(path())).value(); }
  void add(const HistoryRun& made) const {
    History history = open();
    ASSERT_TRUE(history.add(made).ok());
    for (const HistoryTest& test : made.tests) ids_.insert(test.id);
  }
  /// Of the tests that were added.
  std::set<std::string> passed(const HistoryKey& of = key) const {
    History history = open();
    std::set<std::string> all = ids_;
    std::erase_if(all,
                  [&](const std::string& id) { return !history.passed_before(of, id).value(); });
    return all;
  }
  os::PrivateDir folder_;
  mutable std::set<std::string> ids_{"t:never_ran"};
};

TEST_F(HistoryTestCase, ANewFileIsEmptyAndCanBeOpenedAgain) {
  EXPECT_THAT(passed(), IsEmpty());
  EXPECT_THAT(open().runs(10).value(), IsEmpty());
}

TEST_F(HistoryTestCase, ARunComesBackAsItWas) {
  add(run("1", {{"a:x", Outcome::passed, 0.5}}, false));
  const std::vector<HistoryRun> runs = std::move(open().runs(10)).value();
  ASSERT_THAT(runs, SizeIs(1));
  const HistoryRun& back = runs[0];
  const HistoryRun there = run("1", {}, false);
  EXPECT_EQ(back.id, there.id);
  EXPECT_EQ(back.key.gate, key.gate);
  EXPECT_EQ(back.key.mode, key.mode);
  EXPECT_EQ(back.key.device, key.device);
  EXPECT_EQ(back.folder, there.folder);
  EXPECT_EQ(back.started, there.started);
  EXPECT_EQ(back.finished, there.finished);
  EXPECT_EQ(back.verdict, there.verdict);
  EXPECT_EQ(back.exit_code, 1);
  EXPECT_FALSE(back.full);
  EXPECT_EQ(back.narrowed_by, "a filter");
  EXPECT_EQ(back.commit, "abc");
  EXPECT_EQ(back.config_sha256, "def");
}

TEST_F(HistoryTestCase, TheLatestRunsComeFirst) {
  for (const char* id : {"1", "3", "2"}) add(run(id, {}));
  std::vector<std::string> ids;
  const std::vector<HistoryRun> latest = std::move(open().runs(2)).value();
  for (const HistoryRun& each : latest) ids.push_back(each.id);
  EXPECT_THAT(ids, ElementsAre("2", "3"));
}

TEST_F(HistoryTestCase, PassedBeforeIsTheLatestFullRunThatJudgedTheTest) {
  add(run("1", {{"t:old", Outcome::passed, {}},
                {"t:fails_later", Outcome::passed, {}},
                {"t:fixed", Outcome::failed, {}},
                {"t:cut_off", Outcome::passed, {}},
                {"t:lost", Outcome::passed, {}}}));
  add(run("2", {{"t:fails_later", Outcome::failed, {}},
                {"t:fixed", Outcome::passed, {}},
                {"t:cut_off", Outcome::not_run, {}},
                {"t:lost", Outcome::missing, {}},
                {"t:always_skips", Outcome::skipped, {}}}));
  add(run("3", {{"t:fixed", Outcome::failed, {}}, {"t:narrow", Outcome::passed, {}}}, false));
  EXPECT_THAT(passed(), ElementsAre("t:cut_off", "t:fixed", "t:lost", "t:old"));
}

TEST_F(HistoryTestCase, ASkipStaysNewsUntilItIsDeclaredOrTheTestRuns) {
  add(run("1", {{"t:x", Outcome::passed, {}}}));
  add(run("2", {{"t:x", Outcome::skipped, {}}}));
  EXPECT_THAT(passed(), ElementsAre("t:x"));
  add(run("3", {{"t:x", Outcome::failed, {}}}));
  EXPECT_THAT(passed(), IsEmpty());
}

TEST_F(HistoryTestCase, OtherGatesModesAndDevicesAreOtherHistories) {
  add(run("1", {{"t:x", Outcome::passed, 1.0}}));
  EXPECT_THAT(passed({"other", "default", "NVIDIA H200"}), IsEmpty());
  EXPECT_THAT(passed({"reference", "tf32", "NVIDIA H200"}), IsEmpty());
  EXPECT_THAT(passed({"reference", "default", "cpu"}), IsEmpty());
  EXPECT_THAT(open().typical_durations({"reference", "default", "cpu"}).value(), IsEmpty());
  EXPECT_THAT(passed(), SizeIs(1));
}

TEST_F(HistoryTestCase, TypicalDurationsAreMediansOfTheLastFiveRuns) {
  for (int i = 0; i < 7; ++i) {
    const double seconds = i < 2 ? 100.0 : i;  // 2 3 4 5 6 in the last five
    add(run(std::to_string(i),
            {{"t:x", Outcome::passed, seconds},
             {"t:hangs", i == 6 ? Outcome::failed : Outcome::timed_out, i == 6 ? 0.25 : 60.0},
             {"t:unknown", Outcome::passed, {}}},
            i % 2 == 0));
  }
  const std::map<std::string, double> typical = std::move(open().typical_durations(key)).value();
  EXPECT_EQ(typical, (std::map<std::string, double>{{"t:hangs", 0.25}, {"t:x", 4.0}}));
}

TEST_F(HistoryTestCase, AResumedRunReplacesItself) {
  add(run("1", {{"t:x", Outcome::passed, {}}, {"t:y", Outcome::passed, {}}}));
  add(run("1", {{"t:x", Outcome::failed, {}}}));
  EXPECT_THAT(open().runs(10).value(), SizeIs(1));
  EXPECT_THAT(passed(), IsEmpty());
}

TEST_F(HistoryTestCase, SeveralWritersWaitForEachOther) {
  {
    const History made = open();
  }
  constexpr int writers = 6;
  constexpr int rounds = 5;
  std::vector<pid_t> children;
  for (int w = 0; w < writers; ++w) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool ok = true;
      for (int r = 0; r < rounds; ++r) {
        auto history = History::open(path());
        ok = ok && history.ok() &&
             history.value()
                 .add(run(std::to_string(w) + "-" + std::to_string(r),
                          {{"t:x", Outcome::passed, 1.0}}))
                 .ok();
      }
      ::_exit(ok ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_THAT(open().runs(1000).value(), SizeIs(writers * rounds));
}

TEST_F(HistoryTestCase, ADamagedFileIsAnErrorThatSaysRunsLoseNothing) {
  ASSERT_TRUE(os::write_file(path(), std::string(8192, 'x')).ok());
  const auto history = History::open(path());
  ASSERT_FALSE(history.ok());
  EXPECT_THAT(history.error().message, HasSubstr("the history " + path() + " cannot be opened"));
  EXPECT_THAT(history.error().hint, HasSubstr("runs lose nothing"));
  EXPECT_EQ(os::read_file(path()).value(), std::string(8192, 'x'));
}

TEST_F(HistoryTestCase, ADamageFoundLaterIsAnErrorToo) {
  add(run("1", {{"t:x", Outcome::passed, {}}}));
  History history = open();
  {
    SQLite::Database behind(path(), SQLite::OPEN_READWRITE);
    behind.exec("DROP TABLE tests");
  }
  EXPECT_THAT(history.passed_before(key, "t:x").error().message, HasSubstr("cannot be read"));
  EXPECT_THAT(history.add(run("2", {{"t:x", Outcome::passed, {}}})).error().message,
              HasSubstr("cannot be written"));
  EXPECT_THAT(history.runs(10).value(), SizeIs(1)) << "half a run was recorded";
}

TEST_F(HistoryTestCase, AFileOfALaterVersionIsLeftAlone) {
  {
    const History made = open();
  }
  {
    SQLite::Database later(path(), SQLite::OPEN_READWRITE);
    later.exec("PRAGMA user_version = 99");
  }
  const auto history = History::open(path());
  ASSERT_FALSE(history.ok());
  EXPECT_THAT(history.error().message, HasSubstr("by a later version of cupel (schema 99)"));
}

TEST_F(HistoryTestCase, AFolderThatIsMissingIsAnError) {
  const auto history = History::open(folder_.path() + "/none/history.sqlite");
  ASSERT_FALSE(history.ok());
  EXPECT_THAT(history.error().message, HasSubstr("none/history.sqlite"));
}

TEST(ToHistory, TakesWhatWasSelectedAndJudged) {
  record::RunRecord record;
  record.id = "1";
  record.gate.name = "reference";
  record.gate.mode = "default";
  record.environment.gpus.resize(3);
  record.environment.gpus[0].name = "NVIDIA H200";
  record.environment.gpus[1].name = "NVIDIA H200";
  record.environment.gpus[2].uuid = "GPU-0";
  record.scope.narrowed_by = {"a filter", "a pin"};
  record.tests.resize(3);
  record.tests[0].id = {"t", "x"};
  record.tests[0].selected = true;
  record.tests[0].outcome = Outcome::passed;
  record.tests[0].duration_s = 0.5;
  record.tests[1].id = {"t", "deselected"};
  record.tests[1].outcome = Outcome::skipped;
  record.tests[2].id = {"t", "unsettled"};
  record.tests[2].selected = true;
  EXPECT_FALSE(to_history(record, "f").ok()) << "it has no verdict";
  record.verdict = model::Verdict::green;
  record.finished = record.started;
  const HistoryRun made = std::move(to_history(record, "f")).value();
  EXPECT_EQ(made.key.device, "GPU-0, NVIDIA H200");
  EXPECT_FALSE(made.full);
  EXPECT_EQ(made.narrowed_by, "a filter; a pin");
  ASSERT_THAT(made.tests, SizeIs(1));
  EXPECT_EQ(made.tests[0].id, "t:x");
  EXPECT_EQ(made.tests[0].duration_s, 0.5);
  EXPECT_EQ(device_label({}), "cpu");
}

}  // namespace
}  // namespace cupel::store
