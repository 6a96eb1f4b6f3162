// SPDX-License-Identifier: Apache-2.0
// A program is asked up to three times, since v2 and v3 list differently and neither says which
// tests are hidden:
//
//   1. --libidentify              *line "framework:" … "Catch…" … "version:" VERSION
//   2. everything, spec "*"       v3: an XML document in a file    v2: lines on stdout
//   3. what a plain run runs      the same without a spec; what it lacks is hidden
//
// v3 says by the tag [.] that a test is hidden, which saves the third launch where the target has
// no arguments of its own: those may be a spec. v2 lists on stdout, where the program may print
// before; how many lines it prints is taken from its first answer. An empty list of v2 is no bytes
// and code 0, as of a program that left: such a one is asked again for the list in words, which has
// a closing line.
#include "harness/catch2/catch2_listing.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "format/xml_events.h"
#include "harness/catch2/catch2_wire.h"
#include "harness/catch2/listing_text.h"
#include "harness/list_fault.h"

namespace cupel::harness::catch2 {
namespace {

constexpr std::string_view by_hand_hint =
    "run the command by hand with --list-tests; it must list and end by itself";
constexpr std::string_view identify_hint =
    "is it a Catch2 program (2.13 or later) whose main hands its arguments to Catch::Session?";
constexpr int highest_exit_code = 255;  ///< of a v2 listing

struct Identity {
  std::string version;
  std::size_t noise_lines = 0;  ///< that the program prints before it answers
};

model::LaunchRequest request_with(const TargetView& target, std::vector<model::Template> more) {
  model::LaunchRequest request;
  request.argv.assign(target.command.begin(), target.command.end());
  request.argv.insert(request.argv.end(), more.begin(), more.end());
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  return request;
}

/// What Catch2 has to say on stderr, on one line: "Errors occurred during startup! …".
std::string complaint(const LaunchOutput& output) {
  for (const std::string_view begin : {"Errors occurred during startup!", "Error(s) in input:",
                                       "error: test case", "error: TEST_CASE"}) {
    const std::size_t at = output.standard_error.find(begin);
    if (at == std::string::npos) continue;
    std::string_view text = std::string_view(output.standard_error).substr(at, 400);
    text = text.substr(0, text.find("Run with -?"));
    std::string words;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\n' || c == '\t';
      if (!blank) words += c;
      if (blank && !words.empty() && words.back() != ' ') words += ' ';
    }
    return base::to_one_line(format::trim_blanks(words));
  }
  return {};
}

ListFault fault_of_refusal(const LaunchOutput& output) {
  const std::string words = complaint(output);
  if (words.empty()) {
    if (auto bad_end = fault_of_end(output, "catch2", by_hand_hint)) return *std::move(bad_end);
    return fault_of_silence(output, "catch2", "Catch2", identify_hint);
  }
  ListFault fault;
  fault.detail = "the program refuses to list: " + words;
  fault.hint = words.find("already defined") != std::string::npos
                   ? "Catch2 runs nothing while two tests have one name; rename one of them"
                   : "take out of the target's command what Catch2 does not know, and the options "
                     "that cupel gives itself (-r, -o, -d, --order)";
  return fault;
}

/// The value of "NAME:   VALUE" in a line of its own.
std::optional<std::string> field(std::string_view text, std::string_view name) {
  std::size_t at = text.find(name);
  while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n') {
    at = text.find(name, at + 1);
  }
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + name.size());
  return std::string(format::trim_blanks(rest.substr(0, rest.find('\n'))));
}

