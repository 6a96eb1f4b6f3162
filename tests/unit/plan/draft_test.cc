// SPDX-License-Identifier: Apache-2.0
#include "plan/draft.h"

#include <gtest/gtest.h>

#include "config_corpus.h"
#include "plan/config.h"

namespace cupel::plan {
namespace {

using Words = std::vector<std::string>;

DraftTarget target(const std::string& name, Words command = {"build/t"}) {
  DraftTarget made;
  made.name = name;
  made.harness = "gtest";
  made.command = std::move(command);
  return made;
}

Draft draft_of(std::vector<DraftTarget> targets) {
  Draft draft;
  draft.gate = "g";
  draft.targets = std::move(targets);
  name_targets(draft);
  return draft;
}

Config parsed(const Draft& draft) {
  const std::string text = draft_text(draft);
  auto config = parse_config(text, "/w/cupel.toml", corpus_harnesses());
  EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().message) << "\n" << text;
  return config.ok() ? *config : Config{};
}

Words names_of(const Draft& draft) {
  Words names;
  for (const DraftTarget& one : draft.targets) names.push_back(one.name);
  return names;
}

TEST(Draft, NamesAreLegalAndUnique) {
  EXPECT_EQ(names_of(draft_of({target("a"), target("a"), target("a-2"), target("b:c d"),
                               target(".x"), target("..."), target("gate"), target("ü")})),
            (Words{"a", "a-2", "a-2-2", "b_c_d", "x", "tests", "gate-tests", "__"}));
}

TEST(Draft, WhatIsWrittenIsRead) {
  DraftTarget full = target("full", {"bin/it \"\\\x01\x7F\nü", "--flag=$HOME"});
  full.workdir = "sub";
  full.env = {{"A", "b=c"}, {"WITH BLANK", "\t"}};
  full.timeout = "90s";
  full.gpu = true;
  full.exclusive = true;
  full.remarks = {"a remark\nname = 'no key'"};
  DraftTarget plain = target("plain", {"true"});
  plain.harness = "command";
  plain.skip_code = 77;
  Draft draft = draft_of({full, plain});
  draft.gate = "odd \"gate\"";
  draft.cover = {"cmake:build"};
  draft.build = "cmake --build 'a b'\nx";
  draft.gaps = {{"bad\npath", "why\nname = 'no key'", true}};
  const Config config = parsed(draft);
  EXPECT_EQ(config.gate.name, "odd \"gate\"");
  EXPECT_EQ(config.gate.precision, model::Precision::f32_strict);
  EXPECT_EQ(config.gate.undeclared_skip, SkipPolicy::red);
  EXPECT_EQ(config.gate.cover, Words{"cmake:build"});
  EXPECT_EQ(config.gate.build, "") << "it is a proposal";
  ASSERT_EQ(config.targets.size(), 2U);
  const TargetConfig& first = config.targets[0];
  EXPECT_EQ(first.command, (Words{"/w/bin/it \"\\\x01\x7F\nü", "--flag=$HOME"}));
  EXPECT_EQ(first.workdir, "/w/sub");
  EXPECT_EQ(first.env.at("A"), "b=c");
  EXPECT_EQ(first.env.at("WITH BLANK"), "\t");
  EXPECT_EQ(first.timeout, std::chrono::seconds(90));
  EXPECT_EQ(first.device, DeviceNeed::gpu);
  EXPECT_TRUE(first.exclusive);
  EXPECT_EQ(config.targets[1].skip_code, 77);
  EXPECT_EQ(config.targets[1].workdir, "/w");
  EXPECT_EQ(config.targets[1].device, DeviceNeed::cpu);
}

TEST(Draft, LongListsAreBroken) {
  Draft draft = draft_of({target("t")});
  for (int n = 0; n < 20; ++n) draft.cover.push_back("cmake:build/tree-" + std::to_string(n));
  const std::string text = draft_text(draft);
  EXPECT_NE(text.find("cover = [\n  \"cmake:build/tree-0\",\n"), std::string::npos) << text;
  EXPECT_EQ(parsed(draft).gate.cover.size(), 20U);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(text.find('\n', at) - at, 100U) << text.substr(at, 120);
  }
}

TEST(Draft, AProposalIsAComment) {
  Draft draft = draft_of({target("t"), target("proposed")});
  draft.targets[1].off = true;
  EXPECT_EQ(parsed(draft).targets.size(), 1U);
  EXPECT_TRUE(draft.has_targets());
  EXPECT_EQ(draft_findings(draft, "cupel.toml").find("proposed"), std::string::npos);
  // Its marks taken away it is one more target.
  std::string text = draft_text(draft);
  for (std::size_t at = text.find("# [[target]]"); at < text.size(); at = text.find('\n', at) + 1) {
    if (text.substr(at, 2) == "# ") text.erase(at, 2);
  }
  const auto config = parse_config(text, "/w/cupel.toml", corpus_harnesses());
  ASSERT_TRUE(config.ok()) << config.error().message << "\n" << text;
  EXPECT_EQ(config->targets.size(), 2U);
  draft.targets.erase(draft.targets.begin());
  EXPECT_FALSE(draft.has_targets());
}

TEST(Draft, FindingsSayWhatThereIsAndWhatIsLeftToDo) {
  DraftTarget counted = target("counted");
  counted.version = "1.2";
  counted.size = "3 tests";
  Draft draft = draft_of({counted, target("n")});
  draft.notes = {"a note"};
  draft.gaps = {{"bad", "it hangs", true},
                {"other", "it crashes", true},
                {"worse", "it hangs", true},
                {"tool", "no mark", false}};
  EXPECT_EQ(draft_findings(draft, "/w/cupel.toml"),
            "found\n"
            "  counted  gtest 1.2, 3 tests\n"
            "  n        gtest\n"
            "note: a note\n"
            "looks like tests, and is in no target\n"
            "  bad, worse: it hangs\n"
            "  other: it crashes\n"
            "not identified as tests\n"
            "  tool: no mark\n"
            "next\n"
            "  settle what is in no target: repair it and run `cupel init` again, or add a "
            "[[target]]\n"
            "  read /w/cupel.toml; it says what to decide: device, precision, requires\n"
            "  cupel list         its tests\n"
            "  cupel run          the verdict\n"
            "  keep .cupel/ out of version control: the records of runs are there\n");
}

TEST(Draft, FindingsOfManyProgramsThatAreNoTestsAreCut) {
  Draft draft = draft_of({target("t")});
  for (int n = 0; n < 30; ++n) draft.gaps.push_back({"tool" + std::to_string(n), "no", false});
  const std::string text = draft_findings(draft, "f");
  EXPECT_NE(text.find("tool19"), std::string::npos);
  EXPECT_EQ(text.find("tool20"), std::string::npos);
  EXPECT_NE(text.find("tool19 and 10 more: no\n"), std::string::npos) << text;
}

TEST(Draft, FindingsOfNothingNameNoNextStep) {
  EXPECT_EQ(draft_findings(Draft{}, "f"), "");
}

}  // namespace
}  // namespace cupel::plan
