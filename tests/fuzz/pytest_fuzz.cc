// SPDX-License-Identifier: Apache-2.0
// The pytest harness on any bytes, in segments (see segments.h):
//
//   L  a listing as the plug-in writes it (the last counts; without one there are five tests)
//   R  the members of a record without key and number, which are added
//   S, T  bytes of the first and of the second connection
//   C  the closing record        D  there is a doubt about who wrote it
//   E  how the process ended, by the next byte
#include <cstdint>

#include "findings_check.h"
#include "harness/pytest/pytest.h"
#include "segments.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program

const harness::TargetView target = {
    "t", {"/usr/bin/python3", "-m", "pytest", "tests"}, "/w", {}, false};

struct Input {
  model::Listing listing;
  std::vector<std::pair<int, std::string>> bytes;  ///< by connection
  harness::LaunchOutput output;
};

model::Listing five_tests() {
  model::Listing listing;
  for (const char* name : {"t.py::a", "t.py::b[x]", "t.py::dies", "u.py::C::a", "u.py::C::b"}) {
    listing.tests.push_back({{}, name, {}, false, {}});
  }
  model::assign_names(listing);
  return listing;
}

model::Listing listed(const std::string& json) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["listing.json"] = json;
  harness::ListStep step = harness::make_pytest()->read_listing(target, output);
  auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr) return five_tests();
  std::set<std::string> names;
  for (const model::TestCase& test : listing->tests) {
    fuzz::require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  for (const std::string& error : listing->collect_errors) fuzz::require(base::is_utf8(error));
  return std::move(*listing);
}

Input read_input(const std::uint8_t* data, std::size_t size) {
  Input input;
  input.listing = five_tests();
  input.output.termination = model::Exited{0};
  int number = 0;
  for (const auto& [letter, segment] : fuzz::read_segments(data, size)) {
    if (letter == 'L') input.listing = listed(segment);
    if (letter == 'S' || letter == 'T') input.bytes.emplace_back(letter == 'T' ? 1 : 0, segment);
    if (letter == 'R') {
      input.bytes.emplace_back(
          0, R"({"k": "key", "s": )" + std::to_string(number++) + ", " + segment + "}\n");
    }
    if (letter == 'C') input.output.files["closing.json"] = segment;
    if (letter == 'D') input.output.doubts["closing.json"] = "a doubt";
    if (letter == 'E') {
      input.output.termination = fuzz::ending(segment.empty() ? '0' : segment.front());
    }
  }
  return input;
}

std::vector<model::Finding> decode(const Input& input, const harness::RunPlan& plan,
                                   std::size_t chunk) {
  const auto decoder = harness::make_pytest()->decoder(input.listing, plan);
  std::vector<model::Finding> findings;
  for (const auto& [connection, bytes] : input.bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += chunk) {
      decoder->on_bytes({"stream", connection, std::string_view(bytes).substr(at, chunk)},
                        findings);
    }
  }
  decoder->on_end(input.output, findings);
  return findings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input = read_input(data, size);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < input.listing.tests.size(); ++i) {
    if (size % 7 != i % 7) chosen.push_back(i);
  }
  const harness::RunPlan plan = harness::make_pytest()->run_request(target, input.listing, chosen);
  for (const std::size_t index : plan.covered) {
    fuzz::require(!harness::make_pytest()->alone_command(target, input.listing, index).empty());
  }
  const std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  const auto cut = [&](std::size_t chunk) {
    return fuzz::checked(decode(input, plan, chunk), mine);
  };
  const std::string whole = cut(size + 1);
  fuzz::require(whole == cut(1));
  fuzz::require(whole == cut(13));
  return 0;
}