std::optional<Identity> identity_of(const std::string& out) {
  constexpr std::string_view first_field = "description:";
  const std::size_t begin = std::min(out.find(first_field), out.size());
  const std::string_view answer = std::string_view(out).substr(begin);
  const auto framework = field(answer, "framework:");
  const auto version = field(answer, "version:");
  if (!framework || framework->find("Catch") == std::string::npos || !version) return std::nullopt;
  const auto noise =
      std::count(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  return Identity{*version, static_cast<std::size_t>(noise)};
}

std::string written(const Identity& identity) {
  return identity.version + "\n" + std::to_string(identity.noise_lines) + "\n";
}

Identity read_identity(const std::string& text) {
  Identity identity;
  const std::size_t end = std::min(text.find('\n'), text.size());
  identity.version = text.substr(0, end);
  if (end < text.size()) {
    std::from_chars(text.data() + end + 1, text.data() + text.size(), identity.noise_lines);
  }
  return identity;
}

/// Lists everything, or what a plain run runs. Options of the runs are given as well, so that a
/// target whose own arguments do not go with them says so now.
ListMore ask_for_list(const TargetView& target, const Identity& identity, const std::string* all) {
  std::vector<model::Template> more = {"-d", "yes", "--order", "decl"};
  const bool is_v3 = major_version(identity.version) >= 3;
  if (is_v3) {
    more.insert(more.end(), {"--list-tests", "-r", "xml", "-o", model::Template().file(list_file)});
  } else {
    more.insert(more.end(), {"--list-test-names-only", "-v", "high"});
  }
  if (all == nullptr) more.emplace_back("*");
  ListMore step{request_with(target, std::move(more))};
  step.request.write.push_back({identity_file, written(identity)});
  step.request.collect.emplace_back(identity_file);
  if (is_v3) step.request.collect.emplace_back(list_file);
  if (all != nullptr) {
    step.request.write.push_back({all_file, *all});
    step.request.collect.emplace_back(all_file);
  }
  return step;
}

/// The same question as the last, `all` as there, answered in words.
ListMore ask_for_words(const TargetView& target, const Identity& identity, const std::string* all) {
  ListMore step = ask_for_list(target, identity, all);
  for (model::Template& word : step.request.argv) {
    const bool lists = word.parts().size() == 1 && word.parts()[0].text == "--list-test-names-only";
    if (lists) word = "--list-tests";
  }
  step.request.write.push_back({none_file, ""});
  step.request.collect.emplace_back(none_file);
  return step;
}

ListStep on_identified(const TargetView& target, const LaunchOutput& output) {
  const auto identity = identity_of(output.standard_output);
  if (!identity || !model::is_clean_exit(output.termination)) return fault_of_refusal(output);
  if (major_version(identity->version) < 2) {
    ListFault fault;
    fault.detail = "the program is built with Catch2 " + base::to_one_line(identity->version);
    fault.hint = "the oldest that cupel drives is 2.13";
    return fault;
  }
  return ask_for_list(target, *identity, nullptr);
}

/// The tests of one listing launch, or what is wrong with it.
std::variant<std::vector<Listed>, ListFault> read_tests(const Identity& identity,
                                                        const LaunchOutput& output,
                                                        const std::string& bytes) {
  if (major_version(identity.version) >= 3) {
    auto tests = read_v3_listing(bytes);
    if (!tests) return list_fault(output, "the listing is not Catch2's XML", by_hand_hint);
    return *std::move(tests);
  }
  std::vector<Listed> tests = read_v2_listing(bytes, identity.noise_lines);
  if (output.truncated) {
    return list_fault(output, "the listing is longer than cupel keeps of a program's output",
                      "split the program");
  }
  return tests;
}

/// v2 exits with the number of tests: a line that something else printed shows by that.
std::optional<ListFault> fault_of_count(const LaunchOutput& output, std::size_t tests) {
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  const int expected = static_cast<int>(std::min<std::size_t>(tests, highest_exit_code));
  if (exited != nullptr && exited->code == expected) return std::nullopt;
  if (exited == nullptr || exited->code == highest_exit_code || !complaint(output).empty()) {
    return fault_of_refusal(output);
  }
  return list_fault(
      output,
      "it listed " + base::plural(tests, "test") + " and counts " + std::to_string(exited->code),
      "something prints into the listing; let it print to stderr, or not while "
      "listing");
}

/// Those of `all` that `plain` lacks, which is a part of it in the same order; none where it is
/// not.
std::optional<std::vector<bool>> hidden_of(const std::vector<Listed>& all,
                                           const std::vector<Listed>& plain) {
  std::vector<bool> hidden(all.size(), true);
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size() && next < plain.size(); ++i) {
    if (all[i].name != plain[next].name || all[i].location != plain[next].location) continue;
    hidden[i] = false;
    ++next;
  }
  if (next < plain.size()) return std::nullopt;
  return hidden;
}

