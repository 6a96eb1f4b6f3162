// SPDX-License-Identifier: Apache-2.0
#include "store/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <variant>

#include "os/directory.h"

namespace cupel::store {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

model::Event warned(const std::string& text) {
  return {base::WallTime(std::chrono::milliseconds(1'764'517'000'123)), model::Warned{text}};
}

class JournalTest : public testing::Test {
 protected:
  JournalTest() : folder_(std::move(os::PrivateDir::make("cupel-journal")).value()) {}
  std::string path() const { return folder_.path() + "/journal.jsonl"; }
  std::string text() const { return std::move(os::read_file(path())).value(); }
  void write(std::initializer_list<const char*> texts) const {
    Journal journal = std::move(Journal::open(path())).value();
    for (const char* each : texts) ASSERT_TRUE(journal.take(warned(each)).ok());
  }
  os::PrivateDir folder_;
};

TEST_F(JournalTest, EventsComeBackInOrderAndAFileIsGoneOnWith) {
  write({"one", "two\nlines"});
  write({"three"});
  EXPECT_EQ(std::ranges::count(text(), '\n'), 3);
  const JournalRead read = std::move(read_journal_file(path())).value();
  ASSERT_THAT(read.journal.events, SizeIs(3));
  EXPECT_FALSE(read.torn);
  EXPECT_EQ(std::get<model::Warned>(read.journal.events[1].body).text, "two\nlines");
  EXPECT_EQ(read.journal.events[2].at, warned("").at);
}

TEST_F(JournalTest, EventsOfOneMomentAreLinesLikeAnyOther) {
  {
    Journal journal = std::move(Journal::open(path())).value();
    ASSERT_TRUE(journal.take(warned("one")).ok());
    ASSERT_TRUE(journal.take_all({warned("two"), warned("three")}).ok());
    ASSERT_TRUE(journal.take_all({}).ok());
  }
  const std::string together = text();
  ASSERT_TRUE(os::remove_file(path()).ok());
  write({"one", "two", "three"});
  EXPECT_EQ(together, text());
}

TEST_F(JournalTest, AnUnfinishedLineIsToldAndCutOffBeforeGoingOn) {
  write({"one"});
  const std::string whole = text();
  ASSERT_TRUE(os::write_file(path(), whole + whole.substr(0, 12)).ok());
  const JournalRead read = std::move(read_journal_file(path())).value();
  EXPECT_TRUE(read.torn);
  EXPECT_THAT(read.journal.events, SizeIs(1));
  EXPECT_NE(text(), whole) << "reading changed the file";
  ASSERT_TRUE(mend_journal_file(path(), read).ok());
  EXPECT_EQ(text(), whole);
  write({"two"});
  EXPECT_THAT(std::move(read_journal_file(path())).value().journal.events, SizeIs(2));
}

TEST_F(JournalTest, DamageInTheMiddleIsAnErrorThatNamesTheLine) {
  write({"one", "two", "three"});
  std::string damaged = text();
  damaged.replace(damaged.find("two") - 1, 3, "\xff\xff\xff");
  ASSERT_TRUE(os::write_file(path(), damaged).ok());
  const auto read = read_journal_file(path());
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message, HasSubstr("the journal " + path() + " is damaged"));
  EXPECT_THAT(read.error().message, HasSubstr("line 2"));
  EXPECT_THAT(read.error().hint, HasSubstr("start a new run"));
  EXPECT_EQ(text(), damaged);
}

TEST_F(JournalTest, AMissingOneIsAnError) {
  const auto read = read_journal_file(path());
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message, HasSubstr(path()));
  EXPECT_FALSE(os::exists(path()));
}

TEST_F(JournalTest, AFolderThatCannotBeWrittenIsAnError) {
  const auto journal = Journal::open(folder_.path() + "/missing/journal.jsonl");
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(journal.error().message, HasSubstr("missing/journal.jsonl"));
}

TEST_F(JournalTest, AFullDiskIsOneErrorThatSaysHowToGoOnAndNothingIsWrittenAfterIt) {
  if (!os::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  ASSERT_EQ(::symlink("/dev/full", path().c_str()), 0);
  Journal journal = std::move(Journal::open(path())).value();
  const auto full = journal.take(warned("one"));
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().kind, base::ErrorKind::trouble);
  EXPECT_THAT(full.error().message, HasSubstr("the journal cannot be written"));
  EXPECT_THAT(full.error().message, HasSubstr(path()));
  EXPECT_THAT(full.error().message, HasSubstr("no space left"));
  EXPECT_THAT(full.error().hint, HasSubstr("free some space"));
  EXPECT_THAT(full.error().hint, HasSubstr("--resume=" + folder_.path()));
}

class SmallDisk : public JournalTest {
 protected:
  /// Ends with 0 where `body` held in a process that may write `bytes` to a file.
  template <typename Body>
  static int in_space_of(std::size_t bytes, Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{bytes, RLIM_INFINITY};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
      ::_exit(body() ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
  }
  static void give_space() {
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    (void)::setrlimit(RLIMIT_FSIZE, &none);
  }
  void expect_whole_lines(std::size_t count) const {
    const JournalRead read = std::move(read_journal_file(path())).value();
    EXPECT_FALSE(read.torn);
    EXPECT_THAT(read.journal.events, SizeIs(count));
  }
};

TEST_F(SmallDisk, ARecordThatDoesNotFitLeavesWholeLinesAndTheJournalStaysClosed) {
  write({"first"});
  const std::size_t line = text().size();
  EXPECT_EQ(in_space_of(2 * line + line / 2,
                        [&] {
                          Journal journal = std::move(Journal::open(path())).value();
                          const bool fits = journal.take(warned("secnd")).ok();
                          const bool too_much = journal.take(warned("third")).ok();
                          give_space();
                          return fits && !too_much && !journal.take(warned("fourt")).ok();
                        }),
            0);
  expect_whole_lines(2);
}

TEST_F(SmallDisk, OfOneMomentAsManyAreWrittenAsFit) {
  write({"first"});
  const std::size_t line = text().size();
  EXPECT_EQ(in_space_of(3 * line + line / 2,
                        [&] {
                          Journal journal = std::move(Journal::open(path())).value();
                          const auto all = journal.take_all(
                              {warned("secnd"), warned("third"), warned("fourt"), warned("fifth")});
                          give_space();
                          return !all.ok() && !journal.take_all({warned("sixth")}).ok();
                        }),
            0);
  expect_whole_lines(3);
}

}  // namespace
}  // namespace cupel::store
