// SPDX-License-Identifier: Apache-2.0
#include "config_corpus.h"

namespace cupel::plan {

std::vector<std::string> corpus_harnesses() {
  return {"gtest", "command"};
}

namespace {

/// A target on its first line, so that what follows begins on line 2.
const char* const target = "target = [{ name = 't', harness = 'gtest', command = ['./t'] }]\n";

CorpusCase good(const std::string& text) {
  return {target + text, Refusal::none, {}, {}};
}
CorpusCase bad(const std::string& text, std::string message, std::string hint) {
  return {target + text, Refusal::shape, std::move(message), std::move(hint)};
}
CorpusCase wrong(const std::string& text, std::string message, std::string hint) {
  return {target + text, Refusal::meaning, std::move(message), std::move(hint)};
}
CorpusCase of_target(const std::string& line, std::string message = {}, std::string hint = {},
                     Refusal refusal = Refusal::shape) {
  return {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['./t']\n" + line + "\n",
          message.empty() ? Refusal::none : refusal, std::move(message), std::move(hint)};
}
CorpusCase command_target(const std::string& line, std::string message = {},
                          std::string hint = {}) {
  return {"[[target]]\nname = 't'\nharness = 'command'\ncommand = ['./t']\n" + line + "\n",
          message.empty() ? Refusal::none : Refusal::shape, std::move(message), std::move(hint)};
}

void add_gate(std::vector<CorpusCase>& cases) {
  cases.insert(
      cases.end(),
      {
          good("[gate]\n"),
          good("[gate]\nname = 'x'"),
          bad("[gate]\nname = ''", "3:8: \"name\" is empty", "write name ="),
          bad("[gate]\nname = 3", "3:8: \"name\" must be a string, not an integer", "write name ="),
          bad("[gate]\nnmae = 'x'", "3:1: unknown key \"nmae\" in [gate]",
              "did you mean \"name\"?"),
          bad("[gaet]\nname = 'x'", "2:2: unknown key \"gaet\"", "did you mean \"gate\"?"),
          good("[gate]\nprecision = 'production'"),
          bad("[gate]\nprecision = 'f32'", "3:13: \"precision\" cannot be \"f32\"",
              "write one of: \"f32-strict\", \"production\", \"inherit\""),
          good("[gate]\ntimeout = '90s'"),
          bad("[gate]\ntimeout = 90", "3:11: \"timeout\" must be a string", "timeout = \"60s\""),
          bad("[gate]\ntimeout = '90'", "3:11: \"90\" is not a duration", "250ms, 30s"),
          bad("[gate]\ntimeout = '0s'", "3:11: \"0s\" is not a duration above zero", "30s"),
          bad("[gate]\ntimeout = '-1s'", "3:11: \"-1s\" is not a duration", "30s"),
          bad("[gate]\ntimeout = '1s '", "3:11: \"1s \" is not a duration", "30s"),
          good("[gate]\nstart_timeout = '1.5m'"),
          good("[gate]\nteardown_timeout = '250ms'"),
          good("[gate]\nmodes = ['default']"),
          good("[gate]\nmodes = ['default', 'a']\n[modes.a]"),
          bad("[gate]\nmodes = []", "3:9: \"modes\" is empty", "modes = [\"default\"]"),
          bad("[gate]\nmodes = 'default'", "3:9: \"modes\" must be an array of strings", "modes ="),
          wrong("[gate]\nmodes = ['a']", "3:10: no mode is called \"a\"", "[modes.NAME]"),
          wrong("[gate]\nmodes = ['tf23']\n[modes.tf32]", "3:10: no mode is called \"tf23\"",
                "did you mean \"tf32\"?"),
          wrong("[gate]\nmodes = ['default', 'default']", "3:21: the mode \"default\" stands here",
                "remove one"),
          good("[gate]\nledger = 'k.toml'"),
          bad("[gate]\nledger = true", "3:10: \"ledger\" must be a string", "ledger ="),
          good("[gate]\ncover = ['build/**/*_test']"),
          good("[gate]\ncover = ['x', 'cmake:build']"),
          bad("[gate]\ncover = ['x', 'cmake:/build']", "3:15: \"cmake:/build\" is not a pattern",
              "\"cmake:build\""),
          good("[gate]\ncover = ['cargo:.', 'cargo:rust/core']"),
          bad("[gate]\ncover = ['cargo:']", "3:10: \"cargo:\" is not a pattern", "\"cargo:.\""),
          bad("[gate]\ncover = ['/abs/*']", "3:10: \"/abs/*\" is not a pattern", "relative"),
          good("[gate]\ncover_ignore = [{ path = 'a', reason = 'b' }]"),
          bad("[gate]\ncover_ignore = [{ path = 'a' }]", "3:17: [[cover_ignore]] has no \"reason\"",
              "add reason ="),
          good("[gate]\nleaks = 'red'"),
          bad("[gate]\nleaks = 'ignore'", "3:9: \"leaks\" cannot be \"ignore\"", "\"report\""),
          good("[gate]\nundeclared_skip = 'red'"),
          bad("[gate]\nundeclared_skip = true", "3:19: \"undeclared_skip\" must be", "write"),
          bad("[gate]\nvacuous = 'report'",
              "3:1: \"vacuous\" in [gate] is not supported by this version", "remove"),
      });
}

void add_targets(std::vector<CorpusCase>& cases) {
  cases.insert(
      cases.end(),
      {
          {"[gate]\nname = 'x'\n", Refusal::shape, "1:1: the file has no \"target\"",
           "add a [[target]]"},
          {"target = []", Refusal::shape, "1:10: \"target\" is empty", "a [[target]]"},
          {"[target]\nname = 't'\n", Refusal::shape, "1:1: \"target\" must be an array of tables",
           "[[target]]"},
          {"[[target]]\nharness = 'gtest'\ncommand = ['a']", Refusal::shape,
           "1:1: [[target]] has no \"name\"", "add name ="},
          {"[[target]]\nname = 't'\ncommand = ['a']", Refusal::shape,
           "1:1: [[target]] has no \"harness\"", "add harness = \"gtest\""},
          {"[[target]]\nname = 't'\nharness = 'gtest'", Refusal::shape,
           "1:1: [[target]] has no \"command\"", "add command ="},
          {"[[target]]\nname = 't'\nharness = 'gtset'\ncommand = ['a']", Refusal::shape,
           "3:11: \"harness\" cannot be \"gtset\"", "write one of: \"gtest\""},
          {"[[target]]\nname = 'a:b'\nharness = 'gtest'\ncommand = ['a']", Refusal::shape,
           "2:8: \"a:b\" cannot be the name of a target", "letters, digits"},
          {"[[target]]\nname = 'a/b'\nharness = 'gtest'\ncommand = ['a']", Refusal::shape,
           "2:8: \"a/b\" cannot be the name of a target", "letters, digits"},
          {"[[target]]\nname = '-a'\nharness = 'gtest'\ncommand = ['a']", Refusal::shape,
           "2:8: \"-a\" cannot be the name of a target", "letters, digits"},
          {"[[target]]\nname = 'gate'\nharness = 'gtest'\ncommand = ['a']", Refusal::shape,
           "2:8: \"gate\" cannot be the name of a target", "taken"},
          {"[[target]]\nname = 'gate2'\nharness = 'gtest'\ncommand = ['a']", Refusal::none, "", ""},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = 'a'", Refusal::shape,
           "4:11: \"command\" must be an array of strings, not a string", "write command = ["},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = []", Refusal::shape,
           "4:11: \"command\" is empty", "write command = ["},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['']", Refusal::meaning,
           "4:12: the program of the command is empty", "write command = ["},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['a', '']", Refusal::none, "", ""},
          {std::string(target) + "[[device]]\nuuid = 'a'\nkind = 'invented'\n", Refusal::none, "",
           ""},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['a']\n"
           "[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['b']\n",
           Refusal::meaning, "6:8: a second target \"t\"", "the first is at line 2"},
          {"[[target]]\nname = 't'\nharness = 'gtest'\ncommand = ['a']\n"
           "[[target]]\nname = 'u'\nharness = 'gtest'\ncommand = ['b']\n",
           Refusal::none, "", ""},
      });
}

