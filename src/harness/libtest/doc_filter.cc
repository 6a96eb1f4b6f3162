// SPDX-License-Identifier: Apache-2.0
// The problem: rustdoc splits what it hands to its tests at blanks, and each name of a doc test has
// blanks: "src/lib.rs - two (line 12)". What can be said is substrings without a blank, one of
// which must hit ("2)" hits line 2 and line 12), and by --skip substrings of which none may hit.
//
// For each chosen test the word of its name that hits the fewest others is taken; each other test
// that is hit is skipped by a word of its own that hits no chosen test. Where it has none it runs
// as well, and the plan says so. Ignored tests never run, so hitting one is no harm.
#include "harness/libtest/doc_filter.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace cupel::harness::libtest {
namespace {

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  while (!name.empty()) {
    const std::size_t begin = name.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    name.remove_prefix(begin);
    const std::string_view word = name.substr(0, name.find_first_of(" \t"));
    words.push_back(word);
    name.remove_prefix(word.size());
  }
  return words;
}

struct Choice {
  const model::Listing& listing;
  std::vector<bool> chosen;

  [[nodiscard]] std::vector<std::size_t> hits(std::string_view word) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < listing.tests.size(); ++i) {
      const model::TestCase& test = listing.tests[i];
      if (!test.disabled && test.native.find(word) != std::string::npos) found.push_back(i);
    }
    return found;
  }
  [[nodiscard]] std::size_t count(std::string_view word, bool among_chosen) const {
    const std::vector<std::size_t> found = hits(word);
    return static_cast<std::size_t>(std::count_if(
        found.begin(), found.end(), [&](std::size_t i) { return chosen[i] == among_chosen; }));
  }
};

/// The word of a test's name that hits the fewest tests on one side of the choice.
std::string_view narrowest(const Choice& choice, std::size_t test, bool among_chosen,
                           std::size_t& least) {
  std::string_view best;
  least = std::numeric_limits<std::size_t>::max();
  for (const std::string_view word : words_of(choice.listing.tests[test].native)) {
    const std::size_t count = choice.count(word, among_chosen);
    if (count >= least || word.starts_with('-')) continue;
    least = count;
    best = word;
  }
  return best;
}

}  // namespace

DocFilter doc_filter(const model::Listing& listing, std::span<const std::size_t> chosen) {
  Choice choice{listing, std::vector<bool>(listing.tests.size(), false)};
  for (const std::size_t i : chosen) choice.chosen[i] = true;
  DocFilter filter;
  std::vector<bool> hit(listing.tests.size(), false);
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (!choice.chosen[i] || listing.tests[i].disabled) continue;
    std::size_t others = 0;
    const std::string_view word = narrowest(choice, i, false, others);
    if (std::find(filter.words.begin(), filter.words.end(), word) != filter.words.end()) continue;
    filter.words.emplace_back(word);
    for (const std::size_t other : choice.hits(word)) hit[other] = true;
  }
  std::vector<std::string> skips;
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    if (!hit[i] || choice.chosen[i]) continue;
    std::size_t wanted = 0;
    const std::string_view word = narrowest(choice, i, true, wanted);
    if (wanted > 0) {
      filter.extra.push_back(i);
    } else if (std::find(skips.begin(), skips.end(), word) == skips.end()) {
      skips.emplace_back(word);
    }
  }
  for (std::string& word : skips) {
    filter.words.emplace_back("--skip");
    filter.words.push_back(std::move(word));
  }
  // Whoever cannot be left out may be hit by another's skip after all.
  std::erase_if(filter.extra, [&](std::size_t i) {
    const auto begin = std::find(filter.words.begin(), filter.words.end(), "--skip");
    return std::any_of(begin, filter.words.end(), [&](const std::string& word) {
      return word != "--skip" && listing.tests[i].native.find(word) != std::string::npos;
    });
  });
  return filter;
}

}  // namespace cupel::harness::libtest
