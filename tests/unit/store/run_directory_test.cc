// SPDX-License-Identifier: Apache-2.0
#include "store/run_directory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "os/directory.h"
#include "os/file.h"
#include "store/journal.h"
#include "store/store.h"

namespace cupel::store {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class RunDirectoryTest : public testing::Test {
 protected:
  RunDirectoryTest() : folder_(std::move(os::PrivateDir::make("cupel-run")).value()) {}
  std::string path() const { return folder_.path() + "/deep/run"; }
  void journal(const std::string& run, const model::EventBody& last) const {
    Journal journal = std::move(Journal::open(run + "/journal.jsonl")).value();
    ASSERT_TRUE(journal.take({base::WallTime{}, last}).ok());
  }
  os::PrivateDir folder_;
};

TEST(RunId, SortsByTime) {
  const base::WallTime now{std::chrono::milliseconds(1'764'517'000'123)};
  EXPECT_EQ(run_id(now, 0x4f2a9c01), "20251130T153640.123Z-4f2a9c01");
  EXPECT_EQ(run_id(now, 1), "20251130T153640.123Z-00000001");
  EXPECT_LT(run_id(now, 9), run_id(now + std::chrono::milliseconds(1), 0));
  EXPECT_NE(fresh_run_id(now), fresh_run_id(now));
}

TEST(CapOutput, KeepsHeadAndTailAndCountsTheCut) {
  EXPECT_EQ(cap_output("0123456789", 10).bytes, "0123456789");
  EXPECT_EQ(cap_output("0123456789", 10).cut, 0u);
  const KeptOutput kept = cap_output("0123456789", 5);
  EXPECT_EQ(kept.cut, 6u);
  EXPECT_EQ(kept.bytes, "01\n[cupel cut 6 bytes here]\n89");
}

TEST_F(RunDirectoryTest, IsMadeWithItsFoldersAndWrittenAtomically) {
  const RunDirectory run = std::move(RunDirectory::create(path() + "/")).value();
  EXPECT_EQ(run.path(), path());
  EXPECT_TRUE(os::is_directory(path() + "/output"));
  ASSERT_TRUE(run.write("run.json", "{}").ok());
  ASSERT_TRUE(run.write("run.json", "{1}").ok());
  EXPECT_EQ(os::read_file(path() + "/run.json").value(), "{1}");
  EXPECT_EQ(run.keep_output(7, "stdout", "bytes").value(), "output/00007.stdout");
  EXPECT_EQ(os::read_file(path() + "/output/00007.stdout").value(), "bytes");
  EXPECT_EQ(run.keep_output(123456, "stderr", "x").value(), "output/123456.stderr");
  EXPECT_EQ(run.keep_output(8, "stdout", "").value(), "");
  EXPECT_FALSE(os::exists(path() + "/output/00008.stdout"));
}

TEST_F(RunDirectoryTest, ASecondWriterIsToldWhoIsThere) {
  std::optional<RunDirectory> first(std::move(RunDirectory::create(path())).value());
  journal(path(), model::Warned{"x"});
  for (const bool resuming : {false, true}) {
    const auto second = resuming ? RunDirectory::open(path()) : RunDirectory::create(path());
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().message, "another cupel is writing the run in " + path() + " (pid " +
                                          std::to_string(::getpid()) + ")");
    EXPECT_THAT(second.error().hint, HasSubstr("--out"));
  }
  first.reset();
  EXPECT_TRUE(RunDirectory::open(path()).ok());
}

TEST_F(RunDirectoryTest, AnOldRunIsNeverWrittenOver) {
  for (const char* file : {"journal.jsonl", "run.json"}) {
    {
      const RunDirectory run = std::move(RunDirectory::create(path())).value();
    }
    ASSERT_TRUE(os::write_file(path() + "/" + file, "").ok());
    const auto again = RunDirectory::create(path());
    ASSERT_FALSE(again.ok()) << file;
    EXPECT_THAT(again.error().message, HasSubstr("there is a run in " + path() + " already"));
    EXPECT_THAT(again.error().hint, HasSubstr("--resume=" + path()));
    ASSERT_TRUE(os::remove_file(path() + "/" + file).ok());
  }
  EXPECT_TRUE(RunDirectory::create(path()).ok()) << "a folder that holds no run";
}

