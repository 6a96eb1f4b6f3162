// SPDX-License-Identifier: Apache-2.0
// The Boost.Test harness on any bytes. Segments:
//
//   L  a list as the program writes it (the last counts; without one there are four tests)
//   O  bytes of the log        R  the report        E  how the program ended, by the next byte
#include <set>

#include "base/text.h"
#include "findings_check.h"
#include "harness/boost/boost.h"
#include "harness/boost/native_path.h"
#include "segments.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program
using fuzz::require;

harness::TargetView target() {
  harness::TargetView view;
  view.name = "t";
  view.command = {"/p"};
  view.workdir = "/";
  return view;
}

model::Listing four_tests() {
  model::Listing listing;
  for (const char* path : {"A/one", "A/two", "B/dies", "new\nline"}) {
    listing.tests.push_back({{}, path, {}, false, {}});
  }
  model::assign_names(listing);
  for (model::TestCase& test : listing.tests) {
    test.native = harness::boost::write_native({false, {}, test.native});
  }
  listing.tests[1].native = harness::boost::write_native({false, {{0, 0}, {2, 3}}, "A/two"});
  return listing;
}

model::Listing listed(const harness::Harness& boost, const std::string& dot) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["tests.dot"] = dot;
  harness::ListStep step = boost.read_listing(target(), output);
  auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr || listing->tests.empty()) return four_tests();
  std::set<std::string> names;
  for (const model::TestCase& test : listing->tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  return std::move(*listing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto boost = harness::make_boost();
  model::Listing listing = four_tests();
  std::string log;
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  for (auto& [letter, segment] : fuzz::read_segments(data, size)) {
    if (letter == 'L') listing = listed(*boost, segment);
    if (letter == 'O') log += segment;
    if (letter == 'R') output.files["report.xml"] = segment;
    if (letter == 'E') output.termination = fuzz::ending(segment.empty() ? '0' : segment.front());
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (size % 3 != i % 3) chosen.push_back(i);
  }
  if (chosen.empty()) return 0;
  const harness::RunPlan plan = boost->run_request(target(), listing, chosen);
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  mine.insert(plan.extra.begin(), plan.extra.end());
  const auto findings = [&](std::size_t chunk) {
    return fuzz::checked(fuzz::decode(*boost, listing, plan, "log", log, chunk, output), mine);
  };
  const std::string whole = findings(size + 1);
  require(whole == findings(1));
  require(whole == findings(13));
  return 0;
}
