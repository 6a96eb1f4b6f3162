// SPDX-License-Identifier: Apache-2.0
// The chosen tests travel in a file, by node id and, for tests of one node id, by their number in
// the order of collection; no command line is too short and no name has a meaning besides itself.
//
// By hand a test is an argument, "PATH::CLASS::NAME[PARAMETER]" with the path seen from the working
// directory, and it stands instead of the paths of the target's command.
#include "harness/pytest/choose_tests.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "format/json.h"
#include "harness/pytest/pytest_wire.h"

namespace cupel::harness::pytest {
namespace {

/// Options of pytest and of its common plug-ins whose value is the next word.
constexpr std::array<std::string_view, 34> options_with_value = {
    "-k",
    "-m",
    "-p",
    "-c",
    "-o",
    "-n",
    "-W",
    "-r",
    "--rootdir",
    "--confcutdir",
    "--ignore",
    "--ignore-glob",
    "--deselect",
    "--maxfail",
    "--tb",
    "--basetemp",
    "--import-mode",
    "--color",
    "--capture",
    "--durations",
    "--durations-min",
    "--junitxml",
    "--junit-xml",
    "--junit-prefix",
    "--log-level",
    "--log-file",
    "--log-cli-level",
    "--config-file",
    "--override-ini",
    "--pythonwarnings",
    "--timeout",
    "--dist",
    "--tx",
    "--verbosity",
};

/// Where the words of pytest begin: after the first that is pytest itself, or the first after the
/// program.
std::size_t after_pytest(const std::vector<std::string>& command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    const std::string_view file = std::string_view(word).substr(word.rfind('/') + 1);
    if (file == "pytest" || file == "py.test" || file == "pytest-3") return i + 1;
  }
  return std::min<std::size_t>(1, command.size());
}

std::vector<std::string> without_paths(const std::vector<std::string>& command) {
  std::vector<std::string> kept;
  const std::size_t own = after_pytest(command);
  bool value = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool option = word.starts_with('-') && word.size() > 1;
    if (i < own || option || value) kept.push_back(word);
    value = i >= own && !value &&
            std::ranges::find(options_with_value, word) != options_with_value.end();
  }
  return kept;
}

/// The node id with its path as seen from the working directory. The listing has the file so; the
/// node id has it as seen from pytest's root directory.
std::string argument_of(const model::TestCase& test) {
  const std::size_t end = std::min(test.native.find("::"), test.native.size());
  const std::string path = test.native.substr(0, end);
  const std::string& file = test.location.file;
  const bool same_file = file.ends_with("/" + path) || path.ends_with("/" + file);
  return (same_file ? file : path) + test.native.substr(end);
}

std::string launch_head(const model::Listing& listing) {
  std::string text;
  format::JsonWriter json(text);
  json.value(listing_digest(listing));
  return "{\"mode\": \"run\", \"listed\": " + text + ", \"stream\": \"";
}

std::string launch_tail(const model::Listing& listing, const std::vector<std::size_t>& covered) {
  std::unordered_map<std::string_view, std::size_t> seen;
  std::vector<std::size_t> number;  ///< among the tests of the same name
  number.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) number.push_back(seen[test.native]++);
  std::string text;
  format::JsonWriter json(text);
  json.begin_array();
  for (const std::size_t index : covered) {
    json.begin_array();
    write_name(json, listing.tests[index].native);
    json.value(number[index]).end_array();
  }
  json.end_array();
  return "\", \"chosen\": " + text + "}\n";
}

}  // namespace

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  RunPlan plan;
  for (const std::size_t index : chosen) {
    if (!listing.tests[index].disabled) plan.covered.push_back(index);
  }
  plan.request = request_with_plugin(target, model::Template(launch_head(listing))
                                                 .channel(stream_channel)
                                                 .literal(launch_tail(listing, plan.covered)));
  plan.request.channels = {{stream_channel, model::ChannelKind::loopback}};
  plan.request.attested = {closing_file};
  return plan;
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<std::string> words = without_paths(target.command);
  words.push_back(argument_of(listing.tests[test]));
  return words;
}

}  // namespace cupel::harness::pytest
