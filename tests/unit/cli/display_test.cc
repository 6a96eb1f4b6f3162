// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "os/fd.h"

namespace cupel::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Environment = std::map<std::string, std::string>;

/// A terminal of the test's own.
class Terminal {
 public:
  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    EXPECT_EQ(::grantpt(master_.get()), 0);
    EXPECT_EQ(::unlockpt(master_.get()), 0);
    slave_ = os::Fd(::open(::ptsname(master_.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    EXPECT_TRUE(slave_);
  }
  [[nodiscard]] int fd() const { return slave_.get(); }

 private:
  os::Fd master_;
  os::Fd slave_;
};

bool colour(int fd, ColorChoice choice, const Environment& environment) {
  return style_for(fd, choice, environment).colour;
}

TEST(StyleFor, ColoursOnATerminalUnlessTheEnvironmentSaysNo) {
  const Terminal terminal;
  EXPECT_TRUE(colour(terminal.fd(), ColorChoice::automatic, {}));
  EXPECT_TRUE(colour(terminal.fd(), ColorChoice::automatic, {{"TERM", "xterm"}}));
  EXPECT_FALSE(colour(terminal.fd(), ColorChoice::automatic, {{"TERM", "dumb"}}));
  EXPECT_FALSE(colour(terminal.fd(), ColorChoice::automatic, {{"NO_COLOR", "1"}}));
  EXPECT_TRUE(colour(terminal.fd(), ColorChoice::automatic, {{"NO_COLOR", ""}}))
      << "only a value that is not empty counts";
}

TEST(StyleFor, NoneOnAFile) {
  const os::Fd file(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_FALSE(colour(file.get(), ColorChoice::automatic, {}));
}

TEST(StyleFor, TheOptionIsStrongerThanBoth) {
  const Terminal terminal;
  const os::Fd file(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_TRUE(colour(file.get(), ColorChoice::always, {{"NO_COLOR", "1"}, {"TERM", "dumb"}}));
  EXPECT_FALSE(colour(terminal.fd(), ColorChoice::never, {}));
}

TEST(StyleFor, SignsBeyondAsciiOnlyWhereTheLocaleSpeaksUtf8) {
  const auto unicode = [](const Environment& environment) {
    return style_for(-1, ColorChoice::never, environment).unicode;
  };
  EXPECT_TRUE(unicode({{"LANG", "en_US.UTF-8"}}));
  EXPECT_TRUE(unicode({{"LANG", "C.utf8"}}));
  EXPECT_FALSE(unicode({{"LANG", "C"}}));
  EXPECT_FALSE(unicode({}));
  EXPECT_FALSE(unicode({{"LC_ALL", "C"}, {"LANG", "en_US.UTF-8"}})) << "LC_ALL decides";
  EXPECT_TRUE(unicode({{"LC_ALL", ""}, {"LC_CTYPE", "C.UTF-8"}, {"LANG", "C"}}));
}

RunOptions with(ProgressStyle style) {
  RunOptions options;
  options.progress = style;
  options.common.color = ColorChoice::never;
  return options;
}

TEST(Display, AWarningIsALineOnStderrWithoutEscapes) {
  Display display(with(ProgressStyle::none), {});
  ::testing::internal::CaptureStderr();
  ASSERT_TRUE(display.take({{}, model::Warned{"no\x1b[2J history"}}).ok());
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, testing::MatchesRegex("cupel: warning: no.* history\n"));
  EXPECT_THAT(said, Not(HasSubstr("\x1b")));
}

TEST(Display, TheBarIsTakenAwayBeforeAnythingElseIsWritten) {
  Display display(with(ProgressStyle::bar), {});
  ::testing::internal::CaptureStderr();
  display.tick("GPU-1 held by pid 7");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("waiting for GPU-1 held by pid 7"));
  ::testing::internal::CaptureStderr();
  ASSERT_TRUE(display.take({{}, model::Warned{"x"}}).ok());
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              testing::EndsWith("\x1b[Kcupel: warning: x\n"));
  ::testing::internal::CaptureStderr();
  display.clear();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty()) << "there is no line any more";
}

TEST(Display, WithoutProgressATickSaysNothing) {
  Display display(with(ProgressStyle::none), {});
  ::testing::internal::CaptureStderr();
  display.tick("GPU-1 held by pid 7");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
}

TEST(Display, TheSummaryNamesDirectoryFilesAndWarning) {
  Display display(with(ProgressStyle::none), {});
  record::RunRecord record;
  record.verdict = model::Verdict::incomplete;
  ::testing::internal::CaptureStderr();
  display.summary(record, "/x/runs/1", {"/x/out.xml"}, "the run is not in the history");
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("cupel: warning: the run is not in the history\n"));
  EXPECT_THAT(said, HasSubstr("/x/runs/1"));
  EXPECT_THAT(said, HasSubstr("/x/out.xml"));
  EXPECT_THAT(said, HasSubstr("incomplete"));
}

}  // namespace
}  // namespace cupel::cli
