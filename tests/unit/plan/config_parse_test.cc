// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "config_corpus.h"
#include "plan/config.h"
#include "plan/config_keys.h"

namespace cupel::plan {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using Words = std::vector<std::string>;
using Env = std::map<std::string, std::string>;

Config parse(const std::string& text, const std::string& path = "/w/tree/cupel.toml") {
  auto config = parse_config(text, path, corpus_harnesses());
  EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().message);
  return config.ok() ? *config : Config{};
}

template <typename Parse>
void hold_against(const std::vector<CorpusCase>& corpus, Parse&& parse) {
  int accepted = 0;
  int refused = 0;
  for (const CorpusCase& c : corpus) {
    const auto result = parse(c.text);
    if (c.refusal == Refusal::none) {
      EXPECT_TRUE(result.ok()) << c.text << "\n" << (result.ok() ? "" : result.error().message);
      ++accepted;
      continue;
    }
    ++refused;
    ASSERT_FALSE(result.ok()) << c.text;
    const base::Error& error = result.error();
    EXPECT_EQ(error.kind, base::ErrorKind::usage);
    EXPECT_EQ(error.message.rfind("/w/c.toml:" + c.message, 0), 0U)
        << c.text << "\n"
        << error.message << "\nwanted " << c.message;
    EXPECT_FALSE(error.hint.empty()) << error.message;
    EXPECT_NE(error.hint.find(c.hint), std::string::npos) << c.text << "\n" << error.hint;
  }
  EXPECT_GT(accepted, 10);
  EXPECT_GT(refused, 10);
}

TEST(ParseConfig, HoldsAgainstTheCorpus) {
  hold_against(config_corpus(), [](const std::string& text) {
    return parse_config(text, "/w/c.toml", corpus_harnesses());
  });
}

TEST(ParseLedger, HoldsAgainstTheCorpus) {
  hold_against(ledger_corpus(),
               [](const std::string& text) { return parse_ledger(text, "/w/c.toml"); });
}

TEST(ParseConfig, FillsInEveryDefault) {
  const std::string text = "[[target]]\nname='t'\nharness='gtest'\ncommand=['build/t']\n";
  const Config config = parse(text);
  EXPECT_EQ(config.path, "/w/tree/cupel.toml");
  EXPECT_EQ(config.folder, "/w/tree");
  EXPECT_EQ(config.sha256, base::sha256_hex(text));
  EXPECT_EQ(config.gate.name, "tree");
  EXPECT_EQ(config.gate.precision, model::Precision::f32_strict);
  EXPECT_EQ(config.gate.modes, Words{"default"});
  EXPECT_EQ(config.gate.ledger, "");
  EXPECT_EQ(config.gate.timeout, seconds(60));
  EXPECT_EQ(config.gate.start_timeout, minutes(5));
  EXPECT_EQ(config.gate.teardown_timeout, minutes(5));
  EXPECT_EQ(config.gate.build, "");
  EXPECT_TRUE(config.gate.cover.empty());
  EXPECT_TRUE(config.gate.cover_ignore.empty());
  EXPECT_EQ(config.gate.leaks, LeakPolicy::report);
  EXPECT_EQ(config.gate.undeclared_skip, SkipPolicy::report);
  ASSERT_EQ(config.modes.size(), 1U);
  EXPECT_EQ(config.modes[0].name, "default");
  EXPECT_EQ(config.modes[0].precision, std::nullopt);
  ASSERT_EQ(config.targets.size(), 1U);
  const TargetConfig& target = config.targets[0];
  EXPECT_EQ(target.command, Words{"/w/tree/build/t"});
  EXPECT_EQ(target.device, DeviceNeed::cpu);
  EXPECT_EQ(target.gpus, 1);
  EXPECT_EQ(target.split, 1);
  EXPECT_EQ(target.workdir, "/w/tree");
  EXPECT_TRUE(target.env.empty());
  EXPECT_FALSE(target.requires_device);
  EXPECT_FALSE(target.exclusive);
  EXPECT_EQ(target.timeout, std::nullopt);
  EXPECT_EQ(target.place.text(), "/w/tree/cupel.toml:1:1");
}

