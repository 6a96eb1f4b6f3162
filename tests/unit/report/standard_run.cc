// SPDX-License-Identifier: Apache-2.0
#include "standard_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "record/fold.h"

namespace cupel::report {
namespace {

using model::Outcome;
using model::TestId;

class Script {
 public:
  void say(model::EventBody body, double after_s = 0) {
    at_ += base::from_seconds(after_s);
    events_.push_back({at_, std::move(body)});
  }
  void report(std::size_t launch, const TestId& test, Outcome outcome, std::string detail = "",
              std::vector<model::Failure> failures = {}, std::string output = "") {
    say(model::TestStarted{launch, test});
    say(model::TestReported{launch,
                            test,
                            outcome,
                            std::move(detail),
                            0.25,
                            std::move(failures),
                            {},
                            std::move(output)},
        0.25);
  }
  model::TestSettled settled(std::size_t launch, const TestId& test, Outcome outcome) {
    model::TestSettled settle;
    settle.test = test;
    settle.outcome = outcome;
    settle.launch = launch;
    return settle;
  }
  void red(std::size_t launch, const TestId& test, Outcome outcome) {
    model::TestSettled settle = settled(launch, test, outcome);
    settle.alone = {"build/" + test.target + "_test", "--gtest_filter=" + test.name};
    settle.signature = test.target + " " + test.name;
    say(settle);
  }
  void launch(std::size_t n, const std::string& target, const std::string& lane,
              model::Purpose purpose, std::size_t owed) {
    say(model::LaunchStarted{n,
                             target,
                             lane,
                             purpose,
                             "default",
                             {"build/" + target + "_test"},
                             {{"NVIDIA_TF32_OVERRIDE", "0"}},
                             {"GTEST_FILTER"},
                             owed});
  }
  void end(std::size_t n, model::Termination how, double duration_s) {
    model::LaunchEnded ended;
    ended.n = n;
    ended.termination = std::move(how);
    ended.duration_s = duration_s;
    ended.channel = "stream+report";
    say(ended);
  }
  std::vector<model::Event> take() { return std::move(events_); }

