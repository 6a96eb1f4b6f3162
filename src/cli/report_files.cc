// SPDX-License-Identifier: Apache-2.0
#include "cli/report_files.h"

#include <unistd.h>

#include <algorithm>
#include <future>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "os/file.h"
#include "os/output_path.h"
#include "report/formats.h"
#include "report/junit.h"

namespace cupel::cli {
namespace {

constexpr std::string_view junit_word = "junit";

const report::ReportFormat& format_of(const ReportRequest& request) {
  const auto formats = report::report_formats();
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const auto& format) {
    return format.word == request.format;
  });
  CUPEL_CHECK(found != formats.end(),
              "a report was asked for in a format that is not in the table");
  return *found;
}

/// A path that cannot be written is the user's to mend, and better known before hours of tests.
base::Error unwritable(base::Error error, const ReportRequest& request) {
  error.kind = base::ErrorKind::usage;
  error.message = "--" + request.format + " " + request.path + ": " + error.message;
  error.hint = "give a path in a folder that exists and may be written";
  return error;
}

}  // namespace

base::Result<void> prepare_reports(const store::RunDirectory& directory, const std::string& gate,
                                   const std::vector<ReportRequest>& requests) {
  const std::string skeleton = report::junit_skeleton(gate);
  CUPEL_TRY(directory.write("junit.xml", skeleton));
  for (const ReportRequest& request : requests) {
    if (request.path == "-") continue;
    auto written = request.format == junit_word ? os::write_output(request.path, skeleton)
                                                : os::check_output(request.path);
    if (!written.ok()) return unwritable(std::move(written).error(), request);
  }
  return {};
}

base::Result<void> write_directory_reports(const store::RunDirectory& directory,
                                           const record::RunRecord& record) {
  // Each is as long as the run was; none changes what another reads.
  std::vector<std::future<base::Result<void>>> written;
  for (const report::ReportFormat& format : report::report_formats()) {
    if (format.file.empty()) continue;
    written.push_back(std::async(std::launch::async, [&directory, &record, &format] {
      return directory.write(format.file, format.render(record));
    }));
  }
  for (auto& one : written) CUPEL_TRY(one.get());
  return {};
}

base::Result<std::vector<std::string>> write_requested_reports(
    const record::RunRecord& record, const std::vector<ReportRequest>& requests) {
  std::vector<std::string> written;
  for (const ReportRequest& request : requests) {
    const std::string bytes = format_of(request).render(record);
    if (request.path == "-") {
      CUPEL_TRY(os::write_all(STDOUT_FILENO, bytes, "stdout"));
      continue;
    }
    CUPEL_TRY(os::write_output(request.path, bytes));
    written.push_back(request.path);
  }
  return written;
}

}  // namespace cupel::cli
