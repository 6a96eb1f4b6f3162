// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/workspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cargo/cargo.h"
#include "harness/cargo/derive.h"

namespace cupel::harness::cargo {
namespace {

using namespace std::string_literals;  // NOLINT: NULs in literals
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::string source_of(const std::string& manifest, const std::string& kind) {
  const std::string folder = manifest.substr(0, manifest.rfind('/'));
  return folder + (kind == "test"  ? "/tests/custom.rs"
                   : kind == "bin" ? "/src/main.rs"
                                   : "/src/lib.rs");
}

std::string artifact(const std::string& manifest, const std::string& kind, const std::string& name,
                     const std::string& executable, bool test = true) {
  return R"({"reason":"compiler-artifact","manifest_path":")" + manifest +
         R"(","target":{"kind":[")" + kind + R"("],"name":")" + name + R"(","src_path":")" +
         source_of(manifest, kind) + R"("},"profile":{"test":)" + (test ? "true" : "false") +
         R"(},"executable":)" + (executable.empty() ? "null" : "\"" + executable + "\"") + "}\n";
}

TEST(CargoBuild, TakesTestProgramsInAnOrderOfItsOwn) {
  const Build build = parse_build(artifact("/w/two/Cargo.toml", "lib", "two", "/t/two-1") +
                                  artifact("/w/one/Cargo.toml", "test", "integ", "/t/integ-1") +
                                  artifact("/w/one/Cargo.toml", "bin", "one", "/t/one-2") +
                                  artifact("/w/one/Cargo.toml", "proc-macro", "one", "/t/one-1") +
                                  artifact("/w/one/Cargo.toml", "bin", "one", "/t/one", false) +
                                  artifact("/w/one/Cargo.toml", "lib", "one", "") +
                                  "not json\n{\"reason\":\"build-finished\",\"success\":true}\n");
  EXPECT_TRUE(build.succeeded);
  std::vector<std::string> names;
  for (const Program& program : build.programs) names.push_back(program.kind + " " + program.name);
  EXPECT_THAT(names, ElementsAre("lib one", "bin one", "test integ", "lib two"));
}

TEST(CargoBuild, TakesTheFirstErrors) {
  std::string messages;
  const auto say = [&](const std::string& level, const std::string& text) {
    messages += R"({"reason":"compiler-message","message":{"level":")" + level +
                R"(","rendered":")" + text + "\"}}\n";
  };
  say("warning", "warning: unused");
  for (int i = 0; i < 5; ++i) say("error", "error[E0308]: number " + std::to_string(i));
  say("error", "error: aborting due to 5 previous errors");
  messages += "{\"reason\":\"build-finished\",\"success\":false}\n";
  const Build build = parse_build(messages);
  EXPECT_FALSE(build.succeeded);
  EXPECT_EQ(build.error_count, 5U);
  EXPECT_EQ(build.errors.size(), 3U);
  EXPECT_EQ(build.errors[0], "error[E0308]: number 0");
}

TEST(CargoMetadata, MembersWithWhatTheyHave) {
  const auto packages = parse_metadata(R"({"packages":[
      {"id":"a","name":"one","manifest_path":"/w/one/Cargo.toml","features":{"x":[],"default":[]},
       "targets":[{"kind":["lib"],"name":"one","src_path":"/w/one/src/lib.rs","test":true,
       "doctest":true},{"kind":["bin"],"doctest":false}]},
      {"id":"b","name":"two","manifest_path":"/w/two/Cargo.toml","features":{},
       "targets":[{"kind":["bin"],"doctest":true}]},
      {"id":"c","name":"other","manifest_path":"/o/Cargo.toml","features":{},"targets":[]}],
      "workspace_members":["a","b"]})");
  ASSERT_TRUE(packages && packages->size() == 2);
  EXPECT_EQ((*packages)[0].name, "one");
  EXPECT_TRUE((*packages)[0].has_doc_tests);
  EXPECT_THAT((*packages)[0].features, UnorderedElementsAre("x", "default"));
  EXPECT_FALSE((*packages)[1].has_doc_tests) << "no library";
  ASSERT_EQ((*packages)[0].parts.size(), 2U);
  EXPECT_EQ((*packages)[0].parts[0].source, "/w/one/src/lib.rs");
  EXPECT_TRUE((*packages)[0].parts[0].tested);
  EXPECT_FALSE((*packages)[0].parts[1].tested) << "it does not say so";
  EXPECT_FALSE(parse_metadata("error: no such file"));
  EXPECT_FALSE(parse_metadata("{}"));
}