 private:
  base::WallTime at_{std::chrono::seconds(1'796'052'000)};
  std::vector<model::Event> events_;
};

model::RunStarted beginning() {
  model::RunStarted started;
  started.id = "20261130-152000-1";
  started.version = "0.1.0";
  started.command = {"cupel", "run"};
  started.gate = {"reference", "/src/my project/cupel.toml", std::string(64, 'c'),
                  "default",   model::Isolation::batch,      7,
                  ""};
  started.environment.host = "node-3";
  started.environment.os = "Debian GNU/Linux 12";
  started.environment.kernel = "6.1.0";
  started.environment.boot_id = "b00t";
  started.environment.uptime_s = 86400.5;
  started.environment.cpu = "a processor";
  started.environment.commit = "0123456789abcdef0123456789abcdef01234567";
  started.environment.dirty = true;
  started.environment.pins = {{"array-library", "v1.2.3"}};
  started.environment.gpus = {{"GPU-11111111-2222-3333-4444-555555555555",
                               "H200",
                               "9.0",
                               "580.65",
                               143771,
                               "nvidia",
                               {{"ecc", "0"}},
                               {{"ecc", "0"}}}};
  started.precision.policy = model::Precision::f32_strict;
  started.precision.variables = {{"NVIDIA_TF32_OVERRIDE", "0", model::VariableSource::pin},
                                 {"OMP_NUM_THREADS", "4", model::VariableSource::operator_}};
  started.precision.not_set = {{"TORCH_ALLOW_TF32", "the operator set TORCH_PRECISION=tf32"}};
  started.targets = {"numerics", "decode"};
  return started;
}

model::TargetListed listing(const std::string& target, const std::vector<std::string>& names) {
  model::TargetListed listed{target, "gtest", std::string(64, 'a'), {}, 0.125};
  listed.listing.harness_version = "1.12.1";
  int line = 10;
  for (const std::string& name : names) {
    const bool disabled = name.find("DISABLED_") != std::string::npos;
    listed.listing.tests.push_back(
        {name, name, {"tests/" + target + "_test.cc", line}, disabled, ""});
    line += 10;
  }
  return listed;
}

const std::vector<std::string> numerics_names = {
    "FusedRope.Append", "FusedRope.Long",  "Gemm.Tf32",      "Gemm.Fixed",
    "Skips.NoDevice",   "Skips.NoDevice2", "Skips.Declared", "Skips.DISABLED_Later",
    "Odd.Bytes\\xFF",   "Odd.<b>|`*_#@"};
const std::vector<std::string> decode_names = {"Paged.Crash", "Paged.Hang", "Paged.Lost",
                                               "Paged.Late", "Paged.Victim"};

void tell_rope(Script& script) {
  const TestId test{"numerics", "FusedRope.Long"};
  script.say(model::TestStarted{1, test});
  for (const char* chunk : {"chunk=1", "chunk=2", "chunk=4", "chunk=7"}) {
    script.say(model::TestSubcase{1, test, {chunk, false}});
  }
  script.say(model::TestSubcase{1, test, {"chunk=1", true}});
  script.say(model::TestSubcase{1, test, {"chunk=2", true}});
  const std::string basis = "rotary angle at 131071: 24-bit mantissa";
  script.say(model::TestMeasured{1, test, {"normalized rms", 1.9e-3, 2e-3, basis}});
  script.say(model::TestMeasured{1, test, {"normalized rms", 2.68e-3, 2e-3, basis}});
  script.say(model::TestMeasured{1, test, {"largest", std::nan(""), 0.5, ""}});
  script.report(1, test, Outcome::failed, "",
                {{"normalized rms 2.68e-3 exceeds 2e-3\nat position 131071", {"rope_test.cc", 118}},
                 {"and the largest is no number", {"rope_test.cc", 119}}});
  script.red(1, test, Outcome::failed);
}

void tell_ledger(Script& script) {
  const TestId known{"numerics", "Gemm.Tf32"};
  script.report(1, known, Outcome::failed, "", {{"1.1e-3 exceeds 1e-3", {"gemm_test.cc", 20}}});
  model::TestSettled settle = script.settled(1, known, Outcome::failed);
  settle.known_entry = "known-failures.toml:3:1";
  settle.known_issue = "https://example.org/issues/1049";
  settle.alone = {"build/numerics_test", "--gtest_filter=Gemm.Tf32"};
  script.say(settle);
  script.say(model::DiagnosisMade{known, "precision-artifact", "within-bound-of tf32"});
  const TestId fixed{"numerics", "Gemm.Fixed"};
  script.report(1, fixed, Outcome::passed);
  settle = script.settled(1, fixed, Outcome::passed);
  settle.unexpected_pass = true;
  settle.known_entry = "known-failures.toml:9:1";
  settle.known_issue = "https://example.org/issues/1050";
  script.say(settle);
}

void tell_skips(Script& script) {
  for (const char* name : {"Skips.NoDevice", "Skips.NoDevice2"}) {
    script.report(1, {"numerics", name}, Outcome::skipped, "skipped: no device \x1b[2J");
    script.say(script.settled(1, {"numerics", name}, Outcome::skipped));
  }
  const TestId declared{"numerics", "Skips.Declared"};
  script.report(1, declared, Outcome::skipped, "skipped: too slow here");
  model::TestSettled settle = script.settled(1, declared, Outcome::skipped);
  settle.declared_skip = true;
  settle.known_entry = "known-failures.toml:20:1";
  script.say(settle);
  settle = script.settled(0, {"numerics", "Skips.DISABLED_Later"}, Outcome::skipped);
  settle.declared_skip = true;
  settle.note = "disabled in the source";
  script.say(settle);
}

void tell_odd_bytes(Script& script) {
  const TestId bytes{"numerics", "Odd.Bytes\\xFF"};
  script.report(
      1, bytes, Outcome::failed, "",
      {{std::string("\x1b[31mred?\x1b[0m \xff \x07 \xE2\x80\xAE reversed \0 ]]> <script>", 45),
        {}}},
      "forged\r[       OK ] Other.Test\n");
  script.red(1, bytes, Outcome::failed);
  const TestId markup{"numerics", "Odd.<b>|`*_#@"};
  script.report(
      1, markup, Outcome::failed, "",
      {{"</pre></details>\n\n# not a heading @everyone <img src=x>\n| a | b |", {"m.cc", 1}}});
  script.red(1, markup, Outcome::failed);
}

void tell_numerics(Script& script) {
  script.launch(1, "numerics", "gpu-0", model::Purpose::run, numerics_names.size());
  script.report(1, {"numerics", "FusedRope.Append"}, Outcome::passed);
  script.say(script.settled(1, {"numerics", "FusedRope.Append"}, Outcome::passed));
  tell_rope(script);
  tell_ledger(script);
  tell_skips(script);
  tell_odd_bytes(script);
  script.end(1, model::Exited{1}, 12.5);
  script.say(model::TargetProblem{"numerics",
                                  model::ProblemKind::exit_mismatch,
                                  "exited with code 1 although every test passed",
                                  {},
                                  {}});
}

void tell_decode(Script& script) {
  script.launch(2, "decode", "gpu-0", model::Purpose::run, 4);
  const TestId crash{"decode", "Paged.Crash"};
  const TestId victim{"decode", "Paged.Victim"};
  script.report(2, victim, Outcome::passed);
  script.say(model::AttemptVoided{2, victim, "the device context was dead"});
  script.report(2, crash, Outcome::crashed, "signal 11 (SIGSEGV)", {}, "one\ntwo\nthree\n");
  script.red(2, crash, Outcome::crashed);
  script.end(2, model::Signalled{11, true}, 1.5);
  script.launch(3, "decode", "gpu-0", model::Purpose::rest, 3);
  script.report(3, victim, Outcome::passed);
  script.say(script.settled(3, victim, Outcome::passed));
  const TestId hang{"decode", "Paged.Hang"};
  script.report(3, hang, Outcome::timed_out, "no result within 60s");
  script.red(3, hang, Outcome::timed_out);
  model::LaunchEnded ended{3,
                           model::KilledByUs{model::KillReason::test_timeout, true},
                           60,
                           "stream",
                           {"sleep 600 (pid 4711)"},
                           "#0 pause\n#1 main",
                           "output/3.out",
                           "",
                           4096};
  script.say(ended);
  script.red(0, {"decode", "Paged.Lost"}, Outcome::missing);
  model::TestSettled late = script.settled(0, {"decode", "Paged.Late"}, Outcome::not_run);
  late.note = "the deadline of 20m passed first";
  script.say(late);
}

model::RunFinished ending() {
  model::RunFinished finished;
  finished.verdict = model::Verdict::red;
  finished.exit_code = 1;
  finished.reasons = {"3 tests failed: numerics:FusedRope.Long, …", "exit_mismatch in numerics"};
  finished.counts.listed = 15;
  finished.counts.selected = 15;
  for (const auto& [outcome, count] :
       std::vector<std::pair<Outcome, std::size_t>>{{Outcome::passed, 3},
                                                    {Outcome::failed, 4},
                                                    {Outcome::crashed, 1},
                                                    {Outcome::timed_out, 1},
                                                    {Outcome::skipped, 4},
                                                    {Outcome::missing, 1},
                                                    {Outcome::not_run, 1}}) {
    finished.counts.by_outcome[static_cast<std::size_t>(outcome)] = count;
  }
  finished.counts.known = 1;
  finished.counts.unexpected_pass = 1;
  return finished;
}

}  // namespace

std::vector<model::Event> standard_events() {
  Script script;
  script.say(beginning());
  script.say(model::BuildFinished{"cmake --build build", 31.5, true}, 31.5);
  script.say(model::LaneOpened{"gpu-0", "GPU-11111111-2222-3333-4444-555555555555", 12.25}, 12.25);
  script.say(listing("numerics", numerics_names), 0.125);
  script.say(listing("decode", decode_names), 0.125);
  script.say(model::TargetSelected{"numerics", numerics_names});
  script.say(model::TargetSelected{"decode", decode_names});
  script.say(model::TargetProblem{
      "gate", model::ProblemKind::uncovered_program, "build/extra_test is in no target", {}, {}});
  tell_numerics(script);
  tell_decode(script);
  script.say(model::Warned{"known-failures.toml:30:1 matches no listed test"});
  script.say(model::Interrupted{"deadline of 20m passed"});
  script.say(model::LaneClosed{"gpu-0", 74});
  script.say(ending(), 60);
  return script.take();
}

record::RunRecord standard_run() {
  record::Fold fold;
  for (const model::Event& event : standard_events()) fold.apply(event);
  return std::move(fold).take();
}

record::RunRecord green_run(std::size_t count) {
  Script script;
  script.say(beginning());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("Suite.Test" + std::to_string(i));
  script.say(listing("numerics", names));
  script.say(model::TargetSelected{"numerics", names});
  script.launch(1, "numerics", "cpu-0", model::Purpose::run, count);
  for (const std::string& name : names) {
    script.report(1, {"numerics", name}, Outcome::passed);
    script.say(script.settled(1, {"numerics", name}, Outcome::passed));
  }
  script.end(1, model::Exited{0}, 0.25 * static_cast<double>(count));
  model::RunFinished finished{model::Verdict::green, 0, {}, {}};
  finished.counts.listed = finished.counts.selected = count;
  finished.counts.by_outcome[0] = count;
  script.say(finished);
  record::Fold fold;
  for (const model::Event& event : script.take()) fold.apply(event);
  return std::move(fold).take();
}

void expect_golden(const char* name, const std::string& text) {
  const std::string path = std::string(CUPEL_TEST_DATA) + "/report/" + name;
  const char* approve = std::getenv("CUPEL_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream approved;
  approved << file.rdbuf();
  EXPECT_EQ(text, approved.str()) << path << " differs; look at the difference, then approve it "
                                  << "with CUPEL_APPROVE=1";
}

}  // namespace cupel::report
