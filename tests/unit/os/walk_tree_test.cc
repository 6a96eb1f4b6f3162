// SPDX-License-Identifier: Apache-2.0
#include "os/walk_tree.h"

#include <sys/stat.h>
#include <unistd.h>

#include "scratch.h"

namespace cupel::os {
namespace {

using Names = std::vector<std::string>;

class WalkTreeTest : public ScratchTest {
 protected:
  void SetUp() override {
    ScratchTest::SetUp();
    for (const char* name : {"b.txt", "a.txt", "x/run", "x/y/z/deep", "skip/hidden"}) put(name);
    ASSERT_EQ(::chmod(at("x/run").c_str(), 0755), 0);
  }
  [[nodiscard]] Walked walk(const WalkBounds& bounds = {}) const {
    const auto enters = [](const std::string& relative) { return relative != "skip"; };
    return walk_tree(dir_->path(), enters, bounds).value();
  }
  static Names paths(const Walked& walked) {
    Names all;
    for (const WalkedFolder& folder : walked.folders) all.push_back(folder.path);
    return all;
  }
};

TEST_F(WalkTreeTest, FoldersComeBeforeWhatIsInThem) {
  const Walked walked = walk();
  EXPECT_EQ(paths(walked), (Names{"", "x", "x/y", "x/y/z"}));
  EXPECT_FALSE(walked.cut);
  EXPECT_EQ(walked.folders[0].files, (Names{"a.txt", "b.txt"}));
  EXPECT_EQ(walked.folders[0].executables, Names{});
  EXPECT_EQ(walked.folders[1].executables, Names{"run"});
}

TEST_F(WalkTreeTest, LinksAreNotFollowed) {
  ASSERT_EQ(::symlink("..", at("x/up").c_str()), 0);
  ASSERT_EQ(::symlink("run", at("x/also").c_str()), 0);
  const Walked walked = walk();
  EXPECT_EQ(paths(walked), (Names{"", "x", "x/y", "x/y/z"}));
  EXPECT_EQ(walked.folders[1].files, Names{"run"});
}

TEST_F(WalkTreeTest, BoundsAreSaid) {
  EXPECT_EQ(paths(walk({.depth = 2})), (Names{"", "x", "x/y"}));
  EXPECT_TRUE(walk({.depth = 2}).cut);
  EXPECT_FALSE(walk({.depth = 3}).cut);
  EXPECT_TRUE(walk({.entries = 4}).cut);
}

TEST_F(WalkTreeTest, ARootThatIsNoFolderIsAnError) {
  const auto enters = [](const std::string& /*relative*/) { return true; };
  EXPECT_FALSE(walk_tree(at("absent"), enters).ok());
  EXPECT_FALSE(walk_tree(at("a.txt"), enters).ok());
}

}  // namespace
}  // namespace cupel::os
