// SPDX-License-Identifier: Apache-2.0
// The GoogleTest harness on any bytes. An input is a list of segments, each the byte 0x1E, a
// letter, and bytes up to the next 0x1E:
//
//   L  a listing as the program writes it (the last counts; without one there are five tests)
//   S, T  bytes of the first and of the second connection to the result stream
//   O  bytes of stdout        R  the report        P  the premature-exit file is there
//   E  how the process ended, by the next byte
//
// Whatever comes, findings keep their order, name tests of the launch, are UTF-8, and do not depend
// on how the bytes were cut.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "findings_check.h"
#include "harness/gtest/gtest.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program
using namespace cupel::fuzz;

struct Input {
  model::Listing listing;
  std::vector<std::pair<char, std::string>> bytes;  ///< S, T and O, in order
  harness::LaunchOutput output;
};

const harness::TargetView target = {"t", {"/p"}, "/", {}, false};

model::Listing five_tests() {
  model::Listing listing;
  for (const char* name : {"A.One", "A.Two", "B.Dies", "C.Three", "C.Four"}) {
    listing.tests.push_back({{}, name, {}, false, {}});
  }
  model::assign_names(listing);
  return listing;
}

model::Listing listed(const std::string& json) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["list.json"] = json;
  harness::ListStep step = harness::make_gtest()->read_listing(target, output);
  auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr || listing->tests.empty()) return five_tests();
  std::set<std::string> names;
  for (const model::TestCase& test : listing->tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  return std::move(*listing);
}

Input read_input(std::string_view data) {
  Input input;
  input.listing = five_tests();
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
    if (letter == 'S' || letter == 'T' || letter == 'O') input.bytes.emplace_back(letter, segment);
    if (letter == 'O') input.output.standard_output += segment;
    if (letter == 'R') input.output.files["report.xml"] = segment;
    if (letter == 'P') input.output.files["premature_exit"] = "0";
    if (letter == 'E') input.output.termination = ending(segment.empty() ? '0' : segment.front());
  }
  return input;
}

std::vector<model::Finding> decode(const Input& input, const harness::RunPlan& plan,
                                   std::size_t chunk) {
  const auto decoder = harness::make_gtest()->decoder(input.listing, plan);
  std::vector<model::Finding> findings;
  for (const auto& [letter, bytes] : input.bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += chunk) {
      const std::string_view piece = std::string_view(bytes).substr(at, chunk);
      decoder->on_bytes({letter == 'O' ? "stdout" : "stream", letter == 'T' ? 1 : 0, piece},
                        findings);
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
  const harness::RunPlan plan = harness::make_gtest()->run_request(target, input.listing, chosen);
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  mine.insert(plan.extra.begin(), plan.extra.end());
  const std::string whole = checked(decode(input, plan, size + 1), mine);
  require(whole == checked(decode(input, plan, 1), mine));
  require(whole == checked(decode(input, plan, 13), mine));
  return 0;
}
