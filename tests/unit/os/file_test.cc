// SPDX-License-Identifier: Apache-2.0
#include "os/file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "os/errno_error.h"
#include "scratch.h"

namespace cupel::os {
namespace {

using FileTest = ScratchTest;

TEST_F(FileTest, ReadsBackWhatWasWritten) {
  const std::string bytes("a\0b\xff\n", 5);
  ASSERT_TRUE(write_file(at("f"), bytes).ok());
  EXPECT_EQ(read_file(at("f")).value(), bytes);
  ASSERT_TRUE(write_file(at("f"), "").ok());
  EXPECT_EQ(read_file(at("f")).value(), "");
}

TEST_F(FileTest, ReadRefusesMoreThanTheLimitAndTakesTheLimit) {
  put("f", "12345");
  EXPECT_EQ(read_file(at("f"), 5).value(), "12345");
  const base::Result<std::string> refused = read_file(at("f"), 4);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("longer than 4 bytes"), std::string::npos);
}

TEST_F(FileTest, ReadOfNothingNamesThePathAndTheReason) {
  const base::Result<std::string> refused = read_file(at("absent"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "cannot read " + at("absent") + ": no such file or directory");
  EXPECT_NE(refused.error().hint, "");
}

TEST_F(FileTest, UntrustedReadCutsAtTheLimit) {
  put("f", "12345");
  EXPECT_EQ(read_untrusted(at("f"), 3)->bytes, "123");
  EXPECT_TRUE(read_untrusted(at("f"), 3)->cut);
  EXPECT_EQ(read_untrusted(at("f"), 5)->bytes, "12345");
  EXPECT_FALSE(read_untrusted(at("f"), 5)->cut);
}

TEST_F(FileTest, UntrustedReadFollowsNoLinkAndWaitsForNoFifo) {
  put("f", "secret");
  ASSERT_EQ(::symlink(at("f").c_str(), at("link").c_str()), 0);
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  EXPECT_FALSE(read_untrusted(at("link"), 100).ok());
  EXPECT_FALSE(read_untrusted(at("fifo"), 100).ok());
  EXPECT_TRUE(read_untrusted(at("f"), 100).ok());
}

TEST_F(FileTest, AtomicWriteReplacesAndLeavesNothingBeside) {
  put("f", "old");
  ASSERT_TRUE(write_atomic(at("f"), "new").ok());
  EXPECT_EQ(read_file(at("f")).value(), "new");
  EXPECT_EQ(list_directory(dir_->path()).value(), std::vector<std::string>{"f"});
}

TEST_F(FileTest, AtomicWriteKeepsTheOldContentWhenItCannotRename) {
  put("d/inside", "kept");
  EXPECT_FALSE(write_atomic(at("d"), "new").ok());
  EXPECT_EQ(read_file(at("d/inside")).value(), "kept");
  EXPECT_EQ(list_directory(dir_->path()).value(), std::vector<std::string>{"d"});
}

TEST_F(FileTest, AtomicWriteHonoursTheUmask) {
  const mode_t before = ::umask(0027);
  EXPECT_TRUE(write_atomic(at("f"), "x").ok());
  ::umask(before);
  struct stat facts{};
  ASSERT_EQ(::stat(at("f").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0640U);
}

TEST_F(FileTest, AppendsRecordsToWhatIsThere) {
  put("j", "first\n");
  base::Result<AppendFile> file = AppendFile::open(at("j"));
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->append("second\n").ok());
  ASSERT_TRUE(file->append("third\n").ok());
  EXPECT_EQ(read_file(at("j")).value(), "first\nsecond\nthird\n");
}

// The limit of file size stands in for a full disk: both end in a short write.
TEST_F(FileTest, AppendThatDoesNotFitIsAnErrorAndLeavesWholeRecords) {
  base::Result<AppendFile> file = AppendFile::open(at("j"));
  ASSERT_TRUE(file.ok());
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight{12, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const bool first = file->append("12345678\n").ok();
  const bool second = file->append("12345678\n").ok();
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  EXPECT_EQ(read_file(at("j")).value(), "12345678\n");
}

TEST_F(FileTest, AppendToAFullDeviceSaysSo) {
  base::Result<AppendFile> file = AppendFile::open("/dev/full");
  ASSERT_TRUE(file.ok());
  const base::Result<void> refused = file->append("record\n");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "cannot append to /dev/full: no space left on device");
  EXPECT_NE(refused.error().hint.find("full"), std::string::npos);
}

TEST_F(FileTest, ExecutableMeansARegularFileWithTheBit) {
  put("plain");
  put("program");
  ASSERT_EQ(::chmod(at("program").c_str(), 0755), 0);
  ASSERT_EQ(::symlink("program", at("link").c_str()), 0);
  EXPECT_TRUE(is_executable_file(at("program")));
  EXPECT_TRUE(is_executable_file(at("link")));
  EXPECT_FALSE(is_executable_file(at("plain")));
  EXPECT_FALSE(is_executable_file(dir_->path()));
  EXPECT_FALSE(is_executable_file(at("absent")));
}

TEST_F(FileTest, RemovingWhatIsNotThereIsFine) {
  put("f");
  EXPECT_TRUE(remove_file(at("f")).ok());
  EXPECT_FALSE(exists(at("f")));
  EXPECT_TRUE(remove_file(at("f")).ok());
  EXPECT_FALSE(remove_file(dir_->path()).ok());
}

TEST(ErrorWords, AreFragmentsThatKeepAcronyms) {
  EXPECT_EQ(errno_words(ENOENT), "no such file or directory");
  EXPECT_EQ(errno_words(EDOTDOT), "RFS specific error");
}

}  // namespace
}  // namespace cupel::os
