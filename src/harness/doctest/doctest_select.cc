// SPDX-License-Identifier: Apache-2.0
// Two ways to pick tests:
//
//   --first=A --last=B     the tests from the A-th to the B-th of those that would run, from 1
//   --test-case=LIST       by name:  pattern *( "," pattern ), where "*" is any run of bytes and
//   "?"
//                          any one; "\," and "\\" are a comma and a backslash, nothing else escapes
//
// Positions are exact whatever the names, and a range costs nothing; but there is one range a
// launch. Names go where the wanted tests lie in several ranges and every pattern hits wanted ones
// only. A target with arguments of its own gets ranges alone: filters of one kind add up, and its
// own might be one. Tests under a skip() decorator do not run and are not counted.
#include "harness/doctest/doctest_select.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/doctest/doctest_wire.h"
#include "harness/name_cover.h"

namespace cupel::harness::doctest {
namespace {

/// An argument may have 131,071 bytes.
constexpr std::size_t longest_list = 120'000;

constexpr std::string_view first_option = "--dt-first=";

class FilterRules final : public PatternRules {
 public:
  [[nodiscard]] std::string_view compared(std::string_view native) const override { return native; }
  [[nodiscard]] char folded(char c) const override { return c; }
  /// The listing writes bytes that are no text as "\xHH", and which they are cannot be told.
  [[nodiscard]] std::size_t expressible(std::string_view text) const override {
    return std::min({text.size(), text.find_first_of("*?"), text.find("\\x")});
  }
  [[nodiscard]] bool is_exact(std::string_view text) const override {
    return !text.empty() && expressible(text) == text.size();
  }
  [[nodiscard]] std::string spell(std::string_view text, bool and_more) const override {
    std::string pattern;
    for (const char c : text) {
      if (c == '\\' || c == ',') pattern += '\\';
      pattern += c;
    }
    return pattern + (and_more ? "*" : "");
  }
};

/// Wanted tests with only skipped ones between them.
struct Range {
  std::size_t first = 0;  ///< positions from 1
  std::size_t last = 0;
  std::vector<std::size_t> tests;
};

std::vector<Range> ranges_of(const model::Listing& listing, const std::vector<bool>& wanted) {
  std::vector<Range> ranges;
  std::size_t position = 0;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (listing.tests[i].disabled) continue;
    ++position;
    if (!wanted[i]) continue;
    if (ranges.empty() || ranges.back().last + 1 != position) {
      ranges.push_back({position, position, {}});
    }
    ranges.back().last = position;
    ranges.back().tests.push_back(i);
  }
  return ranges;
}

std::string joined(const std::vector<std::string>& patterns) {
  std::string list;
  for (const std::string& pattern : patterns) {
    if (!list.empty()) list += ',';
    list += pattern;
  }
  return list;
}

/// A list of patterns for the value of a filter, empty where names cannot say it or not in one
/// argument.
std::string pattern_list(const model::Listing& listing, const std::vector<Wish>& wishes) {
  const NameCover cover = cover_names(listing, wishes, FilterRules());
  if (!cover.uncovered.empty()) return {};
  std::string list = joined(cover.patterns);
  return list.size() <= longest_list ? list : std::string();
}

/// The filter that picks these tests and no others, none where there is no such.
std::optional<std::string> filter_of(const model::Listing& listing,
                                     const std::vector<bool>& wanted) {
  std::vector<Wish> wishes(listing.tests.size(), Wish::either);
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (!listing.tests[i].disabled) wishes[i] = wanted[i] ? Wish::want : Wish::avoid;
  }
  const std::string wanted_list = pattern_list(listing, wishes);
  for (Wish& wish : wishes) {
    if (wish != Wish::either) wish = wish == Wish::want ? Wish::avoid : Wish::want;
  }
  const std::string others = pattern_list(listing, wishes);
  if (!wanted_list.empty() && (others.empty() || wanted_list.size() <= others.size())) {
    return "--dt-test-case=" + wanted_list;
  }
  if (!others.empty()) return "--dt-test-case-exclude=" + others;
  return std::nullopt;
}

void add_range(const Range& range, model::LaunchRequest& request) {
  request.argv.emplace_back(std::string(first_option) + std::to_string(range.first));
  request.argv.emplace_back("--dt-last=" + std::to_string(range.last));
}

}  // namespace

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  RunPlan plan;
  model::LaunchRequest& request = plan.request;
  request = request_for(target, model::Template().channel(report_channel));
  request.argv.emplace_back("--dt-duration=true");
  // Else every test that was not chosen is reported too.
  request.argv.emplace_back("--dt-no-skipped-summary=true");
  request.argv.emplace_back("--dt-no-exitcode=false");
  request.argv.emplace_back("--dt-case-sensitive=true");
  request.channels = {{report_channel, model::ChannelKind::fifo}};

  std::vector<bool> wanted(listing.tests.size(), false);
  for (const std::size_t index : chosen) wanted[index] = !listing.tests[index].disabled;
  const std::vector<Range> ranges = ranges_of(listing, wanted);
  const auto enabled = static_cast<std::size_t>(
      std::count_if(listing.tests.begin(), listing.tests.end(),
                    [](const model::TestCase& test) { return !test.disabled; }));
  std::size_t count = 0;
  for (const Range& range : ranges) count += range.tests.size();
  const bool may_filter = target.command.size() == 1 && ranges.size() > 1;
  if (const auto filter = may_filter ? filter_of(listing, wanted) : std::nullopt) {
    request.argv.emplace_back(*filter);
    for (const Range& range : ranges) {
      plan.covered.insert(plan.covered.end(), range.tests.begin(), range.tests.end());
    }
  } else if (!ranges.empty()) {
    const Range& largest = *std::max_element(
        ranges.begin(), ranges.end(),
        [](const Range& a, const Range& b) { return a.tests.size() < b.tests.size(); });
    plan.covered = largest.tests;
    if (count < enabled) add_range(largest, request);
  }
  return plan;
}

void shuffle(model::LaunchRequest& request, std::uint64_t seed) {
  constexpr std::uint64_t seeds = 1'000'000'000;
  for (const model::Template& argument : request.argv) {
    if (argument.parts().size() == 1 && argument.parts().front().text.starts_with(first_option)) {
      return;
    }
  }
  for (model::Template& argument : request.argv) {
    if (argument.parts().size() == 1 && argument.parts().front().text == "--dt-order-by=file") {
      argument = "--dt-order-by=rand";
    }
  }
  request.argv.emplace_back("--dt-rand-seed=" + std::to_string(1 + seed % seeds));
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<std::string> words = target.command;
  const bool disabled = listing.tests[test].disabled;
  if (disabled) words.emplace_back("--no-skip");
  const auto same_name = std::count_if(
      listing.tests.begin(), listing.tests.end(),
      [&](const model::TestCase& other) { return other.native == listing.tests[test].native; });
  const FilterRules rules;
  if (target.command.size() == 1 && same_name == 1 && rules.is_exact(listing.tests[test].native)) {
    words.push_back("--test-case=" + rules.spell(listing.tests[test].native, false));
    words.emplace_back("--case-sensitive");
    return words;
  }
  std::size_t position = 1;
  for (std::size_t i = 0; i < test; ++i) {
    if (disabled || !listing.tests[i].disabled) ++position;
  }
  words.push_back("--first=" + std::to_string(position));
  words.push_back("--last=" + std::to_string(position));
  return words;
}

}  // namespace cupel::harness::doctest