TEST(ParseConfig, ReadsEveryKeyOfTheGate) {
  const Config config = parse(full_config());
  const GateConfig& gate = config.gate;
  EXPECT_EQ(gate.name, "reference");
  EXPECT_EQ(gate.precision, model::Precision::production);
  EXPECT_EQ(gate.modes, (Words{"default", "tf32"}));
  EXPECT_EQ(gate.ledger, "/w/tree/known-failures.toml");
  EXPECT_EQ(gate.timeout, seconds(61));
  EXPECT_EQ(gate.start_timeout, minutes(4));
  EXPECT_EQ(gate.teardown_timeout, minutes(3));
  EXPECT_EQ(gate.build, "cmake --build build");
  EXPECT_EQ(gate.cover, (Words{"build/**/*_test", "more/*"}));
  ASSERT_EQ(gate.cover_ignore.size(), 1U);
  EXPECT_EQ(gate.cover_ignore[0].path, "build/bench_test");
  EXPECT_EQ(gate.cover_ignore[0].reason, "a benchmark");
  EXPECT_EQ(gate.leaks, LeakPolicy::red);
  EXPECT_EQ(gate.undeclared_skip, SkipPolicy::red);
  ASSERT_EQ(config.pins.size(), 1U);
  EXPECT_EQ(config.pins[0].name, "mlx");
  EXPECT_EQ(config.pins[0].command, "git -C third_party/mlx rev-parse HEAD");
}

TEST(ParseConfig, ReadsEveryKeyOfModesTargetsDevicesAndPolicies) {
  const Config config = parse(full_config());
  ASSERT_EQ(config.modes.size(), 2U);
  EXPECT_EQ(config.modes[0].name, "default") << "first, wherever it was declared";
  EXPECT_EQ(config.modes[0].precision, model::Precision::inherit);
  EXPECT_EQ(config.modes[1].name, "tf32");
  EXPECT_EQ(config.modes[1].precision, model::Precision::production);
  EXPECT_EQ(config.modes[1].env, (Env{{"NVIDIA_TF32_OVERRIDE", "1"}, {"EMPTY", ""}}));
  ASSERT_EQ(config.targets.size(), 2U);
  const TargetConfig& target = config.targets[0];
  EXPECT_EQ(target.name, "numerics");
  EXPECT_EQ(target.harness, "gtest");
  EXPECT_EQ(target.command, (Words{"/w/tree/build/numerics_tests", "--fast", "a/b"}))
      << "relative to the file and not to workdir; arguments stay as they are";
  EXPECT_EQ(target.device, DeviceNeed::gpu);
  EXPECT_EQ(target.workdir, "/w/tree/run/here");
  EXPECT_EQ(target.env, (Env{{"A", "1"}}));
  EXPECT_TRUE(target.requires_device);
  EXPECT_TRUE(target.exclusive);
  EXPECT_EQ(target.timeout, minutes(5));
  EXPECT_EQ(config.targets[1].command, Words{"python3"}) << "left for the look-up in PATH";
  ASSERT_EQ(config.devices.size(), 1U);
  EXPECT_EQ(config.devices[0].uuid, "GPU-00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(config.devices[0].kind, "invented");
  ASSERT_EQ(config.policies.size(), 1U);
  EXPECT_EQ(config.policies[0].tests, "numerics:*parity*");
  EXPECT_EQ(config.policies[0].precision, model::Precision::f32_strict);
}

TEST(ParseConfig, MakesPathsAbsoluteAndLeavesParentSteps) {
  const auto command = [](const std::string& program, const std::string& path) {
    return parse("[[target]]\nname='t'\nharness='gtest'\ncommand=['" + program + "']\n", path)
        .targets.at(0)
        .command.at(0);
  };
  EXPECT_EQ(command("./t", "/w/c.toml"), "/w/t");
  EXPECT_EQ(command("../x//t", "/w/c.toml"), "/w/../x/t");
  EXPECT_EQ(command("/abs/./t", "/w/c.toml"), "/abs/t");
  EXPECT_EQ(command("./t", "/c.toml"), "/t");
  EXPECT_EQ(command("t", "/w/c.toml"), "t");
  EXPECT_EQ(parse("[[target]]\nname='t'\nharness='gtest'\ncommand=['t']\nworkdir='/'\n")
                .targets.at(0)
                .workdir,
            "/");
  EXPECT_EQ(parse("[[target]]\nname='t'\nharness='gtest'\ncommand=['t']\n", "/c.toml").gate.name,
            "gate");
}

TEST(ParseConfig, KnowsTheHarnessesOfThisBuildAndNoOther) {
  const std::string text = "[[target]]\nname='t'\nharness='catch2'\ncommand=['t']\n";
  EXPECT_TRUE(parse_config(text, "/w/c.toml", {"gtest", "catch2"}).ok());
  const auto refused = parse_config(text, "/w/c.toml", {"gtest", "doctest"});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().hint.find("\"gtest\", \"doctest\""), std::string::npos);
}

