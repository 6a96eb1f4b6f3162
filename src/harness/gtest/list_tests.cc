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

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "format/json.h"
#include "harness/gtest/list_reader.h"
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

base::Result<void> scan(std::string_view listing, ListReader& reader) {
  const bool ascii =
      std::none_of(listing.begin(), listing.end(), [](char c) { return (c & 0x80) != 0; });
  return ascii ? format::scan_json(listing, reader)
               : format::scan_json(latin1_to_utf8(listing), reader);
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
  model::Listing listing;
  listing.channel = "result stream and report";
  ListReader reader(listing);
  if (auto scanned = scan(file->second, reader); !scanned.ok()) {
    return list_fault(output,
                      "the listing that the program wrote is not JSON: " + scanned.error().message,
                      by_hand_hint);
  }
  if (!reader.complete()) {
    return list_fault(output, "the listing that the program wrote is not GoogleTest's",
                      by_hand_hint);
  }
  mark_inseparable(listing);
  model::assign_names(listing);
  return listing;
}

}  // namespace cupel::harness::gtest
