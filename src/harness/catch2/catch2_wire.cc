// SPDX-License-Identifier: Apache-2.0
#include "harness/catch2/catch2_wire.h"

#include <charconv>

#include "base/text.h"
#include "format/xml_events.h"

namespace cupel::harness::catch2 {

int major_version(std::string_view version) {
  int major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  const bool dotted = error == std::errc{} && end != version.data() + version.size() && *end == '.';
  return dotted ? major : 0;
}

std::vector<std::string> neutralised_variables() {
  return {"BAZEL_TEST",           "TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", "TEST_SHARD_STATUS_FILE",
          "TESTBRIDGE_TEST_ONLY", "XML_OUTPUT_FILE"};
}

ReportedName reported_name(const model::TestCase& test) {
  return {report_form(format::trim_blanks(test.native)), test.location.file, test.location.line};
}

std::string report_form(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string form;
  for (const char c : base::to_utf8(name)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x09 || (byte > 0x0D && byte < 0x20) || byte == 0x7F;
    if (control) {
      form += "\\x";
      form += digits[byte >> 4];
      form += digits[byte & 0x0F];
    } else {
      form += c;
    }
  }
  return form;
}

}  // namespace cupel::harness::catch2
