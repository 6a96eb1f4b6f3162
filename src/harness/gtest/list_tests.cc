// SPDX-License-Identifier: Apache-2.0
// The listing is read from the file that --gtest_output names, never from stdout, where any main
// and any static constructor may print. What is read (1.8.1 to 1.18):
//
//   document  = { "tests": N, "name": …, "testsuites": [ suite… ] }
//   suite     = { "name": S, "tests": N, "testsuite": [ test… ] }
//   test      = { "name": T, "file": F, "line": N, "type_param": …, "value_param": … }
//
// File and line are absent before 1.10. A program that does not leave such a file has no listing,
// which is a fault and never an empty list.
#include "harness/gtest/list_tests.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "base/time.h"
#include "format/json.h"
#include "harness/gtest/wire.h"
#include "harness/list_fault.h"

namespace cupel::harness::gtest {
namespace {

constexpr std::string_view by_hand_hint =
    "run the command by hand with --gtest_list_tests; it must list and exit 0";

/// A flag of another program's makes it print its help, list nothing and exit 0.
constexpr std::string_view own_help = "This program contains tests written using";

ListFault fault_without_listing(const LaunchOutput& output) {
  if (output.standard_output.find(own_help) != std::string::npos) {
    return list_fault(output,
                      "the program wrote no GoogleTest listing: it printed GoogleTest's help "
                      "instead of listing",
                      "one of the target's own arguments is not a flag that it knows");
  }
  return fault_of_silence(output, "gtest", "GoogleTest",
                          "is it a GoogleTest program (1.8.1 or later) whose main calls "
                          "InitGoogleTest and RUN_ALL_TESTS?");
}

/// Bytes from 0x80 on as the two bytes of the character of that number, so that a listing with raw
/// bytes in it is valid JSON and reads back like one with \u00XX.
std::string latin1_to_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

model::Location location_of(const format::Json& test) {
  model::Location location;
  if (const auto file = test["file"].string()) location.file = base::to_utf8(undo_latin1(*file));
  const auto line = test["line"].integer();
  if (line && *line > 0 && *line < 1'000'000'000) location.line = static_cast<int>(*line);
  return location;
}

/// False where the value is not a suite.
bool append_suite(const format::Json& suite, model::Listing& listing) {
  const auto suite_name = suite["name"].string();
  const format::Json tests = suite["testsuite"];
  if (!suite_name || !tests.is_array()) return false;
  const std::string native_suite = undo_latin1(*suite_name);
  for (const format::Json& test : tests.elements()) {
    const auto name = test["name"].string();
    if (!name) return false;
    const std::string native_test = undo_latin1(*name);
    model::TestCase& added = listing.tests.emplace_back();
    added.native = native_suite + "." + native_test;
    added.location = location_of(test);
    added.disabled = has_disabled_mark(native_suite) || has_disabled_mark(native_test);
    if (added.disabled) added.disabled_reason = "DISABLED_ in its name";
  }
  return true;
}

/// Two tests of one name run together whatever the filter.
void mark_inseparable(model::Listing& listing) {
  std::unordered_map<std::string_view, std::size_t> count;
  count.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) ++count[test.native];
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (count[listing.tests[i].native] > 1) listing.inseparable.push_back(i);
  }
}

}  // namespace

std::string undo_latin1(std::string_view utf8) {
  std::string bytes;
  bytes.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    if ((lead == 0xC2 || lead == 0xC3) && i + 1 < utf8.size()) {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      bytes += static_cast<char>(((lead & 0x03) << 6) | (next & 0x3F));
    } else {
      bytes += utf8[i];
    }
  }
  return bytes;
}

model::LaunchRequest list_request(const TargetView& target) {
  model::LaunchRequest request;
  request.argv.assign(target.command.begin(), target.command.end());
  request.argv.emplace_back("--gtest_list_tests");
  request.argv.push_back(model::Template("--gtest_output=json:").file(list_file));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.collect = {list_file};
  return request;
}

ListStep read_listing(const TargetView& /*target*/, const LaunchOutput& output) {
  if (auto bad_end = fault_of_end(output, "gtest", by_hand_hint)) return *std::move(bad_end);
  const auto file = output.files.find(list_file);
  if (file == output.files.end() || file->second.empty()) return fault_without_listing(output);
  const base::Result<format::Json> document = format::parse_json(latin1_to_utf8(file->second));
  if (!document) {
    return list_fault(output,
                      "the listing that the program wrote is not JSON: " + document.error().message,
                      by_hand_hint);
  }
  const format::Json suites = (*document)["testsuites"];
  model::Listing listing;
  listing.channel = "result stream and report";
  bool shaped = suites.is_array();
  for (const format::Json& suite : suites.elements()) {
    shaped = shaped && append_suite(suite, listing);
  }
  if (!shaped) {
    return list_fault(output, "the listing that the program wrote is not GoogleTest's",
                      by_hand_hint);
  }
  mark_inseparable(listing);
  model::assign_names(listing);
  return listing;
}

}  // namespace cupel::harness::gtest
