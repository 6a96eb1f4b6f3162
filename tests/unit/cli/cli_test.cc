// SPDX-License-Identifier: Apache-2.0
// From words to an exit code, as far as nothing is started.
#include "cli/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/cli/surroundings.h"

namespace cupel::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

Ran ran(const std::vector<std::string>& words) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Ran result;
  result.code = run_cli(words);
  result.out = ::testing::internal::GetCapturedStdout();
  result.err = ::testing::internal::GetCapturedStderr();
  return result;
}

class Cli : public Surroundings {};

TEST_F(Cli, HelpGoesToStdoutAndIsNoError) {
  const Ran help = ran({"--help"});
  EXPECT_EQ(help.code, exit_done);
  EXPECT_THAT(help.out, HasSubstr("cupel"));
  EXPECT_THAT(help.err, IsEmpty());
}

TEST_F(Cli, AWrongCommandLineEndsWithFourAndSpeaksOnStderr) {
  const Ran wrong = ran({"run", "--nonsense"});
  EXPECT_EQ(wrong.code, exit_usage);
  EXPECT_THAT(wrong.out, IsEmpty());
  EXPECT_THAT(wrong.err, AllOf(StartsWith("cupel: error: "), HasSubstr("--nonsense"),
                               HasSubstr("`cupel run --help`")));
}

TEST_F(Cli, AMissingConfigurationEndsWithFour) {
  go("empty");
  for (const char* command : {"run", "list"}) {
    const Ran missing = ran({command});
    EXPECT_EQ(missing.code, exit_usage) << command;
    EXPECT_THAT(missing.err, HasSubstr("there is no cupel.toml"));
  }
}

TEST_F(Cli, TroubleOfExecEndsWith125SinceAnyOtherCodeCouldBeTheCommands) {
  EXPECT_EQ(ran({"exec", "-c", at("gone.toml"), "--", "true"}).code, exit_exec_trouble);
}

TEST_F(Cli, ResumeTakesNoOtherTestsThanThoseOfTheRun) {
  put("cupel.toml", small_config);
  go("");
  for (const std::vector<std::string>& more : {std::vector<std::string>{"-k", "x"},
                                               {"t"},
                                               {"--mode", "default"},
                                               {"--shuffle"},
                                               {"--out", "x"}}) {
    std::vector<std::string> words = {"run", "--resume"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran refused = ran(words);
    EXPECT_EQ(refused.code, exit_usage) << more.front();
    EXPECT_THAT(refused.err, HasSubstr("--resume goes on with")) << more.front();
  }
  const Ran alone = ran({"run", "--resume"});
  EXPECT_THAT(alone.err, HasSubstr("no unfinished run"));
}

TEST_F(Cli, ADashForAReportNeedsOneMode) {
  put("cupel.toml", std::string(small_config) + "[modes.tf32]\nenv = { A = \"1\" }\n");
  go("");
  const Ran refused = ran({"run", "--mode", "default", "--mode", "tf32", "--json", "-"});
  EXPECT_EQ(refused.code, exit_usage);
  EXPECT_THAT(refused.err, HasSubstr("several modes"));
  EXPECT_FALSE(os::exists(at(".cupel"))) << "nothing was run";
}

TEST_F(Cli, ARunThatIsNotThereCannotBeReported) {
  put("cupel.toml", small_config);
  go("");
  const Ran gone = ran({"report", "nothing"});
  EXPECT_EQ(gone.code, exit_usage);
  EXPECT_THAT(gone.err, HasSubstr("there is no run 'nothing'"));
}

}  // namespace
}  // namespace cupel::cli