TEST(CargoSurroundings, AreWhatCargoAddsAndChanges) {
  const auto found =
      parse_surroundings("HOME=/root\0PATH=/bin\0LD_LIBRARY_PATH=/l\0"s,
                         "cupel-program\0/t/one-1\0/w/one\0HOME=/root\0PATH=/more:/"
                         "bin\0LD_LIBRARY_PATH=/t:/l\0PWD=/w/one\0_=/usr/bin/env\0"
                         "CARGO_PKG_NAME=one\0MULTI=a\nb=c\0\0[package]\nname = \"one\"\n\0"
                         "cupel-program\0/t/two-1\0/w/two\0X=\0\0\0"s);
  ASSERT_EQ(found.size(), 2U);
  const Surroundings& one = found.at("/t/one-1");
  EXPECT_EQ(one.workdir, "/w/one");
  EXPECT_EQ(one.manifest, "[package]\nname = \"one\"\n");
  EXPECT_THAT(one.env, ElementsAre(Pair("CARGO_PKG_NAME", "one"), Pair("MULTI", "a\nb=c")));
  EXPECT_THAT(one.changed, ElementsAre(Pair("LD_LIBRARY_PATH", "/t:/l")));
  EXPECT_THAT(found.at("/t/two-1").env, ElementsAre(Pair("X", "")));
}

TEST(CargoSurroundings, CutDumpsGiveWhatIsWhole) {
  const std::string dump = "cupel-program\0/t/one-1\0/w/one\0A=b\0\0[package]\0"s;
  for (std::size_t size = 0; size <= dump.size(); ++size) {
    EXPECT_LE(parse_surroundings("", std::string_view(dump).substr(0, size)).size(), 1U);
  }
}

TEST(CargoManifest, TellsAProgramWithAMainOfItsOwn) {
  const char* manifest =
      "[lib]\nharness = true\n[[test]]\nname = \"custom\"\nharness = false\n[[test]]\nname = "
      "\"plain\"\n[[bench]]\nname = \"custom\"\nharness = true\n";
  const auto own = [&](const char* kind, const char* name) {
    return has_own_main(manifest, {"", kind, name, "", ""});
  };
  EXPECT_TRUE(own("test", "custom"));
  EXPECT_FALSE(own("test", "plain"));
  EXPECT_FALSE(own("test", "absent"));
  EXPECT_FALSE(own("bench", "custom"));
  EXPECT_FALSE(own("lib", "whatever"));
  EXPECT_TRUE(has_own_main("[lib]\nharness = false\n", {"", "lib", "x", "", ""}));
  EXPECT_FALSE(has_own_main("[[test]\n", {"", "test", "custom", "", ""})) << "no TOML";
}

Workspace workspace() {
  Workspace all;
  all.line = *parse_command_line({"/bin/cargo", "test", "--", "--skip", "slow"});
  all.workdir = "/w";
  all.packages = {{"one",
                   "/w/one/Cargo.toml",
                   {},
                   true,
                   {{"lib", "one", "/w/one/src/lib.rs", true},
                    {"bin", "one", "/w/one/src/main.rs", true},
                    {"test", "custom", "/w/one/tests/custom.rs", true}}},
                  {"two", "/w/two/Cargo.toml", {}, false, {{"lib", "two", "/w/two/lib.rs", true}}},
                  {"bare", "/w/bare/Cargo.toml", {}, false, {{"lib", "bare", "/b.rs", false}}}};
  all.build = parse_build(artifact("/w/one/Cargo.toml", "lib", "one", "/t/one-1") +
                          artifact("/w/one/Cargo.toml", "bin", "one", "/t/one-2") +
                          artifact("/w/one/Cargo.toml", "test", "custom", "/t/custom-1") +
                          artifact("/w/two/Cargo.toml", "lib", "two", "/t/two-1"));
  for (const Program& program : all.build.programs) {
    Surroundings& around = all.surroundings[program.executable];
    around.workdir = "/w/x";
    around.env = {{"A", "b"}};
    around.manifest = "[[test]]\nname = \"custom\"\nharness = false\n";
  }
  return all;
}

