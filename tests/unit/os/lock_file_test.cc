// SPDX-License-Identifier: Apache-2.0
#include "os/lock_file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"

namespace cupel::os {
namespace {

using LockFileTest = ScratchTest;

TEST_F(LockFileTest, OnlyOneHolds) {
  LockFile first = LockFile::open(at("l")).value();
  LockFile second = LockFile::open(at("l")).value();
  EXPECT_TRUE(first.try_lock().value());
  EXPECT_FALSE(second.try_lock().value());
  first.unlock();
  EXPECT_TRUE(second.try_lock().value());
}

TEST_F(LockFileTest, AnInheritedDescriptorHoldsItOverTheParentsClose) {
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  pid_t child = 0;
  {
    LockFile lock = LockFile::open(at("l")).value();
    ASSERT_TRUE(lock.try_lock().value());
    child = ::fork();
    if (child == 0) {
      char byte = 0;
      ::close(pipe_ends[1]);
      ::_exit(::read(pipe_ends[0], &byte, 1) == 0 ? 0 : 1);
    }
  }
  LockFile other = LockFile::open(at("l")).value();
  EXPECT_FALSE(other.try_lock().value());
  ::close(pipe_ends[1]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(other.try_lock().value());
  ::close(pipe_ends[0]);
}

TEST_F(LockFileTest, OtherUsersMayLockItWhateverTheUmask) {
  const mode_t before = ::umask(0077);
  const bool opened = LockFile::open(at("l")).ok();
  ::umask(before);
  ASSERT_TRUE(opened);
  struct stat facts{};
  ASSERT_EQ(::stat(at("l").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0666U);
}

TEST_F(LockFileTest, LinksFoldersAndFifosAreRefused) {
  put("real");
  ASSERT_EQ(::symlink("real", at("link").c_str()), 0);
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0666), 0);
  EXPECT_FALSE(LockFile::open(at("link")).ok());
  EXPECT_FALSE(LockFile::open(at("fifo")).ok());
  EXPECT_FALSE(LockFile::open(dir_->path()).ok());
  EXPECT_TRUE(LockFile::open(at("real")).ok());
}

TEST_F(LockFileTest, TheNoteIsReplacedAndSeenByOthers) {
  LockFile lock = LockFile::open(at("l")).value();
  ASSERT_TRUE(lock.write_note("pid 4711 and more").ok());
  ASSERT_TRUE(lock.write_note("pid 12").ok());
  EXPECT_EQ(LockFile::open(at("l"))->read_note().value(), "pid 12");
}

TEST_F(LockFileTest, ARemovedFileIsNoticed) {
  LockFile lock = LockFile::open(at("l")).value();
  EXPECT_TRUE(lock.still_in_place());
  ASSERT_TRUE(remove_file(at("l")).ok());
  EXPECT_FALSE(lock.still_in_place());
  put("l");
  EXPECT_FALSE(lock.still_in_place());
}

}  // namespace
}  // namespace cupel::os