void add_target_keys(std::vector<CorpusCase>& cases) {
  cases.insert(
      cases.end(),
      {
          of_target("device = 'gpu'"),
          of_target("device = 'tpu'", "5:10: \"device\" cannot be \"tpu\"", "\"cpu\", \"gpu\""),
          of_target("gpus = 1"),
          of_target("gpus = 2", "5:8: gpus = 2 is not supported by this version", "gpus = 1"),
          of_target("gpus = 0", "5:8: \"gpus\" must be at least 1", "gpus = 1"),
          of_target("workdir = 'sub'"),
          of_target("workdir = 1", "5:11: \"workdir\" must be a string", "workdir ="),
          of_target("env = { A = '' }"),
          of_target("env = { A = 1 }", "5:13: \"env\" must hold strings, not an integer", "env ="),
          of_target("env = { 'A=B' = '1' }", "5:9: \"A=B\" cannot be the name of an environment",
                    "has no '='"),
          of_target("requires = ['device']"),
          of_target("requires = ['gpu']", "5:13: \"requires\" cannot be \"gpu\"", "\"device\""),
          of_target("exclusive = true"),
          of_target("exclusive = 'yes'", "5:13: \"exclusive\" must be true or false",
                    "exclusive ="),
          of_target("timeout = '5m'"),
          of_target("timeout = '5 m'", "5:11: \"5 m\" is not a duration", "5m"),
          command_target("skip_code = 77\ntap = true"),
          command_target("skip_code = 0", "5:13: \"skip_code\" must be at least 1",
                         "skip_code = 77"),
          command_target("skip_code = 256", "5:13: skip_code = 256 is not supported", "255"),
          command_target("skip_code = '77'", "5:13: \"skip_code\" must be an integer",
                         "skip_code = 77"),
          command_target("tap = 'yes'", "5:7: \"tap\" must be true or false", "tap = true"),
          of_target("skip_code = 77",
                    "5:13: \"skip_code\" is for harness = \"command\", and this target's is "
                    "\"gtest\"",
                    "remove it", Refusal::meaning),
          of_target("tap = true", "5:7: \"tap\" is for harness = \"command\"", "remove it",
                    Refusal::meaning),
          of_target("split = 2", "5:1: \"split\" in [[target]] is not supported by this version",
                    "remove"),
          of_target("canary = ['a']",
                    "5:1: \"canary\" in [[target]] is not supported by this version", "remove"),
          of_target("comand = ['x']", "5:1: unknown key \"comand\" in [[target]]",
                    "did you mean \"command\"?"),
      });
}

