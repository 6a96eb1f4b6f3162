// SPDX-License-Identifier: Apache-2.0
#include "record/run_codec.h"

#include <gtest/gtest.h>

#include <cmath>

#include "format/json.h"
#include "story.h"

namespace cupel::record {
namespace {

using model::Outcome;

format::Json parse(const std::string& text) {
  auto parsed = format::parse_json(text);
  EXPECT_TRUE(parsed.ok());
  return parsed.ok() ? *parsed : format::Json{};
}

RunRecord eventful() {
  Story story = Story::of_four();
  story.launch(1).started(1, "A").reported(1, "A", Outcome::failed, "bytes \xff and \x1b[31m");
  story.then(model::TestMeasured{1, {"t", "A"}, {"rms", 1e-3, 2e-3, "u"}});
  story.then(model::TestMeasured{1, {"t", "A"}, {"rms", std::nan(""), 2e-3, "u"}});
  story.then(model::TestMeasured{1, {"t", "A"}, {"abs", 1, 0, ""}});
  story.then(model::TestSubcase{1, {"t", "A"}, {"chunk=64", false}});
  model::TestSettled settle;
  settle.test = {"t", "A"};
  settle.outcome = Outcome::failed;
  settle.launch = 1;
  settle.known_entry = "known.toml:3:1";
  settle.known_issue = "https://example.org/1";
  settle.alone = {"./t", "--only", "A"};
  settle.signature = "t:failed:abc";
  story.then(settle).then(model::DiagnosisMade{{"t", "A"}, "unconfirmed", "non-finite"});
  model::LaunchEnded ended;
  ended.n = 1;
  ended.termination = model::KilledByUs{model::KillReason::deadline, true};
  story.then(ended).then(
      model::TargetProblem{"gate", model::ProblemKind::uncovered_program, "x", {}, {}});
  story.then(model::BuildFinished{"make", 2.5, true}).then(model::LaneOpened{"cpu-0", "", 0});
  story.then(model::Warned{"careful"});
  RunRecord run = story.fold.record();
  run.tests[3].selected = false;
  run.scope.narrowed_by = {"filter A"};
  run.environment.dirty = true;
  run.environment.gpus.push_back({"GPU-1", "H200", "9.0", "580.1", 143771, "nvidia", {}, {}});
  run.precision.variables = {{"NVIDIA_TF32_OVERRIDE", "0", model::VariableSource::pin}};
  run.gate.shuffle_seed = 18446744073709551615U;
  seal(run);
  return run;
}

TEST(RunCodec, WhatIsWrittenReadsBackAndIsWrittenTheSame) {
  const std::string text = to_run_json(eventful());
  const auto back = from_run_json(text);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(to_run_json(*back), text);
  EXPECT_EQ(back->tests.size(), 4U);
  EXPECT_FALSE(back->tests[3].selected);
  EXPECT_EQ(back->tests[0].measures.size(), 3U);
  EXPECT_EQ(back->tests[0].known_issue, "https://example.org/1");
  EXPECT_EQ(back->tests[0].diagnosis_size, "non-finite");
  EXPECT_EQ(back->launches[0].termination,
            model::Termination(model::KilledByUs{model::KillReason::deadline, true}));
  EXPECT_EQ(back->gate_problems.at(0).detail, "x");
  EXPECT_EQ(back->gate.shuffle_seed, 18446744073709551615U);
  EXPECT_EQ(back->started, eventful().started);
}

TEST(RunCodec, SelectedTestsAreThoseOfTheDocument) {
  const format::Json root = parse(to_run_json(eventful()));
  EXPECT_EQ(root["tests"].size(), 3U);
  EXPECT_EQ(root["counts"]["selected"].count(), 4U - 1U);
  EXPECT_EQ(root["scope"].string(), "narrowed");
  const format::Json target = root["targets"].elements().at(0);
  EXPECT_EQ(target["deselected"].elements().at(0).string(), "D");
  EXPECT_EQ(target["counts"]["failed"].count(), 1U);
  EXPECT_EQ(target["counts"]["not_run"].count(), 2U);
  EXPECT_EQ(target["launches"].count(), 1U);
}

TEST(RunCodec, MeasuresOfOneNameAreSamples) {
  const format::Json root = parse(to_run_json(eventful()));
  const auto measures = root["tests"].elements().at(0)["measures"].elements();
  ASSERT_EQ(measures.size(), 2U);
  EXPECT_EQ(measures[0]["observed"].string(), "nan");
  EXPECT_EQ(measures[0]["ratio"].string(), "nan");
  EXPECT_EQ(measures[0]["samples"].size(), 2U);
  EXPECT_EQ(measures[0]["samples"].elements()[0].number(), 1e-3);
  EXPECT_EQ(measures[1]["ratio"].string(), "inf");
}

TEST(RunCodec, NeverReachedSubcasesSaySo) {
  const format::Json root = parse(to_run_json(eventful()));
  const auto subcases = root["tests"].elements().at(0)["subcases"].elements();
  EXPECT_EQ(subcases.at(0)["status"].string(), "never_reached");
}

TEST(RunCodec, AnUnfinishedRunHasNoVerdictYet) {
  const std::string text = to_run_json(Story::of_four().fold.record());
  const format::Json root = parse(text);
  EXPECT_TRUE(root["finished"].is_null());
  EXPECT_TRUE(root["verdict"].is_null());
  EXPECT_TRUE(root["tests"].elements().at(0)["outcome"].is_null());
  const auto back = from_run_json(text);
  ASSERT_TRUE(back.ok());
  EXPECT_FALSE(back->verdict.has_value());
}

TEST(RunCodec, EveryPublicKeyIsThereInItsOrder) {
  const std::string text = to_run_json(eventful());
  std::size_t at = 0;
  for (const char* key :
       {"schema",      "cupel",     "id",      "started",  "finished", "duration_s", "command",
        "verdict",     "exit_code", "reasons", "scope",    "counts",   "gate",       "build",
        "environment", "precision", "lanes",   "launches", "targets",  "tests"}) {
    const std::size_t found = text.find("\n  \"" + std::string(key) + "\": ", at);
    ASSERT_NE(found, std::string::npos) << key;
    at = found;
  }
}

TEST(RunCodec, WhatIsNoRunRecordIsRefused) {
  const auto refused = [](std::string_view text) {
    const auto read = from_run_json(text);
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_NE(refused("{"), "");
  EXPECT_NE(refused("{\"schema\":\"cupel.run/9\"}").find("\"cupel.run/9\""), std::string::npos);
  std::string text = to_run_json(eventful());
  text.replace(text.find("\"known\": "), 9, "\"Known\": ");
  EXPECT_NE(refused(text).find("\"known\" is missing"), std::string::npos) << refused(text);
  text = to_run_json(eventful());
  text.replace(text.find("\"failed\""), 8, "\"felled\"");
  EXPECT_NE(refused(text), "");
  EXPECT_EQ(refused(to_run_json(eventful())), "");
}

}  // namespace
}  // namespace cupel::record