/// v2 runs all tests of a name together; v3 can run any test by its place.
void mark_inseparable(model::Listing& listing) {
  std::unordered_map<std::string_view, std::size_t> count;
  for (const model::TestCase& test : listing.tests) {
    if (!test.disabled) ++count[format::trim_blanks(test.native)];
  }
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    const model::TestCase& test = listing.tests[i];
    if (!test.disabled && count[format::trim_blanks(test.native)] > 1) {
      listing.inseparable.push_back(i);
    }
  }
}

model::Listing listing_of(const Identity& identity, const std::vector<Listed>& tests,
                          const std::vector<bool>& hidden) {
  model::Listing listing;
  listing.harness_version = base::to_one_line(identity.version);
  listing.channel = "streamed XML report";
  for (std::size_t i = 0; i < tests.size(); ++i) {
    model::TestCase& test = listing.tests.emplace_back();
    test.native = tests[i].name;
    test.location = tests[i].location;
    test.disabled = hidden[i];
    if (hidden[i]) test.disabled_reason = "hidden: a plain run leaves it out (tag [.])";
  }
  if (major_version(identity.version) < 3) mark_inseparable(listing);
  model::assign_names(listing);
  return listing;
}

std::vector<bool> tagged_hidden(const std::vector<Listed>& tests) {
  std::vector<bool> hidden;
  hidden.reserve(tests.size());
  for (const Listed& test : tests) hidden.push_back(test.tagged_hidden);
  return hidden;
}

/// "0 test cases" or "0 matching test cases" in a line of its own.
bool says_none(const LaunchOutput& output) {
  const std::string text = "\n" + output.standard_output;
  return text.find("\n0 test cases\n") != std::string::npos ||
         text.find("\n0 matching test cases\n") != std::string::npos;
}

ListStep on_listed(const TargetView& target, const LaunchOutput& output, const Identity& identity) {
  const bool is_v3 = major_version(identity.version) >= 3;
  const auto file = output.files.find(list_file);
  if (is_v3 && (file == output.files.end() || !model::is_clean_exit(output.termination))) {
    return fault_of_refusal(output);
  }
  const auto all = output.files.find(all_file);
  const bool in_words = output.files.contains(none_file);
  if (in_words && !says_none(output)) {
    return list_fault(output, "the listing is empty, and the program does not say so in words",
                      by_hand_hint);
  }
  const std::string nothing;
  const std::string& bytes = is_v3 ? file->second : in_words ? nothing : output.standard_output;
  auto read = read_tests(identity, output, bytes);
  if (auto* fault = std::get_if<ListFault>(&read)) return std::move(*fault);
  const auto& tests = std::get<std::vector<Listed>>(read);
  if (!is_v3) {
    if (auto fault = fault_of_count(output, tests.size())) return *std::move(fault);
    if (tests.empty() && !in_words) {
      return ask_for_words(target, identity, all == output.files.end() ? nullptr : &all->second);
    }
  }
  if (all != output.files.end()) {
    auto everything = read_tests(identity, output, all->second);
    if (auto* fault = std::get_if<ListFault>(&everything)) return std::move(*fault);
    const auto& all_tests = std::get<std::vector<Listed>>(everything);
    const auto hidden = hidden_of(all_tests, tests);
    if (hidden) return listing_of(identity, all_tests, *hidden);
    return list_fault(output, "two listings in a row differ",
                      "make the program register the same tests in every process");
  }
  const bool tags_tell = is_v3 && target.command.size() == 1;
  if (tags_tell) return listing_of(identity, tests, tagged_hidden(tests));
  return ask_for_list(target, identity, &bytes);
}

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  return request_with(target, {"--libidentify"});
}

ListStep read_listing(const TargetView& target, const LaunchOutput& output) {
  const auto identity = output.files.find(identity_file);
  if (identity == output.files.end()) return on_identified(target, output);
  return on_listed(target, output, read_identity(identity->second));
}

}  // namespace cupel::harness::catch2
