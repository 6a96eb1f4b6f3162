// SPDX-License-Identifier: Apache-2.0
#include "engine/environment_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cupel::engine {
namespace {

using testing::HasSubstr;

const std::string hash = "0123456789abcdef0123456789abcdef01234567";

CommandAnswer printed(const std::string& out) {
  return {model::Exited{0}, out, ""};
}
CommandAnswer failed(const std::string& error) {
  return {model::Exited{128}, "", error};
}

TEST(EnvironmentFacts, ACommitIsAHashAndNothingElse) {
  EXPECT_EQ(read_commit(printed(hash + "\n")), hash);
  EXPECT_EQ(read_commit(printed("HEAD\n")), "");
  EXPECT_EQ(read_commit(printed("")), "");
  EXPECT_EQ(read_commit(failed("fatal: not a git repository")), "");
  EXPECT_EQ(read_commit({model::NotStarted{"no such file"}, hash, ""}), "");
}

TEST(EnvironmentFacts, DirtyIsKnownOrAbsent) {
  EXPECT_EQ(read_dirty(printed("")), false);
  EXPECT_EQ(read_dirty(printed("\n")), false);
  EXPECT_EQ(read_dirty(printed(" M src/a.cc\n")), true);
  EXPECT_EQ(read_dirty(failed("fatal: index is broken")), std::nullopt);
}

TEST(EnvironmentFacts, AreTakenTogether) {
  const os::MachineFacts machine{
      "node7", "Debian GNU/Linux 12 (bookworm)", "Linux 6.1", "b-1", 12.5, "EPYC"};
  const model::EnvironmentFacts facts =
      environment_facts(machine, printed(hash), printed(" M a\n"));
  EXPECT_EQ(facts.host, "node7");
  EXPECT_EQ(facts.os, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(facts.kernel, "Linux 6.1");
  EXPECT_EQ(facts.boot_id, "b-1");
  EXPECT_EQ(facts.uptime_s, 12.5);
  EXPECT_EQ(facts.cpu, "EPYC");
  EXPECT_EQ(facts.commit, hash);
  EXPECT_EQ(facts.dirty, true);
  EXPECT_FALSE(environment_facts(machine, failed(""), printed("")).dirty.has_value());
}

TEST(EnvironmentFacts, APinIsOneLineOrAWarning) {
  EXPECT_EQ(read_pin("mlx", printed(hash + "\n")).value, hash);
  EXPECT_EQ(read_pin("mlx", printed(hash + "\n")).warning, "");
  EXPECT_EQ(read_pin("mlx", printed("a\nb\n")).value, "a\\nb");
  const PinReading broken = read_pin("mlx", failed("fatal: cannot change to 'x'\n"));
  EXPECT_EQ(broken.value, "");
  EXPECT_THAT(broken.warning, HasSubstr("[pins] mlx failed: exited with code 128: fatal: cannot"));
  EXPECT_THAT(read_pin("mlx", printed(" \n")).warning, HasSubstr("printed nothing"));
}

TEST(EnvironmentFacts, QuestionsNameTheFolder) {
  EXPECT_THAT(commit_question("a b"), testing::Contains("a b"));
  EXPECT_THAT(dirty_question("a b"), testing::Contains("a b"));
  EXPECT_EQ(pin_question("echo $X").back(), "echo $X");
}

}  // namespace
}  // namespace cupel::engine
