// SPDX-License-Identifier: Apache-2.0
#include "engine/process_launcher.h"

#include <unistd.h>

#include <csignal>

#include "gtest/gtest.h"
#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"

namespace cupel::engine {
namespace {

using model::Termination;

class ProcessLauncherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_.emplace(os::PrivateDir::make("cupel-launcher-test-").value());
    proc::Limits limits;
    limits.grace = std::chrono::milliseconds(100);
    limits.leak_wait = std::chrono::milliseconds(50);
    launcher_ = ProcessLauncher::open(limits).value();
  }
  [[nodiscard]] StartSpec spec(const char* behaviour, const model::Template& argument = "0") const {
    StartSpec spec;
    spec.request.argv = {CUPEL_MISBEHAVE, behaviour, argument};
    spec.request.workdir = dir_->path();
    spec.environment = os::environment();
    spec.private_dir = dir_->path() + "/private";
    return spec;
  }
  LaunchGone finish(LaunchHandle handle) {
    while (true) {
      for (ProcessEvent& event : launcher_->wait(std::nullopt)) {
        if (const LaunchBytes* bytes = std::get_if<LaunchBytes>(&event)) {
          EXPECT_EQ(bytes->handle, handle);
          heard_[bytes->channel] += bytes->bytes;
        }
        if (LaunchGone* gone = std::get_if<LaunchGone>(&event)) {
          EXPECT_EQ(gone->handle, handle);
          return std::move(*gone);
        }
      }
    }
  }

  std::optional<os::PrivateDir> dir_;
  std::unique_ptr<ProcessLauncher> launcher_;
  std::map<std::string, std::string> heard_;
};

TEST_F(ProcessLauncherTest, AProgramRunsToItsEnd) {
  StartSpec asked = spec("variable", "CUPEL_A");
  asked.environment["CUPEL_B"] = "gone";
  asked.request.env_remove = {"CUPEL_B", "CUPEL_ABSENT"};
  asked.request.env_set["CUPEL_A"] = "value";
  const Started started = launcher_->start(asked).value();
  EXPECT_EQ(started.argv, (std::vector<std::string>{CUPEL_MISBEHAVE, "variable", "CUPEL_A"}));
  EXPECT_EQ(started.env_added, (std::map<std::string, std::string>{{"CUPEL_A", "value"}}));
  EXPECT_EQ(started.env_removed, std::vector<std::string>{"CUPEL_B"});
  const LaunchGone gone = finish(started.handle);
  EXPECT_EQ(gone.termination, Termination{model::Exited{0}});
  EXPECT_EQ(gone.standard_output, "value");
  EXPECT_EQ(heard_["stdout"], "value");
  EXPECT_FALSE(gone.truncated);
  EXPECT_GT(gone.duration, base::Duration::zero());
}

TEST_F(ProcessLauncherTest, FilesAndChannelsHaveTheirPlacesFilledIn) {
  StartSpec asked = spec("create", model::Template().file("report"));
  asked.request.collect = {"report"};
  const LaunchGone gone = finish(launcher_->start(asked)->handle);
  EXPECT_EQ(gone.files, (std::map<std::string, std::string>{{"report", "collected"}}));
  EXPECT_FALSE(os::exists(asked.private_dir));
}

TEST_F(ProcessLauncherTest, AMissingProgramIsGoneWithoutHavingStarted) {
  StartSpec asked = spec("exit");
  asked.request.argv = {"/nowhere/program"};
  const LaunchGone gone = finish(launcher_->start(asked)->handle);
  EXPECT_TRUE(std::holds_alternative<model::NotStarted>(gone.termination));
}

TEST_F(ProcessLauncherTest, StopKillsAndTellsWhy) {
  const LaunchHandle handle = launcher_->start(spec("ignore-term"))->handle;
  launcher_->stop(handle, model::KillReason::deadline, false);
  const LaunchGone gone = finish(handle);
  const model::KilledByUs* killed = std::get_if<model::KilledByUs>(&gone.termination);
  ASSERT_NE(killed, nullptr) << model::describe(gone.termination);
  EXPECT_EQ(killed->reason, model::KillReason::deadline);
}

TEST_F(ProcessLauncherTest, ATruncatedOutputSaysSo) {
  const LaunchGone gone = finish(launcher_->start(spec("flood", "3000000"))->handle);
  EXPECT_TRUE(gone.truncated);
  EXPECT_GT(gone.output_cut, 0U);
}

TEST_F(ProcessLauncherTest, TimeAndSignalsWakeIt) {
  const std::vector<ProcessEvent> nothing = launcher_->wait(launcher_->now());
  ASSERT_EQ(nothing.size(), 1U);
  EXPECT_EQ(std::get<Woken>(nothing[0]).signal, 0);
  ::raise(SIGTERM);
  const std::vector<ProcessEvent> events = launcher_->wait(std::nullopt);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(std::get<Woken>(events[0]).signal, SIGTERM);
}

}  // namespace
}  // namespace cupel::engine
