// SPDX-License-Identifier: Apache-2.0
// The problem: Catch2 compares every pattern of a spec with every test, so 5,000 names of 6,000
// tests take 10 s in v3 and 47 s in v2 before the first test runs; and some names no pattern can
// say. The cheapest of these is taken:
//
//   nothing       everything that a plain run runs
//   names         few patterns for what is wanted:     "a","b*"
//   exclusion     few patterns for what is not:        "*"~[.]~"a"~"b*"
//   a shard       v3 only: "*" --shard-count N --shard-index K is a block of consecutive tests, and
//                 with N = the number of tests exactly one, whatever its name
//
// What no pattern picks alone gets a launch of its own. In v2 that may have to run others besides.
#include "harness/catch2/catch2_select.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/catch2/catch2_wire.h"
#include "harness/catch2/patterns.h"

namespace cupel::harness::catch2 {
namespace {

/// Longer specs go into a file: one argument may have 131,071 bytes, and a command in a record
/// should stay readable.
constexpr std::size_t longest_argument = 4096;
/// Comparisons of a pattern with a test, of about 0.3 µs each, that nobody notices.
constexpr std::size_t cheap = 3'000'000;

constexpr const char* order_option = "--order";
constexpr const char* declared = "decl";
constexpr const char* shard_option = "--shard-count";

struct Shard {
  std::size_t count = 0;
  std::size_t index = 0;
  std::size_t begin = 0;  ///< the tests that it runs
  std::size_t end = 0;
};

struct Selection {
  std::string spec;  ///< empty: none is needed
  std::optional<Shard> shard;
  std::vector<std::size_t> covered;
  std::vector<std::size_t> extra;
};

bool is_v3(const model::Listing& listing) {
  return major_version(listing.harness_version) >= 3;
}

std::string joined(const std::vector<std::string>& patterns, std::string_view before,
                   std::string_view between) {
  std::string spec;
  for (const std::string& pattern : patterns) {
    if (!spec.empty()) spec += between;
    spec += before;
    spec += pattern;
  }
  return spec;
}

/// How Catch2 cuts N tests into shards.
std::size_t shard_begin(std::size_t tests, std::size_t count, std::size_t index) {
  return index * (tests / count) + std::min(index, tests % count);
}

Shard shard_of(std::size_t tests, std::size_t count, std::size_t index) {
  return {count, index, shard_begin(tests, count, index), shard_begin(tests, count, index + 1)};
}

class Selector {
 public:
  Selector(const TargetView& target, const model::Listing& listing,
           std::span<const std::size_t> chosen)
      : target_(target), listing_(listing), chosen_(listing.tests.size(), false) {
    if (!chosen.empty()) first_ = chosen.front();
    for (const std::size_t index : chosen) {
      if (listing.tests[index].disabled) continue;
      if (!chosen_[index]) wanted_.push_back(index);
      chosen_[index] = true;
    }
    std::sort(wanted_.begin(), wanted_.end());
  }

  Selection select() const {
    if (wanted_.empty()) return alone(first_);
    if (wanted_.size() == enabled()) return {"", std::nullopt, wanted_, {}};
    const NameCover names = cover_names(listing_, wishes(false), SpecRules());
    if (names.patterns.empty()) return alone(names.uncovered.front());
    const NameCover others = cover_names(listing_, wishes(true), SpecRules());
    const bool can_exclude = others.uncovered.empty() && !others.patterns.empty();
    const bool excluding =
        can_exclude && (!names.uncovered.empty() || others.patterns.size() < names.patterns.size());
    const std::size_t cost = (excluding ? others : names).patterns.size() * listing_.tests.size();
    if (cost > cheap && is_v3(listing_)) {
      if (auto block = largest_block()) return by_shard(*block);
    }
    if (excluding) return {exclusion(others), std::nullopt, wanted_, {}};
    return {joined(names.patterns, "", ","), std::nullopt, without(names.uncovered), {}};
  }

  /// The test alone, hidden or not, in whatever way there is.
  Selection alone(std::size_t test) const {
    if (is_v3(listing_)) {
      return by_shard(shard_of(listing_.tests.size(), listing_.tests.size(), test));
    }
    LooseSpec loose = loose_spec(listing_, test);
    Selection selection{std::move(loose.text), std::nullopt, {test}, {}};
    for (const std::size_t other : loose.also) {
      auto& list = other < chosen_.size() && chosen_[other] ? selection.covered : selection.extra;
      list.push_back(other);
    }
    std::sort(selection.covered.begin(), selection.covered.end());
    return selection;
  }

 private:
  [[nodiscard]] std::size_t enabled() const {
    return static_cast<std::size_t>(
        std::count_if(listing_.tests.begin(), listing_.tests.end(),
                      [](const model::TestCase& test) { return !test.disabled; }));
  }

  /// A target's own arguments may be a spec that picks hidden tests, so that [.] says nothing.
  [[nodiscard]] bool tag_tells_hidden() const { return target_.command.size() == 1; }

  [[nodiscard]] std::vector<Wish> wishes(bool to_exclude) const {
    std::vector<Wish> made(listing_.tests.size(), to_exclude ? Wish::want : Wish::avoid);
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (chosen_[i]) made[i] = to_exclude ? Wish::avoid : Wish::want;
      const bool hidden = listing_.tests[i].disabled;
      if (to_exclude && hidden && tag_tells_hidden()) made[i] = Wish::either;
    }
    return made;
  }

