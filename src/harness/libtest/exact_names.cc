// SPDX-License-Identifier: Apache-2.0
// A chosen list is `--exact NAME…`, which runs exactly the tests of those names, in the order of
// the listing. There is no way to give names in a file, so a list that one command line cannot hold
// takes several launches. Where everything is chosen no name is given, and no --exact: alone it
// would change nothing, and the target's own filter keeps its meaning.
#include "harness/libtest/exact_names.h"

#include <algorithm>
#include <unordered_set>

#include "harness/libtest/doc_filter.h"
#include "harness/libtest/own_arguments.h"

namespace cupel::harness::libtest {
namespace {

/// Of the names of one launch, each with its pointer and its closing byte. The kernel allows a
/// quarter of the stack limit, 2 MiB by default, for these and the environment together.
constexpr std::size_t most_name_bytes = 1'000'000;

bool takes_everything(const model::Listing& listing, std::span<const std::size_t> chosen) {
  const auto enabled = std::count_if(listing.tests.begin(), listing.tests.end(),
                                     [](const model::TestCase& test) { return !test.disabled; });
  std::unordered_set<std::size_t> distinct;
  for (const std::size_t i : chosen) {
    if (!listing.tests[i].disabled) distinct.insert(i);
  }
  return distinct.size() == static_cast<std::size_t>(enabled);
}

/// In list order: the order in which they run, and in which the rest is left for another launch.
std::vector<std::size_t> in_list_order(const model::Listing& listing,
                                       std::span<const std::size_t> chosen) {
  std::vector<std::size_t> ordered;
  for (const std::size_t i : chosen) {
    if (!listing.tests[i].disabled) ordered.push_back(i);
  }
  std::sort(ordered.begin(), ordered.end());
  ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());
  return ordered;
}

/// Tests that run besides: others of a chosen name, and those that the target's own arguments name.
void add_extra(const model::Listing& listing, const OwnArguments& own, RunPlan& plan) {
  std::unordered_set<std::string_view> names(own.words.begin() + 1, own.words.end());
  std::unordered_set<std::size_t> covered(plan.covered.begin(), plan.covered.end());
  for (const std::size_t i : listing.inseparable) {
    if (covered.contains(i)) names.insert(listing.tests[i].native);
  }
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    const model::TestCase& test = listing.tests[i];
    if (!test.disabled && !covered.contains(i) && names.contains(test.native)) {
      plan.extra.push_back(i);
    }
  }
}

void choose_names(const model::Listing& listing, const OwnArguments& own,
                  const std::vector<std::size_t>& ordered, RunPlan& plan) {
  auto& argv = plan.request.argv;
  argv.emplace_back("--exact");
  std::size_t bytes = 0;
  for (const std::size_t i : ordered) {
    const std::string& name = listing.tests[i].native;
    bytes += name.size() + 1 + sizeof(char*);
    if (bytes > most_name_bytes && !plan.covered.empty()) break;
    argv.emplace_back(name);
    plan.covered.push_back(i);
  }
  add_extra(listing, own, plan);
}

void choose_docs(const model::Listing& listing, const std::vector<std::size_t>& ordered,
                 RunPlan& plan) {
  DocFilter filter = doc_filter(listing, ordered);
  plan.request.argv.insert(plan.request.argv.end(), filter.words.begin(), filter.words.end());
  plan.covered = ordered;
  plan.extra = std::move(filter.extra);
}

}  // namespace

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  const OwnArguments own = own_arguments(target);
  const std::vector<std::size_t> ordered = in_list_order(listing, chosen);
  RunPlan plan;
  model::LaunchRequest& request = plan.request;
  request.argv.assign(own.words.begin(), own.words.end());
  append_run_options(request.argv);
  request.argv.emplace_back("--logfile");
  request.argv.push_back(model::Template().channel(log_channel));
  if (takes_everything(listing, chosen)) {
    plan.covered = ordered;
  } else if (own.doc_tests) {
    choose_docs(listing, ordered, plan);
  } else {
    choose_names(listing, own, ordered, plan);
  }
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.channels = {{log_channel, model::ChannelKind::fifo}};
  return plan;
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  const OwnArguments own = own_arguments(target);
  std::vector<std::string> words = own.words;
  if (own.doc_tests) {
    const DocFilter filter = doc_filter(listing, {&test, 1});
    words.insert(words.end(), filter.words.begin(), filter.words.end());
    return words;
  }
  words.emplace_back("--exact");
  words.push_back(listing.tests[test].native);
  if (listing.tests[test].disabled) words.emplace_back("--include-ignored");
  return words;
}

}  // namespace cupel::harness::libtest
