// SPDX-License-Identifier: Apache-2.0
#include "cli/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/cli/surroundings.h"

namespace cupel::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

class Load : public Surroundings {
 protected:
  static base::Error refusal(base::Result<std::string> found) {
    EXPECT_FALSE(found.ok());
    return found.ok() ? base::Error{} : std::move(found).error();
  }
};

TEST_F(Load, TheConfigurationIsTheNearestUpwards) {
  const std::string outer = put("cupel.toml", small_config);
  go("a/b/c");
  EXPECT_EQ(*find_config({}), outer);
  const std::string inner = put("a/b/cupel.toml", small_config);
  EXPECT_EQ(*find_config({}), inner);
}

TEST_F(Load, TheOptionComesBeforeTheVariableAndThatBeforeTheFolders) {
  put("cupel.toml", small_config);
  const std::string by_variable = put("v/other.toml", small_config);
  const std::string by_option = put("o/third.toml", small_config);
  go("a");
  set("CUPEL_CONFIG", by_variable);
  EXPECT_EQ(*find_config({}), by_variable);
  EXPECT_EQ(*find_config({"../o/third.toml", {}}), by_option) << "absolute, whatever was written";
  set("CUPEL_CONFIG", "");
  EXPECT_EQ(*find_config({}), at("cupel.toml")) << "an empty variable says nothing";
}

TEST_F(Load, AConfigurationThatIsNotThereIsAUsageErrorThatSaysWhoNamedIt) {
  go("a");
  const base::Error by_option = refusal(find_config({"gone.toml", {}}));
  EXPECT_EQ(by_option.kind, base::ErrorKind::usage);
  EXPECT_THAT(by_option.message, AllOf(HasSubstr("gone.toml"), HasSubstr("-c")));
  set("CUPEL_CONFIG", "gone.toml");
  const base::Error by_variable = refusal(find_config({}));
  EXPECT_EQ(by_variable.kind, base::ErrorKind::usage);
  EXPECT_THAT(by_variable.message, HasSubstr("$CUPEL_CONFIG"));
}

TEST_F(Load, WithoutAConfigurationAnywhereTheErrorSaysWhereItLooked) {
  go("a/b");
  const base::Error error = refusal(find_config({}));
  EXPECT_EQ(error.kind, base::ErrorKind::usage);
  EXPECT_THAT(error.message, HasSubstr("there is no cupel.toml in " + at("a/b")));
  EXPECT_THAT(error.hint, HasSubstr("-c"));
}

TEST_F(Load, PathsOfAConfigurationAreTidyAndAbsolute) {
  ASSERT_TRUE(os::make_directories(at("build")).ok());
  put("build/t", "");
  const std::string path = put("suites/cupel.toml",
                               "[gate]\nname = \"g\"\n[[target]]\nname = \"t\"\nharness = "
                               "\"gtest\"\ncommand = [\"../build/t\"]\nworkdir = \"../build\"\n");
  const auto config = load_config({path, {}});
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->folder, at("suites"));
  EXPECT_EQ(config->targets.front().command.front(), at("build/t"));
  EXPECT_EQ(config->targets.front().workdir, at("build"));
}

TEST_F(Load, ADotDotBehindALinkStaysAsItIs) {
  put("far/deep/t", "");
  put("far/t", "");
  ASSERT_EQ(::symlink(at("far/deep").c_str(), at("link").c_str()), 0);
  const std::string path = put("cupel.toml",
                               "[gate]\nname = \"g\"\n[[target]]\nname = \"t\"\nharness = "
                               "\"gtest\"\ncommand = [\"link/../t\"]\n");
  const auto config = load_config({path, {}});
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(*os::real_path(config->targets.front().command.front()), at("far/t"));
}

TEST_F(Load, AConfigurationThatCannotBeReadOrIsWrongIsAUsageError) {
  auto folder = load_config({at(""), {}});
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().kind, base::ErrorKind::usage);
  auto wrong = load_config({put("cupel.toml", "nonsense = 3\n" + std::string(small_config)), {}});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(wrong.error().message, HasSubstr("cupel.toml:1:1"));
}

TEST_F(Load, TheLedgerIsReadWhereTheConfigurationNamesOne) {
  plan::Config config;
  config.path = at("cupel.toml");
  auto none = load_ledger(config);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->known.empty() && none->skips.empty());

  config.gate.ledger = put("known-failures.toml",
                           "[[known]]\ntest = \"t:A\"\nkind = \"failed\"\nissue = "
                           "\"https://example.org/1\"\nreason = \"x\"\n");
  auto some = load_ledger(config);
  ASSERT_TRUE(some.ok()) << some.error().message;
  EXPECT_THAT(some->known, SizeIs(1));

  config.gate.ledger = at("gone.toml");
  auto gone = load_ledger(config);
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(gone.error().message, HasSubstr(at("gone.toml")));
  EXPECT_THAT(gone.error().hint, HasSubstr("create it"));
}

class WantedModes : public testing::Test {
 protected:
  WantedModes() {
    config_.path = "/x/cupel.toml";
    config_.gate.modes = {"default"};
    for (const char* name : {"default", "tf32", "bf16"}) {
      config_.modes.emplace_back();
      config_.modes.back().name = name;
    }
  }
  std::vector<std::string> names(const std::vector<std::string>& asked) {
    std::vector<std::string> found;
    const auto modes = wanted_modes(config_, asked);
    EXPECT_TRUE(modes.ok());
    if (!modes.ok()) return {};
    for (const auto* mode : *modes) found.push_back(mode->name);
    return found;
  }
  plan::Config config_;
};

TEST_F(WantedModes, AreThoseOfTheGateUnlessOthersAreAskedFor) {
  EXPECT_THAT(names({}), testing::ElementsAre("default"));
  EXPECT_THAT(names({"tf32"}), testing::ElementsAre("tf32"));
  EXPECT_THAT(names({"bf16", "default"}), testing::ElementsAre("bf16", "default"));
  config_.gate.modes = {"default", "tf32"};
  EXPECT_THAT(names({}), testing::ElementsAre("default", "tf32"));
}

TEST_F(WantedModes, OneThatIsNamedTwiceRunsOnce) {
  EXPECT_THAT(names({"tf32", "tf32"}), testing::ElementsAre("tf32"));
}

TEST_F(WantedModes, OneThatIsNotDeclaredIsAUsageError) {
  auto unknown = wanted_modes(config_, {"tf23"});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(unknown.error().message, HasSubstr("'tf23'"));
  EXPECT_THAT(unknown.error().hint,
              AllOf(HasSubstr("did you mean 'tf32'?"), HasSubstr("/x/cupel.toml")));
}

}  // namespace
}  // namespace cupel::cli
