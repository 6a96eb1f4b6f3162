// SPDX-License-Identifier: Apache-2.0
// A supervisor with short bounds, and the programs it starts. Every program carries a mark in its
// environment; after each test no process with that mark may be left.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "os/clock.h"
#include "os/directory.h"
#include "os/environment.h"
#include "os/file.h"
#include "proc/supervisor.h"

namespace cupel::proc {

/// Bounds that are met on any machine; impatient_limits() for programs that must meet KILL.
inline Limits short_limits() {
  Limits limits;
  limits.leak_wait = std::chrono::milliseconds(50);
  limits.grace = std::chrono::minutes(1);  // a loaded machine is no reason for KILL
  limits.stacks_wait = std::chrono::seconds(20);
  return limits;
}

inline Limits impatient_limits() {
  Limits limits = short_limits();
  limits.grace = std::chrono::milliseconds(20);
  return limits;
}

/// Command lines of the living processes that carry `mark`.
inline std::vector<std::string> marked(const std::string& mark) {
  std::vector<std::string> found;
  for (const ProcessFacts& process : descendants_of(1)) {
    base::Result<std::string> text =
        os::read_file("/proc/" + std::to_string(process.pid) + "/environ");
    if (text.ok() && text->find(mark) != std::string::npos)
      found.push_back(describe_process(process.pid));
  }
  return found;
}

inline std::string new_mark() {
  static int count = 0;
  return "mark-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

class Supervised : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_.emplace(os::PrivateDir::make("cupel-proc-test-").value());
    open(short_limits());
  }
  void TearDown() override {
    supervisor_.reset();
    EXPECT_EQ(marked(mark_), std::vector<std::string>{});
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_FALSE(os::exists(private_dir()));
  }

  void open(const Limits& limits) {
    supervisor_.reset();
    // What is ignored when it opens stays so, and whoever runs this in the background ignores them.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(number, SIG_DFL);
    supervisor_ = Supervisor::open(limits).value();
  }
  [[nodiscard]] std::string private_dir() const { return dir_->path() + "/private"; }

  [[nodiscard]] LaunchSpec spec(std::vector<model::Template> argv) const {
    LaunchSpec spec;
    spec.request.argv = std::move(argv);
    spec.request.workdir = "/";
    spec.request.env_set["CUPEL_TEST_MARK"] = mark_;
    spec.environment = os::environment();
    spec.private_dir = private_dir();
    return spec;
  }
  [[nodiscard]] LaunchSpec misbehave(const char* behaviour,
                                     const model::Template& argument = "0") const {
    return spec({CUPEL_MISBEHAVE, behaviour, argument});
  }

  LaunchId start(const LaunchSpec& spec) {
    base::Result<StartedLaunch> started = supervisor_->start(spec);
    EXPECT_TRUE(started.ok());
    return started->id;
  }

  /// Turns the loop once and files what came.
  void turn(std::optional<base::MonoTime> until = std::nullopt) {
    for (Event& event : supervisor_->wait(until)) {
      if (const Bytes* bytes = std::get_if<Bytes>(&event)) {
        EXPECT_FALSE(gone_.contains(bytes->id)) << "bytes after the end";
        heard_[bytes->id][bytes->channel + ":" + std::to_string(bytes->connection)] += bytes->bytes;
        bytes_ += bytes->bytes.size();
      } else if (Gone* gone = std::get_if<Gone>(&event)) {
        EXPECT_TRUE(gone_.emplace(gone->id, std::move(*gone)).second) << "gone twice";
      } else {
        signals_.push_back(std::get<Signal>(event).number);
      }
    }
  }
  const Gone& finish(LaunchId id) {
    while (!gone_.contains(id)) turn();
    return gone_.at(id);
  }
  const Gone& run(const LaunchSpec& spec) { return finish(start(spec)); }
  void await(LaunchId id, const std::string& stream, const std::string& text) {
    while (heard_[id][stream].find(text) == std::string::npos && !gone_.contains(id)) turn();
    ASSERT_NE(heard_[id][stream].find(text), std::string::npos) << "ended before it said so";
  }
  /// Starts, waits until it says "ready", stops it and returns how it ended.
  const Gone& stop_when_ready(const LaunchSpec& spec,
                              model::KillReason reason = model::KillReason::test_timeout,
                              bool stacks = false) {
    const LaunchId id = start(spec);
    await(id, "stdout:0", "ready");
    supervisor_->stop(id, reason, stacks);
    return finish(id);
  }

  std::string mark_ = new_mark();
  std::optional<os::PrivateDir> dir_;
  std::unique_ptr<Supervisor> supervisor_;
  std::map<LaunchId, std::map<std::string, std::string>> heard_;
  std::map<LaunchId, Gone> gone_;
  std::vector<int> signals_;
  std::uint64_t bytes_ = 0;
};

}  // namespace cupel::proc
