// SPDX-License-Identifier: Apache-2.0
#include "engine/lock_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "os/directory.h"
#include "os/file.h"

namespace cupel::engine {
namespace {

using testing::HasSubstr;

constexpr uid_t nobody = 65534;

class LockFolderTest : public testing::Test {
 protected:
  LockFolderTest() : root_(std::move(os::PrivateDir::make("cupel-lock-folder")).value()) {
    ::chmod(root_.path().c_str(), 0755);
  }
  std::string path() const { return root_.path() + "/locks"; }
  void make(mode_t mode) const {
    ASSERT_EQ(::mkdir(path().c_str(), 0700), 0);
    ASSERT_EQ(::chmod(path().c_str(), mode), 0);
  }
  std::string refusal() const {
    const base::Result<LockFolder> folder = LockFolder::open(path());
    return folder.ok() ? "(accepted)" : folder.error().message + " | " + folder.error().hint;
  }

  os::PrivateDir root_;
};

TEST_F(LockFolderTest, AMissingOneIsMadeStickyForAllUsersWhateverTheUmask) {
  const mode_t before = ::umask(077);
  const std::string said = refusal();
  ::umask(before);
  EXPECT_EQ(said, "(accepted)");
  struct stat facts{};
  ASSERT_EQ(::stat(path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 01777u);
  EXPECT_EQ(refusal(), "(accepted)") << "the second time";
}

TEST_F(LockFolderTest, OnesOwnMayBePrivate) {
  make(0700);
  EXPECT_EQ(refusal(), "(accepted)");
}

TEST_F(LockFolderTest, WritableByOthersWithoutStickyIsRefused) {
  make(0777);
  EXPECT_THAT(refusal(), HasSubstr("is not safe: other users may remove each other's files in it"));
  EXPECT_THAT(refusal(), HasSubstr("chmod 1777"));
  ASSERT_EQ(::chmod(path().c_str(), 01777), 0);
  EXPECT_EQ(refusal(), "(accepted)");
}

TEST_F(LockFolderTest, ASymbolicLinkIsRefusedAlsoWithASlashBehindIt) {
  ASSERT_EQ(::mkdir((root_.path() + "/real").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("real", path().c_str()), 0);
  EXPECT_THAT(refusal(), HasSubstr("it is a symbolic link"));
  EXPECT_FALSE(LockFolder::open(path() + "/").ok());
  EXPECT_TRUE(LockFolder::open(root_.path() + "/real").ok());
}

TEST_F(LockFolderTest, AFileIsRefused) {
  ASSERT_TRUE(os::write_file(path(), "").ok());
  EXPECT_THAT(refusal(), HasSubstr("it is no folder"));
}

TEST_F(LockFolderTest, AMissingParentIsNotMade) {
  const base::Result<LockFolder> folder = LockFolder::open(path() + "/deeper");
  ASSERT_FALSE(folder.ok());
  EXPECT_THAT(folder.error().message, HasSubstr("no such file or directory"));
  EXPECT_THAT(folder.error().hint, HasSubstr("CUPEL_LOCK_DIR"));
}

TEST_F(LockFolderTest, AnotherUsersIsRefusedUnlessSticky) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to give a folder to another user";
  make(0755);
  ASSERT_EQ(::chown(path().c_str(), nobody, nobody), 0);
  EXPECT_THAT(refusal(), HasSubstr("another user owns it and it is not sticky"));
  ASSERT_EQ(::chmod(path().c_str(), 01777), 0);
  EXPECT_EQ(refusal(), "(accepted)");
}

TEST_F(LockFolderTest, OneThatThisUserMayNotWriteToIsRefused) {
  make(0755);
  const auto as_user = [&] {
    const std::string said = refusal();
    return said.find("cannot write to the lock folder") != std::string::npos &&
                   said.find("chmod 1777") != std::string::npos
               ? 0
               : 1;
  };
  if (::geteuid() != 0) {
    ASSERT_EQ(::chmod(path().c_str(), 0555), 0);
    EXPECT_EQ(as_user(), 0) << refusal();
    return;
  }
  // Root may write anywhere: another user is asked.
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::setuid(nobody) == 0 ? as_user() : 2);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace cupel::engine
