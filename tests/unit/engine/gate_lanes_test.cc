// SPDX-License-Identifier: Apache-2.0
// Which launches of a run wait for which: devices, leases, exclusive targets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/engine/gate_rig.h"
#include "unit/engine/lease_holder.h"

namespace cupel::engine {
namespace {

using namespace std::chrono_literals;

using model::Outcome;
using model::ProblemKind;
using model::Verdict;
using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::GateRig;
using ::testing::HasSubstr;
using testing::LeaseHolderProcess;
using ::testing::Pair;
using testing::play;
using ::testing::SizeIs;

const std::string gpu = "GPU-00000000-0000-0000-0000-000000000001";

const auto passes = [](const StartSpec& spec) {
  return play(spec, [](std::size_t) { return "pass"; });
};

class GateLanes : public ::testing::Test {
 protected:
  GateLanes() : root_(std::move(os::PrivateDir::make("cupel-gate-lanes-")).value()), rig_({"a"}) {
    rig_.context.lock_dir = root_.path() + "/locks";
    rig_.context.lease_wait = 10s;
    rig_.context.cpu_lanes = 2;
    rig_.config.targets.front().device = plan::DeviceNeed::gpu;
    rig_.tick = [] {};
  }
  void add_gpu() {
    model::GpuFacts facts;
    facts.uuid = gpu;
    rig_.context.started.environment.gpus.push_back(facts);
  }

  os::PrivateDir root_;
  GateRig rig_;
};

TEST_F(GateLanes, ALaunchUnderALeaseSeesItsGpuAndCarriesTheLease) {
  add_gpu();
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  ASSERT_FALSE(rig_.launcher->specs.empty());
  for (const StartSpec& spec : rig_.launcher->specs) {
    EXPECT_EQ(spec.environment.at("CUDA_VISIBLE_DEVICES"), gpu);
    EXPECT_EQ(spec.environment.at("CUPEL_LANE"), "gpu-0");
    ASSERT_THAT(spec.inherited_fds, SizeIs(1));
    EXPECT_EQ(spec.environment.at("CUPEL_LEASE"),
              std::to_string(spec.inherited_fds.front()) + ":" + gpu);
  }
}

TEST_F(GateLanes, ALaunchOnACpuLaneHasNoLease) {
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  for (const StartSpec& spec : rig_.launcher->specs) {
    EXPECT_FALSE(spec.environment.contains("CUPEL_LEASE"));
    EXPECT_FALSE(spec.environment.contains("CUDA_VISIBLE_DEVICES"));
    EXPECT_THAT(spec.inherited_fds, SizeIs(0));
  }
}

TEST_F(GateLanes, TheRunWaitsForALeaseAndGoesOn) {
  add_gpu();
  LeaseHolderProcess other(rig_.context.lock_dir, gpu);
  int ticks = 0;
  rig_.tick = [&] {
    if (++ticks == 4) other.end();
  };
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  const auto opened = rig_.log.of<model::LaneOpened>();
  ASSERT_THAT(opened, SizeIs(1));
  EXPECT_GE(opened.front().lease_wait_s, 3);
}

TEST_F(GateLanes, ALeaseThatNeverComesIsIncompleteAndSaysWhoHasIt) {
  add_gpu();
  rig_.add_target("u");
  const LeaseHolderProcess other(rig_.context.lock_dir, gpu);
  const auto verdict = rig_.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_EQ(verdict->exit_code, 3);
  const auto problems = rig_.log.of<model::TargetProblem>();
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_EQ(problems.front().target, "t");
  EXPECT_EQ(problems.front().kind, ProblemKind::device_lost);
  EXPECT_THAT(problems.front().detail,
              AllOf(HasSubstr("waited 10s"), HasSubstr("pid " + std::to_string(other.pid()))));
  EXPECT_EQ(verdict->counts.of(Outcome::passed), 1U) << "the CPU target does not wait";
}

TEST_F(GateLanes, ATargetThatRequiresADeviceIsNotRunWithoutOne) {
  rig_.config.targets.front().requires_device = true;
  const auto verdict = rig_.run(passes);
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
  EXPECT_THAT(rig_.outcomes(), ElementsAre(Pair("a", Outcome::not_run)));
  EXPECT_EQ(rig_.launches(), 0U);
  EXPECT_THAT(rig_.log.of<model::TestSettled>().front().note, HasSubstr("no device"));
}

TEST_F(GateLanes, ATargetThatRequiresADeviceRunsWithOne) {
  add_gpu();
  rig_.config.targets.front().requires_device = true;
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  EXPECT_THAT(rig_.outcomes(), ElementsAre(Pair("a", Outcome::passed)));
}

TEST_F(GateLanes, ATargetThatRequiresADeviceAndSkipsEverythingIsIncomplete) {
  add_gpu();
  rig_.config.targets.front().requires_device = true;
  const auto verdict = rig_.run(
      [](const StartSpec& spec) { return play(spec, [](std::size_t) { return "skip"; }); });
  EXPECT_EQ(verdict->verdict, Verdict::incomplete);
}

/// How many launches of tests run at a time at most, and while those of `target` do.
struct Overlap {
  std::size_t most = 0;
  std::size_t with_target = 0;
};

Overlap overlap(const testing::EventLog& log, const std::string& target) {
  Overlap found;
  std::map<std::size_t, std::string> running;
  for (const model::Event& event : log.events) {
    if (const auto* started = std::get_if<model::LaunchStarted>(&event.body)) {
      running[started->n] = started->target;
      found.most = std::max(found.most, running.size());
      const bool there = std::any_of(running.begin(), running.end(),
                                     [&](const auto& one) { return one.second == target; });
      if (there) found.with_target = std::max(found.with_target, running.size());
    }
    if (const auto* ended = std::get_if<model::LaunchEnded>(&event.body)) running.erase(ended->n);
  }
  return found;
}

TEST_F(GateLanes, AnExclusiveTargetRunsAlone) {
  rig_.config.targets.front().exclusive = true;
  for (const char* name : {"u", "v", "w"}) rig_.add_target(name);
  rig_.context.cpu_lanes = 3;
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  EXPECT_EQ(overlap(rig_.log, "t").with_target, 1U);
  EXPECT_EQ(overlap(rig_.log, "t").most, 3U) << "the others run beside each other";
}

TEST_F(GateLanes, AnExclusiveTargetThatComesLastWaitsForTheOthers) {
  rig_.add_target("u");
  rig_.config.targets.back().exclusive = true;
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  EXPECT_EQ(overlap(rig_.log, "u").most, 1U);
  EXPECT_THAT(rig_.log.of<model::LaunchStarted>(), SizeIs(2));
}

TEST_F(GateLanes, WithoutExclusiveTheyOverlap) {
  rig_.add_target("u");
  EXPECT_EQ(rig_.run(passes)->verdict, Verdict::green);
  EXPECT_EQ(overlap(rig_.log, "u").most, 2U);
}

}  // namespace
}  // namespace cupel::engine
