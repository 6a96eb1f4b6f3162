// SPDX-License-Identifier: Apache-2.0
#include "os/find_paths.h"

#include <unistd.h>

#include "scratch.h"

namespace cupel::os {
namespace {

using Paths = std::vector<std::string>;

class FindPathsTest : public ScratchTest {
 protected:
  void SetUp() override {
    ScratchTest::SetUp();
    for (const char* name : {"build/a_test", "build/b_test", "build/x/c_test", "build/x/y/d_test",
                             "build/notes.txt", "other/e_test"})
      put(name);
  }
  [[nodiscard]] Paths find(std::string_view pattern) const {
    return find_paths(dir_->path(), pattern).value();
  }
};

TEST_F(FindPathsTest, AStarStaysInItsFolder) {
  EXPECT_EQ(find("build/*_test"), (Paths{"build/a_test", "build/b_test"}));
}

TEST_F(FindPathsTest, TwoStarsCrossFoldersNoneIncluded) {
  EXPECT_EQ(find("build/**/*_test"),
            (Paths{"build/a_test", "build/b_test", "build/x/c_test", "build/x/y/d_test"}));
  EXPECT_EQ(find("./build/*/c_test"), Paths{"build/x/c_test"});
}

TEST_F(FindPathsTest, AnExactPathIsItself) {
  EXPECT_EQ(find("build/x/y/d_test"), Paths{"build/x/y/d_test"});
  EXPECT_EQ(find("build/absent"), Paths{});
  EXPECT_EQ(find("absent/*"), Paths{});
}

TEST_F(FindPathsTest, LinkLoopsEnd) {
  ASSERT_EQ(::symlink("..", at("build/x/up").c_str()), 0);
  ASSERT_EQ(::symlink(".", at("build/self").c_str()), 0);
  EXPECT_EQ(find("build/**/*_test"),
            (Paths{"build/a_test", "build/b_test", "build/x/c_test", "build/x/y/d_test"}));
}

TEST_F(FindPathsTest, LinkedFilesAndFoldersCount) {
  ASSERT_EQ(::symlink("../other", at("build/linked").c_str()), 0);
  ASSERT_EQ(::symlink("a_test", at("build/z_test").c_str()), 0);
  EXPECT_EQ(find("build/*/e_test"), Paths{"build/linked/e_test"});
  EXPECT_EQ(find("build/z*"), Paths{"build/z_test"});
}

TEST_F(FindPathsTest, ARootThatIsNoFolderIsAnError) {
  EXPECT_FALSE(find_paths(at("absent"), "*").ok());
  EXPECT_FALSE(find_paths(at("build/a_test"), "*").ok());
}

}  // namespace
}  // namespace cupel::os