TEST(ParseConfig, SaysOnceThatTheFileIsNotUtf8) {
  const auto refused = parse_config("[gate]\nname = \"\xFF\"\n", "/w/c.toml", {"gtest"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "/w/c.toml:2:9: the file is not valid UTF-8");
}

/// Every served key of the table occurs in the text, so that the tests above see it read.
void expect_all_keys(const std::vector<format::ShapeKey>& keys, const std::string& text) {
  for (const format::ShapeKey& key : keys) {
    if (key.unsupported) continue;
    EXPECT_NE(text.find(key.name), std::string::npos) << key.name;
    expect_all_keys(key.keys, text);
  }
}

TEST(FullConfig, HasEveryServedKey) {
  expect_all_keys(config_keys(corpus_harnesses()), full_config());
  expect_all_keys(ledger_keys(), full_ledger());
}

TEST(ParseLedger, ReadsEveryKey) {
  const auto ledger = parse_ledger(full_ledger(), "/w/k.toml");
  ASSERT_TRUE(ledger.ok());
  ASSERT_EQ(ledger->known.size(), 1U);
  const model::KnownEntry& known = ledger->known[0];
  EXPECT_EQ(known.test, "numerics:FusedRope.AppendMatchesGraphRope");
  EXPECT_EQ(known.kind, "flaky");
  EXPECT_EQ(known.issue, "https://example.org/issues/1049");
  EXPECT_EQ(known.match, "normalized rms");
  EXPECT_EQ(known.when.gpu, "H200");
  EXPECT_EQ(known.when.driver, ">=580");
  EXPECT_EQ(known.when.mode, "default");
  EXPECT_EQ(known.rate, 0.8);
  EXPECT_EQ(known.expires, (base::Date{2027, 1, 31}));
  EXPECT_EQ(known.reason, "angle loses bits near 2^17");
  EXPECT_EQ(known.place.text(), "/w/k.toml:1:1");
  ASSERT_EQ(ledger->skips.size(), 1U);
  const model::SkipEntry& skip = ledger->skips[0];
  EXPECT_EQ(skip.test, "numerics:TwoGpus.*");
  EXPECT_EQ(skip.reason, "needs two GPUs");
  EXPECT_EQ(skip.issue, "I-7");
  EXPECT_EQ(skip.when.gpu, "T4");
  EXPECT_EQ(skip.when.driver, "<575.10");
  EXPECT_EQ(skip.when.mode, "tf32");
  EXPECT_EQ(skip.expires, (base::Date{2027, 2, 28}));
  EXPECT_EQ(skip.place.line, 11);
}

TEST(ParseLedger, LeavesAbsentKeysAbsent) {
  const auto ledger =
      parse_ledger("[[known]]\ntest='t:A'\nkind='failed'\nissue='I-1'\n", "/w/k.toml");
  ASSERT_TRUE(ledger.ok());
  const model::KnownEntry& known = ledger->known.at(0);
  EXPECT_EQ(known.match, "");
  EXPECT_EQ(known.when.gpu, std::nullopt);
  EXPECT_EQ(known.when.driver, std::nullopt);
  EXPECT_EQ(known.when.mode, std::nullopt);
  EXPECT_EQ(known.rate, std::nullopt);
  EXPECT_EQ(known.expires, std::nullopt);
}

}  // namespace
}  // namespace cupel::plan
