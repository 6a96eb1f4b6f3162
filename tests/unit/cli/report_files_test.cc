// SPDX-License-Identifier: Apache-2.0
#include "cli/report_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/fd.h"
#include "report/formats.h"
#include "unit/cli/surroundings.h"

namespace cupel::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class ReportFiles : public Surroundings {
 protected:
  ReportFiles() : directory_(std::move(store::RunDirectory::create(at("run"))).value()) {
    record_.id = "run-1";
    record_.gate.name = "gate-of-the-test";
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    auto text = os::read_file(at(name));
    return text.ok() ? *text : "cannot be read: " + text.error().message;
  }
  store::RunDirectory directory_;
  record::RunRecord record_;
};

TEST_F(ReportFiles, ASkeletonOfJunitThatSaysIncompleteIsThereFromTheFirstMoment) {
  ASSERT_TRUE(prepare_reports(directory_, "gate-of-the-test", {{"junit", at("out.xml")}}).ok());
  for (const char* name : {"run/junit.xml", "out.xml"}) {
    EXPECT_THAT(read(name), AllOf(StartsWith("<?xml"), HasSubstr("gate-of-the-test"),
                                  HasSubstr("incomplete"), HasSubstr("<error")));
  }
}

TEST_F(ReportFiles, TheOtherFormatsAreOnlyCheckedBeforehand) {
  put("out.json", "of yesterday");
  ASSERT_TRUE(prepare_reports(directory_, "g",
                              {{"json", at("out.json")}, {"markdown", at("new.md")}, {"json", "-"}})
                  .ok());
  EXPECT_EQ(read("out.json"), "of yesterday");
  EXPECT_FALSE(os::exists(at("new.md")));
  EXPECT_THAT(*os::list_directory(at("")), ElementsAre("out.json", "run"))
      << "nothing is left over";
}

TEST_F(ReportFiles, AFolderThatIsNotThereIsAUsageErrorThatNamesTheOption) {
  for (const char* format : {"json", "junit", "markdown"}) {
    auto refused = prepare_reports(directory_, "g", {{format, at("gone/out")}});
    ASSERT_FALSE(refused.ok()) << format;
    EXPECT_EQ(refused.error().kind, base::ErrorKind::usage);
    EXPECT_THAT(refused.error().message,
                StartsWith("--" + std::string(format) + " " + at("gone/out") + ": "));
    EXPECT_FALSE(refused.error().hint.empty());
    EXPECT_TRUE(prepare_reports(directory_, "g", {{format, at("out")}}).ok()) << format;
  }
}

TEST_F(ReportFiles, AFolderInPlaceOfTheFileIsAUsageErrorToo) {
  ASSERT_TRUE(os::make_directories(at("there")).ok());
  for (const char* format : {"json", "junit"}) {
    auto refused = prepare_reports(directory_, "g", {{format, at("there")}});
    ASSERT_FALSE(refused.ok()) << format;
    EXPECT_EQ(refused.error().kind, base::ErrorKind::usage);
  }
}

TEST_F(ReportFiles, TheDirectoryGetsTheReportsThatEveryRunHas) {
  ASSERT_TRUE(write_directory_reports(directory_, record_).ok());
  EXPECT_THAT(read("run/run.json"), HasSubstr("\"cupel.run/1\""));
  EXPECT_THAT(read("run/junit.xml"), HasSubstr("<testsuites"));
  EXPECT_FALSE(os::exists(at("run/summary.md")));
}

TEST_F(ReportFiles, EachRequestGetsTheFormatItNames) {
  std::vector<ReportRequest> requests;
  for (const auto& format : report::report_formats()) {
    requests.push_back({std::string(format.word), at(std::string(format.word))});
  }
  const auto written = write_requested_reports(record_, requests);
  ASSERT_TRUE(written.ok());
  EXPECT_THAT(*written, ElementsAre(at("json"), at("junit"), at("markdown")));
  for (const auto& format : report::report_formats()) {
    EXPECT_EQ(read(std::string(format.word)), format.render(record_));
  }
}

TEST_F(ReportFiles, ADashIsStdoutAndNoFile) {
  ::testing::internal::CaptureStdout();
  const auto written = write_requested_reports(record_, {{"json", "-"}});
  const std::string printed = ::testing::internal::GetCapturedStdout();
  ASSERT_TRUE(written.ok());
  EXPECT_TRUE(written->empty());
  EXPECT_EQ(printed, report::report_formats()[0].render(record_));
}

TEST_F(ReportFiles, ASpecialFileIsWrittenThroughAndStays) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  const os::Fd reader(::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const std::vector<ReportRequest> requests = {{"json", at("pipe")}, {"junit", "/dev/null"}};
  ASSERT_TRUE(prepare_reports(directory_, "g", requests).ok());
  ASSERT_TRUE(write_requested_reports(record_, requests).ok());
  std::string bytes(1 << 16, '\0');
  const auto count = ::read(reader.get(), bytes.data(), bytes.size());
  ASSERT_GT(count, 0);
  EXPECT_EQ(bytes.substr(0, static_cast<std::size_t>(count)),
            report::report_formats()[0].render(record_));
  struct stat facts{};
  ASSERT_EQ(::stat(at("pipe").c_str(), &facts), 0);
  EXPECT_TRUE(S_ISFIFO(facts.st_mode));
  ASSERT_EQ(::stat("/dev/null", &facts), 0);
  EXPECT_TRUE(S_ISCHR(facts.st_mode));
}

}  // namespace
}  // namespace cupel::cli
