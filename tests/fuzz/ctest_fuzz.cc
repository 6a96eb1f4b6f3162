// SPDX-License-Identifier: Apache-2.0
// The CTest harness on any bytes. Segments:
//
//   L  a list as ctest writes it (the last counts; without one there are three tests)
//   O  bytes of stdout        R  the report        E  how ctest ended, by the next byte
#include <set>

#include "base/text.h"
#include "findings_check.h"
#include "harness/ctest/ctest.h"
#include "harness/ctest/test_native.h"
#include "segments.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program
using fuzz::require;

harness::TargetView target() {
  harness::TargetView view;
  view.name = "t";
  view.command = {"/c/ctest", "--test-dir", "/b"};
  view.workdir = "/";
  return view;
}

model::Listing three_tests() {
  model::Listing listing;
  for (const char* name : {"one", "two", "three"}) {
    listing.tests.push_back({{}, name, {}, false, {}});
  }
  model::assign_names(listing);
  listing.tests[0].native = harness::ctest::write_native({1, {}, "one"});
  listing.tests[1].native = harness::ctest::write_native({2, {1, 3}, "two"});
  listing.tests[2].native = harness::ctest::write_native({3, {}, "three"});
  return listing;
}

void check(const model::Listing& listing) {
  std::set<std::string> names;
  for (const model::TestCase& test : listing.tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
}

model::Listing listed(const harness::Harness& ctest, const std::string& json) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files = {{"tests.json", json}, {"version.txt", "3.25.1"}};
  harness::ListStep step = ctest.read_listing(target(), output);
  model::Listing listing;
  if (auto* derived = std::get_if<harness::Derived>(&step)) {
    std::set<std::string> names;
    for (const harness::DerivedTarget& one : derived->targets) {
      require(names.insert(one.name).second && !one.only.empty() && !one.command.empty());
      require(one.name.find(':') == std::string::npos);
    }
    listing = std::move(derived->own);
  }
  if (listing.tests.empty()) return three_tests();
  check(listing);
  return listing;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto ctest = harness::make_ctest();
  model::Listing listing = three_tests();
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  for (auto& [letter, segment] : fuzz::read_segments(data, size)) {
    if (letter == 'L') listing = listed(*ctest, segment);
    if (letter == 'O') output.standard_output += segment;
    if (letter == 'R') output.files["junit.xml"] = segment;
    if (letter == 'E') output.termination = fuzz::ending(segment.empty() ? '0' : segment.front());
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (size % 3 != i % 3) chosen.push_back(i);
  }
  if (chosen.empty()) return 0;
  const harness::RunPlan plan = ctest->run_request(target(), listing, chosen);
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  mine.insert(plan.extra.begin(), plan.extra.end());
  const auto findings = [&](std::size_t chunk) {
    return fuzz::checked(
        fuzz::decode(*ctest, listing, plan, "stdout", output.standard_output, chunk, output), mine);
  };
  const std::string whole = findings(size + 1);
  require(whole == findings(1));
  require(whole == findings(13));
  return 0;
}
