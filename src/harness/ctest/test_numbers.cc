// SPDX-License-Identifier: Apache-2.0
// A choice is given to ctest in a file, by numbers:
//
//   choice = "0,0,0," NUMBER *( "," NUMBER ) LF
//
// The zeros stand for begin, end and stride of a range, of which there is none. Without the LF the
// last number loses its last digit, and where the file cannot be read ctest runs everything. It
// takes names too, but as patterns, and one name may stand for several tests.
#include "harness/ctest/test_numbers.h"

#include <set>

#include "harness/ctest/test_native.h"

namespace cupel::harness::ctest {

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  RunPlan plan;
  std::string choice = "0,0,0";
  std::set<std::size_t> numbers;
  std::set<std::size_t> brought;
  for (const std::size_t index : chosen) {
    if (listing.tests[index].disabled) continue;
    const Native native = read_native(listing.tests[index].native);
    plan.covered.push_back(index);
    numbers.insert(native.number);
    brought.insert(native.fixtures.begin(), native.fixtures.end());
    choice += "," + std::to_string(native.number);
  }
  if (!brought.empty()) {
    for (std::size_t i = 0; i < listing.tests.size(); ++i) {
      const std::size_t number = read_native(listing.tests[i].native).number;
      if (brought.contains(number) && !numbers.contains(number)) plan.extra.push_back(i);
    }
  }
  model::LaunchRequest& request = plan.request;
  request.argv.assign(target.command.begin(), target.command.end());
  request.argv.emplace_back("-j1");
  request.argv.emplace_back("--no-tests=error");
  request.argv.emplace_back("-I");
  request.argv.push_back(model::Template().file(choice_file));
  request.argv.emplace_back("--output-junit");
  request.argv.push_back(model::Template().file(report_file));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.write = {{choice_file, choice + "\n"}};
  request.collect = {report_file};
  return plan;
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<std::string> words = target.command;
  const std::string number = std::to_string(read_native(listing.tests[test].native).number);
  words.insert(words.end(), {"-I", number + "," + number, "--output-on-failure"});
  return words;
}

}  // namespace cupel::harness::ctest
