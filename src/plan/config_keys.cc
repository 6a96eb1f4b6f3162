// SPDX-License-Identifier: Apache-2.0
#include "plan/config_keys.h"

#include "plan/text_rules.h"

namespace cupel::plan {
namespace {

using format::ShapeKey;
using format::ShapeType;
using Keys = std::vector<ShapeKey>;

std::vector<std::string> precision_words() {
  return {"f32-strict", "production", "inherit"};
}

ShapeKey duration_key(const std::string& name, std::string doc, std::vector<std::string> fallback) {
  const std::string shown = fallback.empty() ? "30s" : fallback.front();
  return {.name = name,
          .type = ShapeType::text,
          .doc = std::move(doc),
          .instead = name + " = \"" + shown + "\"",
          .fallback = std::move(fallback),
          .rule = duration_rule()};
}

ShapeKey words_key(const std::string& name, std::string doc, std::vector<std::string> words,
                   std::vector<std::string> fallback) {
  const std::string shown = fallback.empty() ? words.front() : fallback.front();
  return {.name = name,
          .type = ShapeType::text,
          .doc = std::move(doc),
          .instead = name + " = \"" + shown + "\"",
          .words = std::move(words),
          .fallback = std::move(fallback)};
}

ShapeKey env_key(std::string doc) {
  return {.name = "env",
          .type = ShapeType::text_map,
          .doc = std::move(doc),
          .instead = "env = { NAME = \"value\" }",
          .may_be_empty = true,
          .name_rule = variable_name_rule()};
}

ShapeKey command_key(const std::string& name, std::string doc) {
  return {.name = name,
          .type = ShapeType::text_list,
          .doc = std::move(doc),
          .instead = name + " = [\"build/numerics_tests\"]",
          .may_be_empty = true,
          .not_empty = true};
}

/// In the public surface, and an error until code serves it.
ShapeKey unsupported_key(std::string name) {
  return {.name = std::move(name), .unsupported = true};
}

Keys cover_ignore_keys() {
  return {
      {.name = "path",
       .doc = "Path of the program, relative to this file.",
       .instead = "path = \"build/bench_test\"",
       .required = true},
      {.name = "reason",
       .doc = "Why this program is no test program.",
       .instead = "reason = \"a benchmark\"",
       .required = true},
  };
}

Keys gate_policy_keys() {
  return {
      words_key("leaks", "What a process left behind by a test program means.", {"report", "red"},
                {"report"}),
      words_key("undeclared_skip", "What a skip means that nothing declares.", {"report", "red"},
                {"report"}),
      unsupported_key("foreign"),
      unsupported_key("vacuous"),
  };
}

Keys gate_keys() {
  Keys keys = {
      {.name = "name",
       .doc = "Name of the gate in records and history; default: the folder of this file.",
       .instead = "name = \"reference\""},
      words_key("precision", "The precision policy that test programs start under.",
                precision_words(), {"f32-strict"}),
      {.name = "modes",
       .type = ShapeType::text_list,
       .doc = "The modes that a plain `cupel run` runs.",
       .instead = "modes = [\"default\"]",
       .not_empty = true,
       .fallback = {"default"}},
      {.name = "ledger",
       .doc = "Path of the file of known failures, relative to this file; default: none.",
       .instead = "ledger = \"known-failures.toml\""},
      duration_key("timeout", "Limit for one test.", {"60s"}),
      duration_key("start_timeout",
                   "Limit from the start of a process to its first test, and for "
                   "listing the tests.",
                   {"5m"}),
      duration_key("teardown_timeout", "Limit from the last test to the end of the process.",
                   {"5m"}),
      {.name = "build",
       .doc = "Shell command that runs before the tests are listed; default: none.",
       .instead = "build = \"cmake --build build\""},
      {.name = "cover",
       .type = ShapeType::text_list,
       .doc = "Patterns of programs, relative to this file, each of which a target must run.",
       .instead = "cover = [\"build/**/*_test\"]",
       .rule = cover_rule()},
      {.name = "cover_ignore",
       .type = ShapeType::table_list,
       .doc = "Programs found by `cover` that need no target.",
       .instead = "cover_ignore = [{ path = \"build/bench_test\", reason = \"a benchmark\" }]",
       .keys = cover_ignore_keys()},
  };
  for (ShapeKey& key : gate_policy_keys()) keys.push_back(std::move(key));
  return keys;
}

Keys pin_keys() {
  return {{.name = "command",
           .doc = "Shell command whose output identifies the dependency.",
           .instead = "command = \"git -C third_party/x rev-parse HEAD\"",
           .required = true}};
}

Keys mode_keys() {
  return {
      words_key("precision", "The precision policy of this mode; default: the gate's.",
                precision_words(), {}),
      env_key("Environment variables of this mode; they win over all others."),
      unsupported_key("command"),
      unsupported_key("build"),
  };
}

Keys target_run_keys() {
  return {
      words_key("device", "What the program computes on.", {"cpu", "gpu"}, {"cpu"}),
      {.name = "gpus",
       .type = ShapeType::integer,
       .doc = "How many GPUs one process of the program needs.",
       .instead = "gpus = 1",
       .fallback = {"1"},
       .least = 1,
       .most = 1},
      {.name = "workdir",
       .doc = "Working directory of the program, relative to this file.",
       .instead = "workdir = \".\"",
       .fallback = {"."}},
      env_key("Environment variables of the program; the operator's own win over them."),
      {.name = "requires",
       .type = ShapeType::text_list,
       .doc = "\"device\": without the device, or with every test skipped, the gate is incomplete.",
       .instead = "requires = [\"device\"]",
       .words = {"device"}},
      unsupported_key("canary"),
      {.name = "exclusive",
       .type = ShapeType::boolean,
       .doc = "True: nothing else of this run runs meanwhile.",
       .instead = "exclusive = true",
       .fallback = {"false"}},
      unsupported_key("split"),
      duration_key("timeout", "Limit for one test of this target; default: the gate's.", {}),
  };
}

Keys command_harness_keys() {
  return {
      {.name = "skip_code",
       .type = ShapeType::integer,
       .doc = "Harness \"command\" only: the exit code by which the program says that it skips.",
       .instead = "skip_code = 77",
       .least = 1,
       .most = 255},
      {.name = "tap",
       .type = ShapeType::boolean,
       .doc = "Harness \"command\" only: the program prints TAP 13 or 14 on stdout, and its points "
              "count.",
       .instead = "tap = true",
       .fallback = {"false"}},
  };
}

Keys target_keys(const std::vector<std::string>& harnesses) {
  Keys keys = {
      {.name = "name",
       .doc = "Name of the target: the part of a test's id before the colon.",
       .instead = "name = \"numerics\"",
       .required = true,
       .rule = target_name_rule()},
      {.name = "harness",
       .doc = "The test framework that the program speaks.",
       .instead = "harness = \"" + (harnesses.empty() ? "" : harnesses.front()) + "\"",
       .required = true,
       .words = harnesses},
      command_key("command",
                  "The program and its arguments. A program with a slash is relative to this file, "
                  "whatever workdir says; a bare word is looked up in PATH."),
  };
  keys.back().required = true;
  for (ShapeKey& key : target_run_keys()) keys.push_back(std::move(key));
  for (ShapeKey& key : command_harness_keys()) keys.push_back(std::move(key));
  return keys;
}

Keys device_keys() {
  return {
      {.name = "uuid",
       .doc = "UUID of the invented device.",
       .instead = "uuid = \"GPU-00000000-0000-0000-0000-000000000001\"",
       .required = true,
       .rule = name_rule("a device")},
      {.name = "kind",
       .doc = "\"invented\": a device for trying lanes and leases where there is no GPU.",
       .instead = "kind = \"invented\"",
       .required = true,
       .words = {"invented"}},
  };
}

Keys policy_keys() {
  return {
      {.name = "tests",
       .doc = "Pattern over test ids; matching tests get launches of their own.",
       .instead = "tests = \"numerics:*parity*\"",
       .required = true},
      words_key("precision", "The precision policy of these tests.", precision_words(), {}),
  };
}

}  // namespace

Keys config_keys(const std::vector<std::string>& harnesses) {
  Keys keys = {
      {.name = "gate", .type = ShapeType::table, .doc = "The gate.", .keys = gate_keys()},
      {.name = "pins",
       .type = ShapeType::table_map,
       .doc = "Dependencies whose state is recorded with every run and compared between runs.",
       .instead = "name = { command = \"git -C third_party/x rev-parse HEAD\" }",
       .name_rule = name_rule("a pin"),
       .keys = pin_keys()},
      {.name = "modes",
       .type = ShapeType::table_map,
       .doc = "Named ways to run; \"default\" always exists.",
       .instead = "[modes.NAME]",
       .name_rule = name_rule("a mode"),
       .keys = mode_keys()},
      {.name = "target",
       .type = ShapeType::table_list,
       .doc = "A test program and how to run it.",
       .instead = "a [[target]] with name, harness and command",
       .required = true,
       .not_empty = true,
       .keys = target_keys(harnesses)},
      {.name = "device",
       .type = ShapeType::table_list,
       .doc = "A device that the configuration invents.",
       .instead = "a [[device]] with uuid and kind",
       .keys = device_keys()},
      {.name = "policy",
       .type = ShapeType::table_list,
       .doc = "Tests that run under another precision policy than their target.",
       .instead = "a [[policy]] with tests and precision",
       .keys = policy_keys()},
  };
  for (ShapeKey& key : keys.back().keys) key.required = true;
  keys.front().instead = "[gate]";
  return keys;
}

std::string config_schema_json(const std::vector<std::string>& harnesses) {
  return format::shape_schema(config_keys(harnesses), "cupel.toml");
}

}  // namespace cupel::plan