TEST_F(RunDirectoryTest, OpeningNeedsARun) {
  const auto none = RunDirectory::open(path());
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("there is no run in " + path()));
  EXPECT_FALSE(os::exists(path())) << "asking made the folder";
}

TEST_F(RunDirectoryTest, APlaceThatCannotBeWrittenIsNamedWithWhatToDo) {
  ASSERT_TRUE(os::write_file(folder_.path() + "/file", "").ok());
  const auto on_file = RunDirectory::create(folder_.path() + "/file/run");
  ASSERT_FALSE(on_file.ok());
  EXPECT_THAT(on_file.error().message, HasSubstr(folder_.path() + "/file"));
  EXPECT_THAT(on_file.error().hint, HasSubstr("--out"));
  if (::geteuid() == 0) return;  // root may write everywhere
  ASSERT_EQ(::mkdir((folder_.path() + "/closed").c_str(), 0500), 0);
  const auto closed = RunDirectory::create(folder_.path() + "/closed/run");
  ASSERT_FALSE(closed.ok());
  EXPECT_THAT(closed.error().message, HasSubstr("permission denied"));
}

class StoreTest : public RunDirectoryTest {
 protected:
  StoreTest() : store_(folder_.path() + "/.cupel") {}
  void run(const char* id, const model::EventBody& last) const {
    ASSERT_TRUE(os::make_directories(store_.run(id)).ok());
    journal(store_.run(id), last);
  }
  Store store_;
};

TEST_F(StoreTest, IsNeverCommitted) {
  ASSERT_TRUE(store_.prepare().ok());
  EXPECT_EQ(os::read_file(store_.path() + "/.gitignore").value(), "*\n");
  ASSERT_TRUE(os::write_file(store_.path() + "/.gitignore", "mine\n").ok());
  ASSERT_TRUE(store_.prepare().ok());
  EXPECT_EQ(os::read_file(store_.path() + "/.gitignore").value(), "mine\n");
  EXPECT_THAT(store_.history(), EndsWith("/.cupel/history.sqlite"));
  EXPECT_THAT(store_.run("1"), EndsWith("/.cupel/runs/1"));
}

TEST_F(StoreTest, TheLastUnfinishedRunIsFound) {
  EXPECT_FALSE(store_.last_unfinished_run().ok());
  run("2026-1", model::Warned{"died early"});
  run("2026-2", model::Warned{"died late"});
  run("2026-3", model::RunFinished{});
  ASSERT_TRUE(os::make_directories(store_.run("2026-4")).ok());
  EXPECT_EQ(store_.last_unfinished_run().value(), store_.run("2026-2"));
  // A line that was never finished, behind the last whole one.
  const std::string text = os::read_file(store_.run("2026-2") + "/journal.jsonl").value();
  ASSERT_TRUE(os::write_file(store_.run("2026-2") + "/journal.jsonl", text + "{\"at\"").ok());
  EXPECT_EQ(store_.last_unfinished_run().value(), store_.run("2026-2"));
}

TEST_F(StoreTest, ARunThatIsBeingWrittenIsNotUnfinished) {
  run("2026-1", model::Warned{"died"});
  run("2026-2", model::Warned{"runs"});
  std::optional<RunDirectory> writer(std::move(RunDirectory::open(store_.run("2026-2"))).value());
  EXPECT_EQ(store_.last_unfinished_run().value(), store_.run("2026-1"));
  writer.reset();
  EXPECT_EQ(store_.last_unfinished_run().value(), store_.run("2026-2"));
}

TEST_F(StoreTest, ARunThatWasTakenUpAgainAndDiedIsUnfinished) {
  run("2026-1", model::RunFinished{});
  run("2026-1", model::RunResumed{});
  EXPECT_EQ(store_.last_unfinished_run().value(), store_.run("2026-1"));
}

TEST_F(StoreTest, NoneIsAnErrorThatSaysWhatToDo) {
  run("2026-1", model::RunFinished{});
  const auto none = store_.last_unfinished_run();
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, StartsWith("there is no unfinished run in "));
  EXPECT_THAT(none.error().hint, HasSubstr("--resume=RUN"));
}

}  // namespace
}  // namespace cupel::store
