// SPDX-License-Identifier: Apache-2.0
// The problem: --gtest_filter has no escapes.
//
//   filter    = patterns [ "-" patterns ]          the first '-' anywhere begins the negative part
//   patterns  = pattern *( ":" pattern )
//   pattern   = bytes, where '*' is any run and '?' any one byte, a newline too
//
// A name without ':', '-', '*', '?' and newline (the flag file ends a line there) is its own exact
// pattern. In any other name those bytes are written '?', and the pattern may then hit tests that
// nobody chose. Each such test is named in the negative part, with the same bytes written '?', or,
// if that hits a chosen test, with '-' as it is, since after the first '-' it is literal. What
// remains differs from a chosen test in nothing that a filter can express: it runs as well, and the
// plan says so. Disabled tests never run, so hitting one is no harm.
#include "harness/gtest/select.h"

#include <algorithm>
#include <optional>

#include "harness/gtest/name_index.h"
#include "harness/gtest/wire.h"

namespace cupel::harness::gtest {
namespace {

/// Longer filters go into a flag file: one argument may have 131,071 bytes at most, and a command
/// in a record should stay readable. Shorter ones stay on the command line, so that the recorded
/// command is the whole truth.
constexpr std::size_t longest_argument = 4096;

constexpr std::string_view positive_specials = ":-*?\n";
constexpr std::string_view negative_specials = ":*?\n";

std::string masked(std::string_view name, std::string_view specials) {
  std::string pattern(name);
  for (char& c : pattern) {
    if (specials.find(c) != std::string_view::npos) c = '?';
  }
  return pattern;
}

bool is_plain(std::string_view name) {
  return name.find_first_of(positive_specials) == std::string_view::npos;
}

struct Choice {
  std::vector<bool> chosen;     ///< by index of the listing; enabled tests only
  std::vector<std::size_t> in;  ///< the same, in list order
  std::size_t enabled = 0;      ///< tests of the listing that can run at all
};

Choice choose(const model::Listing& listing, std::span<const std::size_t> wanted) {
  Choice choice;
  choice.chosen.assign(listing.tests.size(), false);
  for (const std::size_t index : wanted) {
    if (!listing.tests[index].disabled) choice.chosen[index] = true;
  }
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (!listing.tests[i].disabled) ++choice.enabled;
    if (choice.chosen[i]) choice.in.push_back(i);
  }
  return choice;
}

/// Tests of one name run together: those of a chosen name that were not chosen themselves.
void add_twins(const model::Listing& listing, const Choice& choice,
               std::vector<std::size_t>& extra) {
  std::vector<std::string_view> names;
  for (const std::size_t i : listing.inseparable) {
    if (choice.chosen[i]) names.emplace_back(listing.tests[i].native);
  }
  if (names.empty()) return;
  std::sort(names.begin(), names.end());
  for (const std::size_t i : listing.inseparable) {
    const model::TestCase& test = listing.tests[i];
    if (!choice.chosen[i] && !test.disabled &&
        std::binary_search(names.begin(), names.end(), std::string_view(test.native))) {
      extra.push_back(i);
    }
  }
}

void append_pattern(std::string& list, std::string_view pattern, bool first) {
  if (!first) list += ':';
  list += pattern;
}

/// The negative pattern that takes this test out and no chosen one; none where there is no such.
std::optional<std::string> exclusion(const NameIndex& names, const Choice& choice,
                                     std::string_view name) {
  for (const std::string_view specials : {positive_specials, negative_specials}) {
    std::string pattern = masked(name, specials);
    const std::vector<std::size_t> hits = names.hits(pattern);
    if (std::none_of(hits.begin(), hits.end(),
                     [&](std::size_t hit) { return choice.chosen[hit]; })) {
      return pattern;
    }
  }
  return std::nullopt;
}

/// What the wildcard patterns hit beyond the chosen tests: taken out again, or extra.
void settle_hits(const model::Listing& listing, const Choice& choice,
                 const std::vector<std::string>& wild, Filter& filter) {
  if (wild.empty()) return;
  const NameIndex names(listing);
  std::vector<bool> seen(listing.tests.size(), false);
  std::string negative;
  for (const std::string& pattern : wild) {
    for (const std::size_t hit : names.hits(pattern)) {
      if (seen[hit] || choice.chosen[hit] || listing.tests[hit].disabled) continue;
      seen[hit] = true;
      if (const auto out = exclusion(names, choice, listing.tests[hit].native)) {
        append_pattern(negative, *out, negative.empty());
      } else {
        filter.extra.push_back(hit);
      }
    }
  }
  if (!negative.empty()) filter.text += "-" + negative;
}

}  // namespace