void add_others(std::vector<CorpusCase>& cases) {
  cases.insert(
      cases.end(),
      {
          good("[pins]\na = { command = 'x' }"),
          bad("[pins]\na = 'x'", "3:5: \"pins\" must be a table of tables", "command ="),
          bad("[pins]\na = {}", "3:5: [pins.a] has no \"command\"", "add command ="),
          good("[modes.tf32]\nprecision = 'production'\nenv = { A = '1' }"),
          bad("[modes.tf32]\ncommand = ['x']",
              "3:1: \"command\" in [modes.tf32] is not supported by this version", "remove"),
          bad("[modes.tf32]\nbuild = 'x'",
              "3:1: \"build\" in [modes.tf32] is not supported by this version", "remove"),
          bad("[modes.'a b']\n", "2:8: \"a b\" cannot be the name of a mode", "letters, digits"),
          bad("[modes.x]\nevn = { A = '1' }", "3:1: unknown key \"evn\" in [modes.x]",
              "did you mean \"env\"?"),
          bad("[[device]]\nuuid = 'a'\nkind = 'nvidia'", "4:8: \"kind\" cannot be \"nvidia\"",
              "\"invented\""),
          bad("[[device]]\nkind = 'invented'", "2:1: [[device]] has no \"uuid\"", "add uuid ="),
          bad("[[device]]\nuuid = '../a'\nkind = 'invented'",
              "3:8: \"../a\" cannot be the name of a device", "letters, digits"),
          wrong("[[device]]\nuuid = 'a'\nkind = 'invented'\n"
                "[[device]]\nuuid = 'a'\nkind = 'invented'\n",
                "6:8: a second device \"a\"", "the first is at line 3"),
          good("[[policy]]\ntests = 't:*'\nprecision = 'inherit'"),
          bad("[[policy]]\ntests = 't:*'", "2:1: [[policy]] has no \"precision\"",
              "add precision ="),
          wrong("[[policy]]\ntests = 't:*'\nprecision = 'inherit'\n"
                "[[policy]]\ntests = 't:*'\nprecision = 'production'\n",
                "6:9: a second policy for \"t:*\"", "the first is at line 3"),
      });
}

