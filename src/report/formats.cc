// SPDX-License-Identifier: Apache-2.0
#include "report/formats.h"

#include <array>

#include "record/run_codec.h"
#include "report/junit.h"
#include "report/markdown.h"

namespace cupel::report {
namespace {

constexpr std::array<ReportFormat, 3> formats{{
    {"json", "run.json", "the whole record, schema cupel.run/1", record::to_run_json},
    {"junit", "junit.xml", "JUnit XML for CI systems", junit},
    {"markdown", "", "a summary for a pull request", markdown},
}};

}  // namespace

std::span<const ReportFormat> report_formats() {
  return formats;
}

}  // namespace cupel::report