  [[nodiscard]] std::string exclusion(const NameCover& others) const {
    const bool any_hidden = enabled() < listing_.tests.size();
    return std::string("\"*\"") + (any_hidden && tag_tells_hidden() ? "~[.]" : "") +
           joined(others.patterns, "~", "");
  }

  [[nodiscard]] std::vector<std::size_t> without(const std::vector<std::size_t>& left_out) const {
    std::vector<std::size_t> rest;
    std::set_difference(wanted_.begin(), wanted_.end(), left_out.begin(), left_out.end(),
                        std::back_inserter(rest));
    return rest;
  }

  /// The largest shard of chosen tests only, if it is worth a launch of its own.
  [[nodiscard]] std::optional<Shard> largest_block() const {
    const std::size_t tests = listing_.tests.size();
    std::vector<std::size_t> before(tests + 1, 0);
    for (std::size_t i = 0; i < tests; ++i) before[i + 1] = before[i] + (chosen_[i] ? 1 : 0);
    constexpr std::size_t most_shards = 64;
    for (std::size_t count = 2; count <= std::min(most_shards, tests); ++count) {
      for (std::size_t index = 0; index < count; ++index) {
        const Shard shard = shard_of(tests, count, index);
        const std::size_t size = shard.end - shard.begin;
        if (before[shard.end] - before[shard.begin] != size) continue;
        if (size * 4 >= wanted_.size()) return shard;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] static Selection by_shard(const Shard& shard) {
    Selection selection{"*", shard, {}, {}};
    for (std::size_t i = shard.begin; i < shard.end; ++i) selection.covered.push_back(i);
    return selection;
  }

  const TargetView& target_;
  const model::Listing& listing_;
  std::vector<bool> chosen_;         ///< by index; what is hidden never runs
  std::vector<std::size_t> wanted_;  ///< the same, in list order
  std::size_t first_ = 0;            ///< of those asked for, hidden or not
};

void add_selection(const Selection& selection, model::LaunchRequest& request) {
  if (selection.shard) {
    request.argv.emplace_back(shard_option);
    request.argv.emplace_back(std::to_string(selection.shard->count));
    request.argv.emplace_back("--shard-index");
    request.argv.emplace_back(std::to_string(selection.shard->index));
  }
  if (selection.spec.empty()) return;
  const bool one_line = selection.spec.find_first_of("\r\n") == std::string::npos;
  if (selection.spec.size() <= longest_argument || !one_line) {
    request.argv.emplace_back(selection.spec);
  } else {
    request.argv.emplace_back("-f");
    request.argv.push_back(model::Template().file(spec_file));
    request.write.push_back({spec_file, selection.spec + "\n"});
  }
}

}  // namespace

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  Selection selection = Selector(target, listing, chosen).select();
  RunPlan plan;
  model::LaunchRequest& request = plan.request;
  request.argv.assign(target.command.begin(), target.command.end());
  request.argv.insert(request.argv.end(), {"-r", "xml", "-o"});
  request.argv.push_back(model::Template().channel(report_channel));
  request.argv.insert(request.argv.end(), {"-d", "yes", order_option, declared});
  // Else skipping every test counts as a failure of the run; that tests ran is seen by their
  // results.
  if (is_v3(listing)) {
    request.argv.emplace_back("--allow-running-no-tests");
    request.argv.emplace_back("-r");
    request.argv.push_back(model::Template("automake::out=").file(verdicts_file));
    request.collect = {verdicts_file};
  }
  add_selection(selection, request);
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.channels = {{report_channel, model::ChannelKind::fifo}};
  plan.covered = std::move(selection.covered);
  plan.extra = std::move(selection.extra);
  return plan;
}

void shuffle(model::LaunchRequest& request, std::uint64_t seed) {
  constexpr std::uint64_t seeds = 1'000'000'000;
  std::size_t order = request.argv.size();
  for (std::size_t i = 0; i + 1 < request.argv.size(); ++i) {
    const auto& parts = request.argv[i].parts();
    const std::string word = parts.size() == 1 ? parts.front().text : std::string();
    // A shard of another order is another set of tests.
    if (word == shard_option) return;
    if (word == order_option) order = i + 1;
  }
  if (order == request.argv.size()) return;
  request.argv[order] = "rand";
  request.argv.emplace_back("--rng-seed");
  request.argv.emplace_back(std::to_string(1 + seed % seeds));
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<Wish> wishes(listing.tests.size(), Wish::avoid);
  wishes[test] = Wish::want;
  std::vector<std::string> words = target.command;
  const NameCover names = cover_names(listing, wishes, SpecRules());
  if (names.uncovered.empty()) {
    words.push_back(joined(names.patterns, "", ","));
    return words;
  }
  const Selection selection = Selector(target, listing, {}).alone(test);
  if (!selection.spec.empty()) words.push_back(selection.spec);
  if (selection.shard) {
    words.insert(words.end(), {shard_option, std::to_string(selection.shard->count),
                               "--shard-index", std::to_string(selection.shard->index)});
  }
  return words;
}

}  // namespace cupel::harness::catch2
