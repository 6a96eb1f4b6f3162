// SPDX-License-Identifier: Apache-2.0
#include "engine/lanes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "os/clock.h"
#include "os/file.h"
#include "unit/engine/gate_rig.h"
#include "unit/engine/lease_holder.h"

namespace cupel::engine {
namespace {

using ::testing::AllOf;
using testing::EventLog;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::LeaseHolderProcess;
using ::testing::SizeIs;
using namespace std::chrono_literals;

const std::string first_gpu = "GPU-00000000-0000-0000-0000-000000000001";
const std::string second_gpu = "GPU-00000000-0000-0000-0000-000000000002";

class LanesTest : public ::testing::Test {
 protected:
  LanesTest() : root_(std::move(os::PrivateDir::make("cupel-lanes-")).value()) {
    context_.lock_dir = root_.path() + "/locks";
    context_.lease_wait = 30s;
    context_.cpu_lanes = 2;
    context_.wall_now = os::wall_now;
    context_.started.command = {"run", "it"};
    cpu_.name = "on_cpu";
    gpu_.name = "on_gpu";
    gpu_.device = plan::DeviceNeed::gpu;
  }
  void add_gpu(const std::string& uuid) {
    model::GpuFacts gpu;
    gpu.uuid = uuid;
    context_.started.environment.gpus.push_back(gpu);
  }
  Lanes make() { return {context_, emit_}; }

  os::PrivateDir root_;
  GateContext context_;
  EventLog log_;
  Emitter emit_{os::wall_now, log_};
  plan::TargetConfig cpu_;
  plan::TargetConfig gpu_;
  base::MonoTime now_ = os::mono_now();
};

TEST_F(LanesTest, EachKindOfTargetHasLanesOfItsOwn) {
  add_gpu(first_gpu);
  add_gpu(second_gpu);
  Lanes lanes = make();
  EXPECT_TRUE(lanes.has_gpu());
  EXPECT_EQ(lanes.names_for(cpu_), "cpu-0, cpu-1");
  EXPECT_EQ(lanes.names_for(gpu_), "gpu-0, gpu-1");
  const Lane* lane = lanes.free_lane_for(gpu_, now_);
  ASSERT_NE(lane, nullptr);
  EXPECT_EQ(lane->device, first_gpu);
  ASSERT_TRUE(lane->lease);
  EXPECT_EQ(lane->lease->uuid(), first_gpu);
}

TEST_F(LanesTest, WithoutAGpuATargetForOneRunsBesideTheOthers) {
  Lanes lanes = make();
  EXPECT_FALSE(lanes.has_gpu());
  EXPECT_EQ(lanes.names_for(gpu_), "cpu-0, cpu-1");
  EXPECT_NE(lanes.free_lane_for(gpu_, now_), nullptr);
  EXPECT_FALSE(lanes.hopeless_for(gpu_));
}

TEST_F(LanesTest, ALaneRunsOneLaunchAtATime) {
  Lanes lanes = make();
  Lane* one = lanes.free_lane_for(cpu_, now_);
  one->busy = true;
  one->busy_since = now_;
  Lane* two = lanes.free_lane_for(cpu_, now_);
  ASSERT_NE(two, nullptr);
  EXPECT_NE(one, two);
  two->busy = true;
  two->busy_since = now_;
  EXPECT_EQ(lanes.free_lane_for(cpu_, now_), nullptr);
  EXPECT_TRUE(lanes.any_busy());
  lanes.release(*one, now_ + 3s);
  EXPECT_EQ(lanes.free_lane_for(cpu_, now_ + 3s), one);
  lanes.release(*two, now_ + 5s);
  lanes.release(*two, now_ + 9s);
  EXPECT_FALSE(lanes.any_busy());
  lanes.close();
  const auto closed = log_.of<model::LaneClosed>();
  ASSERT_THAT(closed, SizeIs(2));
  EXPECT_EQ(closed[0].busy_s, 3);
  EXPECT_EQ(closed[1].busy_s, 5) << "a second release adds nothing";
}

TEST_F(LanesTest, ALeaseHeldByAnotherProcessIsWaitedForAndTaken) {
  add_gpu(first_gpu);
  LeaseHolderProcess other(context_.lock_dir, first_gpu);
  Lanes lanes = make();
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_), nullptr);
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_ + 1s), nullptr);
  EXPECT_THAT(lanes.waiting_for(),
              AllOf(HasSubstr(first_gpu), HasSubstr("held by pid"),
                    HasSubstr(std::to_string(other.pid())), HasSubstr("a long run")));
  ASSERT_THAT(log_.of<model::Warned>(), SizeIs(1)) << "said once, not at every look";
  EXPECT_THAT(log_.of<model::Warned>().front().text, HasSubstr("waiting for " + first_gpu));
  EXPECT_FALSE(lanes.hopeless_for(gpu_));
  EXPECT_NE(lanes.free_lane_for(cpu_, now_), nullptr) << "other lanes do not wait";
  other.end();
  const Lane* lane = lanes.free_lane_for(gpu_, now_ + 2s);
  ASSERT_NE(lane, nullptr);
  EXPECT_TRUE(lane->lease);
  EXPECT_THAT(lanes.waiting_for(), IsEmpty());
  const auto opened = log_.of<model::LaneOpened>();
  ASSERT_FALSE(opened.empty());
  EXPECT_EQ(opened.back().device, first_gpu);
  EXPECT_EQ(opened.back().lease_wait_s, 2);
}

