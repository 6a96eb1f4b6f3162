// SPDX-License-Identifier: Apache-2.0
#include "os/directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include "scratch.h"

namespace cupel::os {
namespace {

using DirectoryTest = ScratchTest;

TEST_F(DirectoryTest, MakesWhatIsMissingAndAcceptsWhatIsThere) {
  EXPECT_TRUE(make_directories(at("a/b/c")).ok());
  EXPECT_TRUE(is_directory(at("a/b/c")));
  EXPECT_TRUE(make_directories(at("a/b/c")).ok());
  EXPECT_TRUE(make_directories(at("a/b/d/")).ok());
}

TEST_F(DirectoryTest, AFileInTheWayIsNamed) {
  put("a", "file");
  base::Result<void> refused = make_directories(at("a/b"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find(at("a")), std::string::npos);
}

TEST_F(DirectoryTest, RemoveTreeNeverFollowsLinks) {
  put("outside/precious");
  put("tree/deep/deeper/file");
  ASSERT_EQ(::symlink(at("outside").c_str(), at("tree/deep/link").c_str()), 0);
  ASSERT_EQ(::symlink("/nowhere", at("tree/dangling").c_str()), 0);
  ASSERT_TRUE(remove_tree(at("tree")).ok());
  EXPECT_FALSE(exists(at("tree")));
  EXPECT_TRUE(exists(at("outside/precious")));
}

TEST_F(DirectoryTest, RemoveTreeOfALinkRemovesTheLink) {
  put("outside/precious");
  ASSERT_EQ(::symlink(at("outside").c_str(), at("link").c_str()), 0);
  ASSERT_TRUE(remove_tree(at("link")).ok());
  EXPECT_FALSE(exists(at("link")));
  EXPECT_TRUE(exists(at("outside/precious")));
}

TEST_F(DirectoryTest, RemoveTreeOpensClosedFoldersAndAcceptsAbsence) {
  put("tree/closed/file");
  ASSERT_EQ(::chmod(at("tree/closed").c_str(), 0), 0);
  EXPECT_TRUE(remove_tree(at("tree")).ok());
  EXPECT_FALSE(exists(at("tree")));
  EXPECT_TRUE(remove_tree(at("tree")).ok());
}

TEST_F(DirectoryTest, PrivateDirIsClosedToOthersAndGoesWithItsContent) {
  std::string path;
  {
    base::Result<PrivateDir> made = PrivateDir::make("p-", dir_->path());
    ASSERT_TRUE(made.ok());
    path = made->path();
    struct stat facts{};
    ASSERT_EQ(::stat(path.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700U);
    ASSERT_TRUE(write_file(path + "/f", "x").ok());
    PrivateDir moved = std::move(made).value();
    EXPECT_EQ(moved.path(), path);
    EXPECT_TRUE(exists(path));
  }
  EXPECT_FALSE(exists(path));
}

TEST_F(DirectoryTest, PrivateDirInAMissingParentSaysWhere) {
  base::Result<PrivateDir> refused = PrivateDir::make("p-", at("absent"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find(at("absent")), std::string::npos);
}

}  // namespace
}  // namespace cupel::os
