// SPDX-License-Identifier: Apache-2.0
// A framework that streams one report, on any bytes. An input is a list of segments, each the byte
// 0x1E, a letter, and bytes up to the next 0x1E:
//
//   L  a listing as the program writes it (the last counts; without one there are five tests)
//   S  bytes of the report        E  how the process ended, by the next byte
//
// Whatever comes, what fuzz::checked asks of findings holds, and they do not depend on how the
// bytes were cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "findings_check.h"
#include "harness/contract.h"

namespace cupel::fuzz {

struct ReportInput {
  std::string listing;
  std::string report;
  harness::LaunchOutput output;
};

inline ReportInput read_report_input(std::string_view data) {
  ReportInput input;
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
    if (letter == 'L') input.listing = segment;
    if (letter == 'S') input.report += segment;
    if (letter == 'E') input.output.termination = ending(segment.empty() ? '0' : segment.front());
  }
  return input;
}

/// The listing where it is one of at least one test, whose names then are as they must be; else
/// five tests at f.cpp.
inline model::Listing listing_or_five(harness::ListStep step, const std::string& version) {
  auto* listed = std::get_if<model::Listing>(&step);
  model::Listing listing;
  if (listed != nullptr && !listed->tests.empty()) {
    listing = std::move(*listed);
  } else {
    listing.harness_version = version;
    for (const char* name : {"A one", "A two", "B dies", "C three", "C four"}) {
      model::TestCase& test = listing.tests.emplace_back();
      test.native = name;
      test.location = {"f.cpp", static_cast<int>(listing.tests.size())};
    }
    model::assign_names(listing);
  }
  std::set<std::string> names;
  for (const model::TestCase& test : listing.tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  return listing;
}

inline void hold_report(const harness::Harness& harness, const harness::TargetView& target,
                        const model::Listing& listing, const ReportInput& input, std::size_t salt) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (salt % 7 != i % 7 && !listing.tests[i].disabled) chosen.push_back(i);
  }
  if (chosen.empty()) return;
  const harness::RunPlan plan = harness.run_request(target, listing, chosen);
  require(!plan.covered.empty());
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  for (const std::size_t index : plan.extra) require(mine.insert(index).second);
  for (const std::size_t index : chosen) {
    require(!harness.alone_command(target, listing, index).empty());
  }
  const auto decode = [&](std::size_t chunk) {
    const auto decoder = harness.decoder(listing, plan);
    std::vector<model::Finding> findings;
    for (std::size_t at = 0; at < input.report.size(); at += chunk) {
      decoder->on_bytes({"report", 0, std::string_view(input.report).substr(at, chunk)}, findings);
    }
    decoder->on_end(input.output, findings);
    return checked(findings, mine);
  };
  const std::string whole = decode(input.report.size() + 1);
  require(whole == decode(1));
  require(whole == decode(13));
}

}  // namespace cupel::fuzz
