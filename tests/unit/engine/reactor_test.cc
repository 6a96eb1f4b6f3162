// SPDX-License-Identifier: Apache-2.0
#include "engine/reactor.h"

#include <gtest/gtest.h>

#include "unit/engine/fake_launcher.h"

namespace cupel::engine {
namespace {

using namespace std::chrono_literals;
using testing::FakeLauncher;
using testing::Script;

struct Seen {
  std::string bytes;
  std::optional<model::KillReason> stop;
  std::optional<model::Termination> end;
};

class Probe : public ActiveLaunch {
 public:
  Probe(Seen& seen, base::Duration patience) : seen_(seen), patience_(patience) {}
  void on_started(const Started& /*started*/, base::MonoTime now) override {
    limit_ = Limit{now + patience_, model::KillReason::test_timeout};
  }
  void on_bytes(const LaunchBytes& bytes, base::MonoTime /*now*/) override {
    seen_.bytes += bytes.bytes;
  }
  void on_stop(model::KillReason reason) override { seen_.stop = reason; }
  void on_gone(LaunchGone gone) override { seen_.end = gone.termination; }
  [[nodiscard]] std::optional<Limit> limit() const override { return limit_; }

 private:
  Seen& seen_;
  base::Duration patience_;
  std::optional<Limit> limit_;
};

Script says_and_exits(base::Duration at) {
  return {{{1ms, "stdout", "hello", {}}, {at, {}, {}, model::Exited{0}}}, {}, {}, {}, false, {}};
}

void run_out(Reactor& reactor) {
  for (int turn = 0; turn < 100 && reactor.active() > 0; ++turn) reactor.turn();
  ASSERT_EQ(reactor.active(), 0U);
}

TEST(Reactor, HandsBytesAndTheEndToTheirLaunch) {
  FakeLauncher launcher([](const StartSpec&) { return says_and_exits(2ms); });
  Reactor reactor(launcher);
  Seen seen;
  ASSERT_TRUE(reactor.start({}, std::make_unique<Probe>(seen, 1s)));
  run_out(reactor);
  EXPECT_EQ(seen.bytes, "hello");
  EXPECT_EQ(seen.end, model::Termination(model::Exited{0}));
  EXPECT_FALSE(seen.stop) << "nothing was wrong with it";
}

TEST(Reactor, EndsALaunchThatOutlivesItsLimit) {
  FakeLauncher launcher([](const StartSpec&) { return says_and_exits(10s); });
  Reactor reactor(launcher);
  Seen seen;
  ASSERT_TRUE(reactor.start({}, std::make_unique<Probe>(seen, 1s)));
  run_out(reactor);
  EXPECT_EQ(seen.stop, model::KillReason::test_timeout);
  EXPECT_EQ(seen.end,
            model::Termination(model::KilledByUs{model::KillReason::test_timeout, false}));
  EXPECT_TRUE(reactor.stopped().empty()) << "one launch's limit does not end the run";
}

TEST(Reactor, ASignalEndsEverything) {
  FakeLauncher launcher([](const StartSpec&) { return says_and_exits(10s); });
  launcher.signal_at = launcher.now() + 5ms;
  Reactor reactor(launcher);
  Seen a;
  Seen b;
  ASSERT_TRUE(reactor.start({}, std::make_unique<Probe>(a, 1min)));
  ASSERT_TRUE(reactor.start({}, std::make_unique<Probe>(b, 1min)));
  run_out(reactor);
  EXPECT_EQ(reactor.stopped(), "SIGINT");
  EXPECT_EQ(a.stop, model::KillReason::interrupted);
  EXPECT_EQ(b.stop, model::KillReason::interrupted);
}

TEST(Reactor, TheDeadlineEndsEverything) {
  FakeLauncher launcher([](const StartSpec&) { return says_and_exits(10s); });
  Reactor reactor(launcher);
  reactor.set_deadline(launcher.now() + 2s, "the deadline of 2s passed");
  Seen seen;
  ASSERT_TRUE(reactor.start({}, std::make_unique<Probe>(seen, 1min)));
  run_out(reactor);
  EXPECT_EQ(reactor.stopped(), "the deadline of 2s passed");
  EXPECT_EQ(seen.stop, model::KillReason::deadline);
}

TEST(Reactor, ALaunchThatCannotBeStartedIsAnError) {
  FakeLauncher launcher([](const StartSpec&) {
    Script script;
    script.fails_to_start = "no descriptors left";
    return script;
  });
  Reactor reactor(launcher);
  Seen seen;
  const auto started = reactor.start({}, std::make_unique<Probe>(seen, 1s));
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().message, "no descriptors left");
  EXPECT_EQ(reactor.active(), 0U);
}

TEST(Reactor, RunToEndWaitsForOneCommand) {
  FakeLauncher launcher([](const StartSpec&) { return says_and_exits(3ms); });
  Reactor reactor(launcher);
  const auto gone = run_to_end(reactor, {}, 1s);
  ASSERT_TRUE(gone.ok());
  EXPECT_TRUE(model::is_clean_exit(gone->termination));
}

StartSpec named(const std::string& program) {
  StartSpec spec;
  spec.request.argv.emplace_back(program);
  return spec;
}

TEST(Reactor, CommandsRunBesideEachOtherAndAnswerInOrder) {
  FakeLauncher launcher([](const StartSpec& spec) {
    const std::string program = spec.request.argv.front().fill({}, {});
    Script script = says_and_exits(program == "slow" ? 5ms : 1ms);
    script.standard_output = program;
    return script;
  });
  Reactor reactor(launcher);
  const base::MonoTime began = launcher.now();
  const auto gone = run_all_to_end(reactor, {named("slow"), named("quick")}, 1s);
  ASSERT_TRUE(gone.ok());
  ASSERT_EQ(gone->size(), 2U);
  EXPECT_EQ((*gone)[0].standard_output, "slow");
  EXPECT_EQ((*gone)[1].standard_output, "quick");
  EXPECT_EQ(launcher.now() - began, 5ms);
}

TEST(Reactor, OneThatCannotBeStartedWaitsForThoseBeforeIt) {
  FakeLauncher launcher([](const StartSpec& spec) {
    Script script = says_and_exits(5ms);
    if (spec.request.argv.front().fill({}, {}) == "bad") script.fails_to_start = "no";
    return script;
  });
  Reactor reactor(launcher);
  const auto gone = run_all_to_end(reactor, {named("good"), named("bad"), named("unasked")}, 1s);
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().message, "no");
  EXPECT_EQ(reactor.active(), 0U);
}

}  // namespace
}  // namespace cupel::engine
