// SPDX-License-Identifier: Apache-2.0
#include "plan/selection.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/glob.h"
#include "base/text.h"

namespace cupel::plan {
namespace {

std::string_view target_part(std::string_view positional) {
  return positional.substr(0, positional.find(':'));
}

bool names_test(std::string_view positional) {
  return positional.find(':') != std::string_view::npos;
}

/// `whole` is the target or contains it.
bool contains_target(std::string_view whole, std::string_view target) {
  return target.starts_with(whole) &&
         (target.size() == whole.size() || target[whole.size()] == '/');
}

bool admits(const Selection& selection, const std::vector<std::string>& filters,
            const std::string& target, const std::string& id) {
  const auto by_positional = [&](const std::string& positional) {
    return names_test(positional) ? positional == id : contains_target(positional, target);
  };
  if (!selection.positionals.empty() &&
      std::none_of(selection.positionals.begin(), selection.positionals.end(), by_positional)) {
    return false;
  }
  return filters.empty() || base::select_match(filters, id);
}

/// splitmix64: the mixing step of a counter-based generator, the same on every platform.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

/// The order depends on the seed and the names alone, so that leaving a test out moves no other.
void shuffle_tests(std::vector<std::size_t>& tests, const std::string& target,
                   const model::Listing& listing, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::size_t>> keyed;
  keyed.reserve(tests.size());
  for (const std::size_t test : tests) {
    std::uint64_t key = mix(seed);
    for (const char byte : target + ":" + listing.tests[test].name) {
      key = mix(key ^ static_cast<unsigned char>(byte));
    }
    keyed.emplace_back(key, test);
  }
  std::sort(keyed.begin(), keyed.end());
  std::transform(keyed.begin(), keyed.end(), tests.begin(),
                 [](const auto& entry) { return entry.second; });
}

}  // namespace

base::Result<void> check_positionals(const Selection& selection, const Config& config,
                                     const std::vector<std::string>& containers) {
  std::vector<std::string> names;
  for (const TargetConfig& target : config.targets) names.push_back(target.name);
  for (const std::string& positional : selection.positionals) {
    const std::string target(target_part(positional));
    const auto could_be = [&](const TargetConfig& one) {
      const bool contains =
          std::find(containers.begin(), containers.end(), one.harness) != containers.end();
      return contains ? contains_target(one.name, target) : one.name == target;
    };
    if (std::any_of(config.targets.begin(), config.targets.end(), could_be)) continue;
    std::string hint = "`cupel list` shows the targets of " + config.path;
    if (const std::string near = base::nearest(target, names); !near.empty()) {
      hint = "did you mean '" + near + "'? " + hint;
    }
    return base::usage_error("no target is named '" + base::to_one_line(target) + "'", hint);
  }
  return {};
}

bool wants_target(const Selection& selection, const std::string& target) {
  return selection.positionals.empty() ||
         std::any_of(selection.positionals.begin(), selection.positionals.end(),
                     [&](const std::string& one) {
                       const std::string_view wanted = target_part(one);
                       return contains_target(wanted, target) || contains_target(target, wanted);
                     });
}

std::vector<std::string> unknown_targets(const Selection& selection,
                                         const std::vector<std::string>& names) {
  std::vector<std::string> unknown;
  for (const std::string& positional : selection.positionals) {
    const std::string wanted(target_part(positional));
    const auto answers = [&](const std::string& name) {
      return names_test(positional) ? name == wanted : contains_target(wanted, name);
    };
    if (std::none_of(names.begin(), names.end(), answers)) unknown.push_back(wanted);
  }
  return unknown;
}

std::vector<std::size_t> select_tests(const Selection& selection, const std::string& target,
                                      const model::Listing& listing) {
  std::vector<std::string> ids;
  ids.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) ids.push_back(target + ":" + test.name);
  const std::vector<std::string> filters = base::exact_first(selection.filters, ids);
  std::vector<std::size_t> chosen;
  for (std::size_t index = 0; index < ids.size(); ++index) {
    if (admits(selection, filters, target, ids[index])) chosen.push_back(index);
  }
  return chosen;
}

std::vector<std::string> unknown_tests(const Selection& selection, const std::string& target,
                                       const model::Listing& listing) {
  std::vector<std::string> unknown;
  for (const std::string& positional : selection.positionals) {
    if (!names_test(positional) || target_part(positional) != target) continue;
    const bool listed = std::any_of(
        listing.tests.begin(), listing.tests.end(),
        [&](const model::TestCase& test) { return target + ":" + test.name == positional; });
    if (!listed) unknown.push_back(positional);
  }
  return unknown;
}

std::vector<std::string> narrowing(const Selection& selection) {
  std::vector<std::string> why;
  for (const std::string& filter : selection.filters) why.push_back("filter " + filter);
  for (const std::string& positional : selection.positionals) why.push_back("only " + positional);
  return why;
}

std::vector<BatchPlan> plan_batches(const Config& config, model::Precision precision,
                                    const std::string& target, const model::Listing& listing,
                                    const std::vector<std::size_t>& selected,
                                    std::optional<std::uint64_t> shuffle) {
  std::vector<BatchPlan> batches;
  std::vector<std::string> ids;
  for (const model::TestCase& test : listing.tests) ids.push_back(target + ":" + test.name);
  std::vector<std::vector<std::string>> patterns;
  for (const PolicyConfig& one : config.policies) {
    patterns.push_back(base::exact_first({one.tests}, ids));
  }
  for (const std::size_t test : selected) {
    const auto takes = [&](const auto& pattern) { return base::select_match(pattern, ids[test]); };
    const auto found = std::find_if(patterns.begin(), patterns.end(), takes);
    const model::Precision wanted =
        found == patterns.end()
            ? precision
            : config.policies[static_cast<std::size_t>(found - patterns.begin())].precision;
    auto batch = std::find_if(batches.begin(), batches.end(),
                              [&](const BatchPlan& one) { return one.precision == wanted; });
    if (batch == batches.end()) batch = batches.insert(batches.end(), BatchPlan{wanted, {}});
    batch->tests.push_back(test);
  }
  if (shuffle) {
    for (BatchPlan& batch : batches) shuffle_tests(batch.tests, target, listing, *shuffle);
  }
  return batches;
}

}  // namespace cupel::plan