CorpusCase known(const std::string& lines, std::string message = {}, std::string hint = {},
                 Refusal refusal = Refusal::shape) {
  return {"[[known]]\nissue = 'I-1'\n" + lines + "\n", message.empty() ? Refusal::none : refusal,
          std::move(message), std::move(hint)};
}
CorpusCase skip(const std::string& lines, std::string message = {}, std::string hint = {},
                Refusal refusal = Refusal::shape) {
  return {"[[skip]]\nreason = 'why'\n" + lines + "\n", message.empty() ? Refusal::none : refusal,
          std::move(message), std::move(hint)};
}

void add_known(std::vector<CorpusCase>& cases) {
  const std::string a = "test = 't:A'\nkind = 'failed'\n";
  cases.insert(
      cases.end(),
      {
          known(a),
          known("test = 't:A'", "1:1: [[known]] has no \"kind\"", "add kind ="),
          known("kind = 'failed'", "1:1: [[known]] has no \"test\"", "add test ="),
          {"[[known]]\n" + a, Refusal::shape, "1:1: [[known]] has no \"issue\"", "add issue ="},
          {"[[known]]\nissue = ''\n" + a, Refusal::shape, "2:9: \"issue\" is empty", "https://"},
          known("test = 't:A'\nkind = 'crashed'"),
          known("test = 't:A'\nkind = 'timed_out'"),
          known("test = 't:A'\nkind = 'missing'"),
          known("test = 't'\nkind = 'exit_mismatch'"),
          known("test = 't'\nkind = 'leaked_process'"),
          known("test = 't:A'\nkind = 'passed'", "4:8: \"kind\" cannot be \"passed\"",
                "\"failed\""),
          known("test = 't:A'\nkind = 'skipped'", "4:8: \"kind\" cannot be \"skipped\"",
                "write one"),
          known("test = 't:A'\nkind = 'not_run'", "4:8: \"kind\" cannot be \"not_run\"",
                "write one"),
          known("test = 't'\nkind = 'list_failed'", "4:8: \"kind\" cannot be \"list_failed\"",
                "write one"),
          known("test = 't:A'\nkind = 'exit_mismatch'",
                "3:8: a problem belongs to a target, and \"t:A\" is a test", "write test = \"t\"",
                Refusal::meaning),
          known("test = 't'\nkind = 'failed'", "3:8: \"t\" is not a test", "\"t:*\"",
                Refusal::meaning),
          known("test = '*parity*'\nkind = 'failed'"),
          known(a + "rate = 0.5", "5:8: \"rate\" does not go with kind \"failed\"", "flaky",
                Refusal::meaning),
          known("test = 't:A'\nkind = 'flaky'\nrate = 0.5"),
          known("test = 't:A'\nkind = 'flaky'"),
          known("test = 't:A'\nkind = 'flaky'\nrate = 1.0",
                "5:8: \"rate\" must lie between 0 and 1", "rate = 0.8"),
          known("test = 't:A'\nkind = 'flaky'\nrate = 0", "5:8: \"rate\" must lie between 0 and 1",
                "rate = 0.8"),
          known("test = 't:A'\nkind = 'flaky'\nrate = '0.5'", "5:8: \"rate\" must be a number",
                "rate = 0.8"),
          known(a + "expires = 2027-01-31"),
          known(a + "expires = 20270131", "5:11: \"expires\" must be a date, not an integer",
                "without quotes"),
          known(a + "match = 'rms'"),
          known(a + "match = ''", "5:9: \"match\" is empty", "write match ="),
          known(a + "reason = 'x'"),
          known(a + "resaon = 'x'", "5:1: unknown key \"resaon\"", "did you mean \"reason\"?"),
      });
}

