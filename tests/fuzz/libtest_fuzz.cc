// SPDX-License-Identifier: Apache-2.0
// The libtest harness on any bytes. An input is a list of segments, each the byte 0x1E, a letter,
// and bytes up to the next 0x1E:
//
//   L  a listing as the program prints it (the last counts; without one there are five tests)
//   O  bytes of stdout        G  bytes of the log
//   E  how the process ended, by the next byte
//
// Whatever comes, findings keep their order, name tests of the launch, are UTF-8, and do not depend
// on how the bytes were cut.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "findings_check.h"
#include "harness/libtest/libtest.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program
using fuzz::checked;
using fuzz::ending;
using fuzz::require;

struct Input {
  model::Listing listing;
  std::vector<std::pair<const char*, std::string>> bytes;  ///< by channel, in order
  harness::LaunchOutput output;
};

const harness::TargetView target = {"t", {"/p"}, "/", {}};
constexpr const char* five_tests =
    "a_passes: test\nb_fails: test\nm::c_dies: test\nm::d: test\nz: test\n\n5 tests, 0 "
    "benchmarks\n";

model::Listing listed(const std::string& text) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files = {
      {"list.txt", text}, {"ignored.txt", "0 tests, 0 benchmarks\n"}, {"threads.txt", "\n2\n"}};
  harness::ListStep step = harness::make_libtest()->read_listing(target, output);
  auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr || listing->tests.empty()) return listed(five_tests);
  std::set<std::string> names;
  for (const model::TestCase& test : listing->tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  return std::move(*listing);
}

Input read_input(std::string_view data) {
  Input input;
  input.listing = listed(five_tests);
  input.output.termination = model::Exited{0};
  while (data.size() >= 2) {
    if (data.front() != '\x1e') {
      data.remove_prefix(1);
      continue;
    }
    const char letter = data[1];
    data.remove_prefix(2);
    const std::string segment(data.substr(0, data.find('\x1e')));
    data.remove_prefix(segment.size());
    if (letter == 'L') input.listing = listed(segment);
    if (letter == 'O') input.bytes.emplace_back("stdout", segment);
    if (letter == 'G') input.bytes.emplace_back("log", segment);
    if (letter == 'E') input.output.termination = ending(segment.empty() ? '0' : segment.front());
  }
  return input;
}

std::vector<model::Finding> decode(const Input& input, const harness::RunPlan& plan,
                                   std::size_t chunk) {
  const auto decoder = harness::make_libtest()->decoder(input.listing, plan);
  std::vector<model::Finding> findings;
  for (const auto& [channel, bytes] : input.bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += chunk) {
      decoder->on_bytes({channel, 0, std::string_view(bytes).substr(at, chunk)}, findings);
    }
  }
  decoder->on_end(input.output, findings);
  return findings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input = read_input({reinterpret_cast<const char*>(data), size});
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < input.listing.tests.size(); ++i) {
    if (size % 7 != i % 7) chosen.push_back(i);
  }
  if (chosen.empty()) return 0;
  const harness::RunPlan plan = harness::make_libtest()->run_request(target, input.listing, chosen);
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  mine.insert(plan.extra.begin(), plan.extra.end());
  const std::string whole = checked(decode(input, plan, size + 1), mine);
  require(whole == checked(decode(input, plan, 1), mine));
  require(whole == checked(decode(input, plan, 13), mine));
  return 0;
}
