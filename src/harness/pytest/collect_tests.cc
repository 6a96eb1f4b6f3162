// SPDX-License-Identifier: Apache-2.0
// The listing is read from the file that the plug-in writes at the end of a session that only
// collects:
//
//   document = { "cupel_pytest": 1, "pytest": VERSION, "collected": BIT, "taken_back": [TEXT…],
//                "tests": [test…], "errors": [error…] }
//   test     = { "id": NAME, "file": F, "line": N, "skip": REASON }      "skip": marked in the
//   source error    = { "id": NAME, "why": TEXT, "file": F, "line": N }
//
// "collected" is false where the session ended before everything was collected. A module that skips
// itself is in the list as one test of its own name, since its tests cannot be seen.
#include "harness/pytest/collect_tests.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "format/json.h"
#include "harness/pytest/pytest_wire.h"

namespace cupel::harness::pytest {
namespace {

constexpr int oldest_major = 7;
constexpr std::string_view by_hand_hint =
    "run the target's command by hand with --collect-only; it must list the tests";

/// What other programs, and pythons that lack something, print instead.
struct Sign {
  std::string_view needle;
  std::string_view what;
  std::string_view hint;
};
constexpr std::array<Sign, 9> signs = {{
    {"No module named pytest", "this Python has no pytest",
     "install pytest for the python of the target's command, or name another python there"},
    {"No module named 'cupel_stream'", "pytest could not import cupel's plug-in",
     "the command must let PYTHONPATH through: no -I or -E, no wrapper that clears it"},
    {"Error importing plugin \"cupel_stream\"", "pytest could not import cupel's plug-in",
     "the command must let PYTHONPATH through: no -I or -E, no wrapper that clears it"},
    {"file or directory not found", "pytest found nothing under a path of the command",
     "paths of the command are relative to the target's workdir"},
    {"This program contains tests written using", "it looks like a GoogleTest program",
     "set harness = \"gtest\" for this target"},
    {"[doctest]", "it looks like a doctest program", "set harness = \"doctest\" for this target"},
    {"Catch", "it looks like a Catch2 program", "set harness = \"catch2\" for this target"},
    {"Test setup error", "it looks like a Boost.Test program",
     "set harness = \"boost\" for this target"},
    {"unrecognized arguments", "it does not know one of its arguments",
     "check the options in the command, in addopts of the ini file, and that it starts pytest"},
}};

/// The last words of a program, for a message: one line, at most 200 bytes of it.
std::string last_line(const LaunchOutput& output) {
  for (const std::string* text : {&output.standard_error, &output.standard_output}) {
    const std::size_t end = text->find_last_not_of(" \t\r\n");
    if (end == std::string::npos) continue;
    const std::size_t before = text->find_last_of('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return base::to_one_line(
        std::string_view(*text).substr(begin, std::min<std::size_t>(end + 1 - begin, 200)));
  }
  return {};
}

ListFault fault(const LaunchOutput& output, std::string detail, std::string_view hint) {
  for (const Sign& sign : signs) {
    if (output.standard_error.find(sign.needle) != std::string::npos ||
        output.standard_output.find(sign.needle) != std::string::npos) {
      detail += ": " + std::string(sign.what);
      hint = sign.hint;
      break;
    }
  }
  const std::string last = last_line(output);
  if (!last.empty()) detail += "; its last line was \"" + last + "\"";
  return ListFault{std::move(detail), std::string(hint)};
}

ListFault fault_of_end(const LaunchOutput& output) {
  if (const auto* never = std::get_if<model::NotStarted>(&output.termination)) {
    return ListFault{"the program did not start: " + never->why,
                     "check the target's command, and that python and pytest are installed"};
  }
  if (const auto* killed = std::get_if<model::KilledByUs>(&output.termination);
      killed != nullptr && killed->reason == model::KillReason::listing_timeout) {
    return fault(output, "collecting the tests did not finish in time and was ended",
                 "raise start_timeout, or find what hangs while a test module is imported");
  }
  return fault(output, "listing " + model::describe(output.termination), by_hand_hint);
}

/// 0; 1 and 2: something could not be collected; 5: there is no test.
bool ended_well(const model::Termination& termination) {
  const auto* exited = std::get_if<model::Exited>(&termination);
  return exited != nullptr &&
         (exited->code == 0 || exited->code == 1 || exited->code == 2 || exited->code == 5);
}

int major_version(std::string_view version) {
  int major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  return error == std::errc{} ? major : 0;
}

bool append_test(const format::Json& value, model::Listing& listing) {
  auto name = read_name(value["id"]);
  if (!name) return false;
  model::TestCase& test = listing.tests.emplace_back();
  test.native = *std::move(name);
  test.location = read_place(value);
  if (auto reason = value["skip"].string()) {
    test.disabled = true;
    test.disabled_reason = reason->empty() ? "marked to be skipped" : *std::move(reason);
  }
  return true;
}

std::string channel_words(const format::Json& document) {
  std::string words = "result stream and closing record of a plug-in, one process";
  std::string taken;
  for (const format::Json& option : document["taken_back"].elements()) {
    taken += (taken.empty() ? "" : ", ") + base::to_one_line(option.string().value_or("?"));
  }
  return taken.empty() ? words : words + "; not used: " + taken;
}

/// Empty where the value is none.
std::string error_words(const format::Json& value) {
  const auto name = read_name(value["id"]);
  const auto why = value["why"].string();
  if (!name || !why) return {};
  return collection_words(base::to_utf8(*name), {*why, read_place(value)});
}

ListStep listing_of(const LaunchOutput& output, const format::Json& document) {
  model::Listing listing;
  listing.harness_version = document["pytest"].string().value_or("");
  listing.channel = channel_words(document);
  listing.ordering = model::Ordering::any;
  bool shaped = document["tests"].is_array() && document["errors"].is_array();
  for (const format::Json& test : document["tests"].elements()) {
    shaped = shaped && append_test(test, listing);
  }
  for (const format::Json& error : document["errors"].elements()) {
    listing.collect_errors.push_back(error_words(error));
    shaped = shaped && !listing.collect_errors.back().empty();
  }
  if (!shaped) return fault(output, "the listing is not one of cupel's plug-in", by_hand_hint);
  if (listing.tests.empty() && !listing.collect_errors.empty()) {
    std::string detail = "no test could be collected: ";
    for (const std::string& error : listing.collect_errors) {
      detail += (&error == &listing.collect_errors.front() ? "" : "; ") + error;
    }
    return ListFault{std::move(detail), std::string(by_hand_hint),
                     model::ProblemKind::collect_error};
  }
  if (listing.tests.empty()) {
    return ListFault{"pytest found no test",
                     "check the paths in the command, and python_files, python_classes and "
                     "python_functions of the ini file"};
  }
  model::assign_names(listing);
  return listing;
}

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  model::LaunchRequest request = request_with_plugin(target, "{\"mode\": \"list\"}\n");
  request.argv.emplace_back("--collect-only");
  request.argv.emplace_back("-q");
  request.collect = {listing_file, second_listing_file};
  return request;
}

ListStep read_listing(const LaunchOutput& output) {
  if (!ended_well(output.termination)) return fault_of_end(output);
  const auto file = output.files.find(listing_file);
  if (file == output.files.end()) return fault_of_end(output);
  if (output.files.contains(second_listing_file)) {
    return ListFault{
        "two processes of the command collected tests",
        "a target runs in one process; start pytest itself, without a launcher such as "
        "mpirun -n 2"};
  }
  const base::Result<format::Json> document = format::parse_json(file->second);
  if (!document || (*document)["cupel_pytest"].integer() != 1) {
    return fault(output, "the listing is not one of cupel's plug-in", by_hand_hint);
  }
  const std::string version = (*document)["pytest"].string().value_or("");
  if (major_version(version) < oldest_major) {
    return ListFault{
        "pytest " + base::to_one_line(version) + " is too old",
        "the oldest that cupel drives is pytest " + std::to_string(oldest_major) + ".0"};
  }
  if ((*document)["collected"].boolean() != true) return fault_of_end(output);
  return listing_of(output, *document);
}

}  // namespace cupel::harness::pytest