void add_when_and_skip(std::vector<CorpusCase>& cases) {
  const std::string a = "test = 't:A'\nkind = 'failed'\n";
  cases.insert(
      cases.end(),
      {
          known(a + "when = { gpu = 'H200', driver = '>=580', mode = 'default' }"),
          known(a + "when = { driver = '580.65.06' }"),
          known(a + "when = { driver = '~580' }", "5:19: \"~580\" is not a condition", ">=580"),
          known(a + "when = { driver = '>= 580' }", "5:19: \">= 580\" is not a condition", ">=580"),
          known(a + "when = { driver = '580.' }", "5:19: \"580.\" is not a condition", ">=580"),
          known(a + "when = { driver = '==580' }", "5:19: \"==580\" is not a condition", ">=580"),
          known(a + "when = { driver = 580 }", "5:19: \"driver\" must be a string", "driver ="),
          known(a + "when = { cpu = 'x' }", "5:10: unknown key \"cpu\" in [when]", "gpu"),
          known(a + "when = 'H200'", "5:8: \"when\" must be a table", "when = {"),
          skip("test = 't:A'"),
          skip("test = 't:*'\nissue = 'I-2'\nexpires = 2027-01-31\nwhen = { mode = 'default' }"),
          skip("", "1:1: [[skip]] has no \"test\"", "add test ="),
          {"[[skip]]\ntest = 't:A'\n", Refusal::shape, "1:1: [[skip]] has no \"reason\"",
           "add reason ="},
          skip("test = 't'", "3:8: \"t\" is not a test", "\"t:*\"", Refusal::meaning),
          skip("test = 't:A'\nkind = 'failed'", "4:1: unknown key \"kind\" in [[skip]]",
               "the keys here are"),
          {"", Refusal::none, "", ""},
          {"[[konwn]]\n", Refusal::shape, "1:3: unknown key \"konwn\"", "did you mean \"known\"?"},
      });
}

}  // namespace

std::vector<CorpusCase> config_corpus() {
  std::vector<CorpusCase> cases = {{full_config(), Refusal::none, "", ""}};
  add_gate(cases);
  add_targets(cases);
  add_target_keys(cases);
  add_others(cases);
  return cases;
}

std::vector<CorpusCase> ledger_corpus() {
  std::vector<CorpusCase> cases = {{full_ledger(), Refusal::none, "", ""}};
  add_known(cases);
  add_when_and_skip(cases);
  return cases;
}

std::string full_config() {
  return R"([gate]
name = "reference"
precision = "production"
modes = ["default", "tf32"]
ledger = "./known-failures.toml"
timeout = "61s"
start_timeout = "4m"
teardown_timeout = "3m"
build = "cmake --build build"
cover = ["build/**/*_test", "more/*"]
cover_ignore = [{ path = "build/bench_test", reason = "a benchmark" }]
leaks = "red"
undeclared_skip = "red"

[pins]
mlx = { command = "git -C third_party/mlx rev-parse HEAD" }

[modes.tf32]
precision = "production"
env = { NVIDIA_TF32_OVERRIDE = "1", EMPTY = "" }

[modes.default]
precision = "inherit"

[[target]]
name = "numerics"
harness = "gtest"
command = ["build/./numerics_tests", "--fast", "a/b"]
device = "gpu"
gpus = 1
workdir = "run/here"
env = { A = "1" }
requires = ["device"]
exclusive = true
timeout = "5m"

[[target]]
name = "bare"
harness = "command"
command = ["python3"]
skip_code = 77
tap = true

[[device]]
uuid = "GPU-00000000-0000-0000-0000-000000000001"
kind = "invented"

[[policy]]
tests = "numerics:*parity*"
precision = "f32-strict"
)";
}

std::string full_ledger() {
  return R"([[known]]
test = "numerics:FusedRope.AppendMatchesGraphRope"
kind = "flaky"
issue = "https://example.org/issues/1049"
match = "normalized rms"
when = { gpu = "H200", driver = ">=580", mode = "default" }
rate = 0.8
expires = 2027-01-31
reason = "angle loses bits near 2^17"

[[skip]]
test = "numerics:TwoGpus.*"
reason = "needs two GPUs"
issue = "I-7"
when = { gpu = "T4", driver = "<575.10", mode = "tf32" }
expires = 2027-02-28
)";
}

}  // namespace cupel::plan