Filter make_filter(const model::Listing& listing, std::span<const std::size_t> chosen) {
  const Choice choice = choose(listing, chosen);
  Filter filter;
  if (choice.in.size() == choice.enabled) {
    filter.everything = true;
    return filter;
  }
  std::vector<std::string> wild;
  bool first = true;
  for (const std::size_t index : choice.in) {
    const std::string& name = listing.tests[index].native;
    if (is_plain(name)) {
      append_pattern(filter.text, name, first);
    } else {
      wild.push_back(masked(name, positive_specials));
      append_pattern(filter.text, wild.back(), first);
    }
    first = false;
  }
  settle_hits(listing, choice, wild, filter);
  add_twins(listing, choice, filter.extra);
  std::sort(filter.extra.begin(), filter.extra.end());
  filter.extra.erase(std::unique(filter.extra.begin(), filter.extra.end()), filter.extra.end());
  return filter;
}

void shuffle(model::LaunchRequest& request, std::uint64_t seed) {
  // Its seeds are 1 to 99999; the last flag of a name counts.
  constexpr std::uint64_t seeds = 99999;
  request.argv.emplace_back("--gtest_shuffle=1");
  request.argv.emplace_back("--gtest_random_seed=" + std::to_string(1 + seed % seeds));
}

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  RunPlan plan;
  Filter filter = make_filter(listing, chosen);
  plan.extra = std::move(filter.extra);
  for (const std::size_t index : chosen) {
    if (!listing.tests[index].disabled) plan.covered.push_back(index);
  }
  model::LaunchRequest& request = plan.request;
  request.argv.assign(target.command.begin(), target.command.end());
  // Where everything runs there is no filter at all: a main with a filter of its own then runs what
  // it listed under that filter.
  if (!filter.everything && filter.text.size() <= longest_argument) {
    request.argv.emplace_back("--gtest_filter=" + filter.text);
  } else if (!filter.everything) {
    request.argv.push_back(model::Template("--gtest_flagfile=").file(flag_file));
    request.write.push_back({flag_file, "--gtest_filter=" + filter.text + "\n"});
  }
  // Flags that every version since 1.8.1 knows: an unknown one prints the help text, runs nothing
  // and exits 0. The rest is neutral once its variable is gone.
  for (const char* flag :
       {"--gtest_also_run_disabled_tests=0", "--gtest_repeat=1", "--gtest_shuffle=0",
        "--gtest_break_on_failure=0", "--gtest_throw_on_failure=0", "--gtest_catch_exceptions=1",
        "--gtest_color=no", "--gtest_print_time=1"}) {
    request.argv.emplace_back(flag);
  }
  request.argv.push_back(model::Template("--gtest_output=xml:").file(report_file));
  request.argv.push_back(model::Template("--gtest_stream_result_to=").channel(stream_channel));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.env_set["TEST_PREMATURE_EXIT_FILE"] = model::Template().file(premature_file);
  request.collect = {premature_file};
  request.attested = {report_file};
  request.channels = {{stream_channel, model::ChannelKind::loopback}};
  return plan;
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<std::string> words = target.command;
  const bool disabled = listing.tests[test].disabled;
  Filter filter;
  if (disabled) {
    model::Listing enabled = listing;
    for (model::TestCase& one : enabled.tests) one.disabled = false;
    filter = make_filter(enabled, {&test, 1});
  } else {
    filter = make_filter(listing, {&test, 1});
  }
  if (!filter.everything) words.push_back("--gtest_filter=" + filter.text);
  if (disabled) words.emplace_back("--gtest_also_run_disabled_tests");
  return words;
}

}  // namespace cupel::harness::gtest