TEST(CargoDerive, EachProgramAndEachLibrarysDocTestsAreATarget) {
  const Derived derived = derive(workspace());
  std::vector<std::pair<std::string, std::string>> named;
  for (const DerivedTarget& target : derived.targets)
    named.emplace_back(target.name, target.harness);
  EXPECT_THAT(named, ElementsAre(Pair("one/one", "libtest"), Pair("one/one.bin", "libtest"),
                                 Pair("one/custom", "command"), Pair("two/two", "libtest"),
                                 Pair("one/doc", "libtest"), Pair("bare", "cargo")));
  EXPECT_THAT(derived.targets[0].command, ElementsAre("/t/one-1", "--skip", "slow"));
  EXPECT_EQ(derived.targets[0].workdir, "/w/x");
  EXPECT_THAT(derived.targets[0].env, ElementsAre(Pair("A", "b")));
  EXPECT_THAT(derived.targets[4].command, ElementsAre("/bin/cargo", "test", "--doc", "--package",
                                                      "one", "--", "--skip", "slow"));
  EXPECT_THAT(derived.own.tests, IsEmpty());
  const auto idle = make_cargo()->listing_without_launch(
      {"ws/bare", derived.targets[5].command, derived.targets[5].workdir, {}});
  ASSERT_TRUE(idle) << "a member without a test program needs no launch";
  EXPECT_THAT(idle->tests, IsEmpty());
  EXPECT_THAT(idle->channel, HasSubstr("no test program"));
  EXPECT_FALSE(make_cargo()->listing_without_launch({"ws", {"/bin/cargo", "test"}, "/w", {}}));
}

TEST(CargoDerive, ATargetKeepsItsNameWhateverElseIsBuilt) {
  Workspace all = workspace();
  all.line = *parse_command_line({"/bin/cargo", "test", "--bins"});
  std::erase_if(all.build.programs, [](const Program& one) { return one.kind != "bin"; });
  const Derived derived = derive(all);
  EXPECT_EQ(derived.targets.at(0).name, "one/one.bin") << "there is a library one";
  EXPECT_THAT(derived.programs, ElementsAre("/w/one/src/main.rs"));
}

TEST(CargoDerive, ProgramsAreKnownByTheirSources) {
  EXPECT_THAT(tested_parts(workspace().packages).programs,
              ElementsAre("/w/one/src/lib.rs", "/w/one/src/main.rs", "/w/one/tests/custom.rs",
                          "/w/two/lib.rs"));
}

TEST(CargoDerive, WhatCargoChangesGoesBeforeTheOperatorsEnvironment) {
  Workspace all = workspace();
  all.surroundings["/t/one-1"].changed = {{"LD_LIBRARY_PATH", "/t:/l"}};
  EXPECT_THAT(derive(all).targets[0].command,
              ElementsAre("/usr/bin/env", "LD_LIBRARY_PATH=/t:/l", "/t/one-1", "--skip", "slow"));
}

TEST(CargoDerive, ChosenProgramsLeaveTheDocTestsOut) {
  Workspace chosen = workspace();
  chosen.line = *parse_command_line({"/bin/cargo", "test", "--lib"});
  for (const DerivedTarget& target : derive(chosen).targets) EXPECT_NE(target.name, "one/doc");
}

TEST(CargoDerive, ExcludedMembersHaveNoDocTests) {
  Workspace chosen = workspace();
  chosen.line = *parse_command_line({"/bin/cargo", "test", "--exclude", "one"});
  chosen.build = {};
  std::vector<std::string> names;
  for (const DerivedTarget& target : derive(chosen).targets) names.push_back(target.name);
  EXPECT_THAT(names, ElementsAre("two", "bare"));
}

}  // namespace
}  // namespace cupel::harness::cargo