TEST_F(LanesTest, TheWaitIsGivenUpAndSaysForWhom) {
  add_gpu(first_gpu);
  const LeaseHolderProcess other(context_.lock_dir, first_gpu);
  Lanes lanes = make();
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_), nullptr);
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_ + 29s), nullptr);
  EXPECT_FALSE(lanes.hopeless_for(gpu_)) << "a second is left";
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_ + 30s), nullptr);
  EXPECT_TRUE(lanes.hopeless_for(gpu_));
  EXPECT_THAT(lanes.why_hopeless(gpu_),
              AllOf(HasSubstr("waited 30s for " + first_gpu), HasSubstr("held by pid")));
  EXPECT_THAT(lanes.waiting_for(), IsEmpty());
  EXPECT_FALSE(lanes.hopeless_for(cpu_));
  EXPECT_THAT(lanes.why_hopeless(cpu_), IsEmpty());
}

TEST_F(LanesTest, OneGpuInOtherHandsLeavesTheOther) {
  add_gpu(first_gpu);
  add_gpu(second_gpu);
  const LeaseHolderProcess other(context_.lock_dir, first_gpu);
  Lanes lanes = make();
  const Lane* lane = lanes.free_lane_for(gpu_, now_);
  ASSERT_NE(lane, nullptr);
  EXPECT_EQ(lane->device, second_gpu);
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_ + 31s), lane);
  EXPECT_FALSE(lanes.hopeless_for(gpu_));
}

TEST_F(LanesTest, ALockFolderThatCannotBeUsedMakesTheLaneUnusable) {
  add_gpu(first_gpu);
  ASSERT_TRUE(os::write_file(context_.lock_dir, "not a folder").ok());
  Lanes lanes = make();
  EXPECT_EQ(lanes.free_lane_for(gpu_, now_), nullptr);
  EXPECT_TRUE(lanes.hopeless_for(gpu_));
  EXPECT_THAT(lanes.why_hopeless(gpu_), HasSubstr("no lease on " + first_gpu));
}

TEST_F(LanesTest, TheLeaseIsHeldToTheEndAndThenGivenBack) {
  add_gpu(first_gpu);
  Lanes lanes = make();
  Lane* lane = lanes.free_lane_for(gpu_, now_);
  ASSERT_NE(lane, nullptr);
  const auto folder = LockFolder::open(context_.lock_dir);
  lane->busy = true;
  lane->busy_since = now_;
  lanes.release(*lane, now_ + 1s);
  EXPECT_TRUE(lease_holder(*folder, first_gpu)) << "between two launches it stays ours";
  lanes.close();
  EXPECT_FALSE(lease_holder(*folder, first_gpu));
}

TEST_F(LanesTest, NothingRunsOnALaneInQuarantine) {
  context_.cpu_lanes = 1;
  Lanes lanes = make();
  Lane* lane = lanes.free_lane_for(cpu_, now_);
  ASSERT_NE(lane, nullptr);
  lanes.quarantine(*lane, "a process outlived KILL");
  EXPECT_EQ(lanes.free_lane_for(cpu_, now_), nullptr);
  EXPECT_TRUE(lanes.hopeless_for(cpu_));
  EXPECT_EQ(lanes.why_hopeless(cpu_), "a process outlived KILL");
}

}  // namespace
}  // namespace cupel::engine
