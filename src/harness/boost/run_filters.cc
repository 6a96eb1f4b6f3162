// SPDX-License-Identifier: Apache-2.0
// The problem: a filter of Boost.Test chooses more than it says.
//
//   --run_test=filter       may be repeated
//   filter  = [ "!" ] siblings *( "/" siblings )       '!' disables, after everything else
//   siblings = name *( "," name )
//
// A filter without '!' enables what it names, though it be disabled in its source, and what that
// depends on, disabled or not; and as soon as there is one, everything else is off. Filters with
// '!' alone leave the rest as it is. Comparing takes a step for each name and test, so what is
// shorter is said: the tests that run, or those that do not, with whole suites by their own name. A
// test that is disabled stays so, even where another depends on it, as in a run of everything.
#include "harness/boost/run_filters.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "harness/boost/native_path.h"

namespace cupel::harness::boost {
namespace {

/// One argument may have 131,071 bytes at most.
constexpr std::size_t longest_argument = 100'000;
/// All arguments and the environment together: a quarter of the usual limit of the stack, 2 MiB.
constexpr std::size_t longest_command = 1'200'000;

enum class Place : unsigned char { neutral, member, other };

/// The suites of a listing, with what of each is to be named.
struct Suite {
  std::vector<std::string> members;  ///< names of cases
  std::map<std::string, std::unique_ptr<Suite>, std::less<>> suites;
  std::size_t naming = 0;  ///< cases inside, at any depth, that are to be named
  std::size_t others = 0;  ///< … that must not be hit by the name of the suite
};

void add(Suite& root, std::string_view path, bool expressible, Place place) {
  Suite* suite = &root;
  const auto count = [&] {
    if (place == Place::member && expressible) ++suite->naming;
    if (place == Place::other || !expressible) ++suite->others;
  };
  count();
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/')) {
    const std::string_view name = path.substr(0, slash);
    auto found = suite->suites.find(name);
    if (found == suite->suites.end()) {
      found = suite->suites.emplace(name, std::make_unique<Suite>()).first;
    }
    suite = found->second.get();
    path.remove_prefix(slash + 1);
    count();
  }
  if (place == Place::member && expressible) suite->members.emplace_back(path);
}

/// Filters for what is to be named in this suite, each with `prefix` in front.
void write(const Suite& suite, const std::string& prefix, std::vector<std::string>& words) {
  std::vector<std::string_view> names(suite.members.begin(), suite.members.end());
  for (const auto& [name, inner] : suite.suites) {
    if (inner->naming > 0 && inner->others == 0) names.push_back(name);
  }
  std::string word;
  for (const std::string_view name : names) {
    if (word.size() + name.size() > longest_argument) words.push_back(std::exchange(word, {}));
    word += word.empty() ? prefix : ",";
    word += name;
  }
  if (!word.empty()) words.push_back(std::move(word));
  for (const auto& [name, inner] : suite.suites) {
    if (inner->naming > 0 && inner->others > 0) write(*inner, prefix + name + "/", words);
  }
}

/// What becomes of each test of the listing, by place.
struct Fates {
  std::vector<bool> chosen;  ///< enabled ones only
  std::vector<bool> needed;  ///< a chosen one depends on it
  std::size_t chosen_count = 0;
  std::size_t left_count = 0;    ///< enabled, neither chosen nor needed
  bool only_by_default = false;  ///< a chosen one cannot be named
};

Fates fates_of(const model::Listing& listing, const std::vector<Native>& natives,
               std::span<const std::size_t> wanted) {
  const std::size_t size = listing.tests.size();
  Fates fates{std::vector<bool>(size), std::vector<bool>(size), 0, 0, false};
  for (const std::size_t index : wanted) {
    if (listing.tests[index].disabled) continue;
    fates.chosen[index] = true;
    fates.only_by_default = fates.only_by_default || natives[index].inexpressible;
    for (const Range& range : natives[index].needed) {
      for (std::size_t i = range.first; i <= range.last && i < size; ++i) fates.needed[i] = true;
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (fates.chosen[i]) {
      fates.needed[i] = false;
      ++fates.chosen_count;
    } else if (!listing.tests[i].disabled && !fates.needed[i]) {
      ++fates.left_count;
    }
  }
  return fates;
}

std::vector<Native> natives_of(const model::Listing& listing) {
  std::vector<Native> natives;
  natives.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) natives.push_back(read_native(test.native));
  return natives;
}

/// Names those that run; those that a chosen one depends on come by themselves.
void name_chosen(const model::Listing& listing, const std::vector<Native>& natives,
                 const Fates& fates, Filters& filters) {
  Suite chosen;
  Suite off;
  for (std::size_t i = 0; i < natives.size(); ++i) {
    const bool expressible = !natives[i].inexpressible;
    add(chosen, natives[i].path, expressible, fates.chosen[i] ? Place::member : Place::other);
    const bool pulled = fates.needed[i] && listing.tests[i].disabled;
    add(off, natives[i].path, expressible, pulled ? Place::member : Place::other);
    if (fates.needed[i] && !listing.tests[i].disabled) filters.extra.push_back(i);
  }
  write(chosen, "", filters.words);
  write(off, "!", filters.words);
}

/// Names those that do not run.
void name_left(const model::Listing& listing, const std::vector<Native>& natives,
               const Fates& fates, Filters& filters) {
  Suite left;
  for (std::size_t i = 0; i < natives.size(); ++i) {
    const bool expressible = !natives[i].inexpressible;
    const bool enabled = !listing.tests[i].disabled;
    const bool out = enabled && !fates.chosen[i] && !fates.needed[i];
    const Place place = out ? Place::member : enabled ? Place::other : Place::neutral;
    add(left, natives[i].path, expressible, place);
    const bool runs = enabled && !fates.chosen[i] && (fates.needed[i] || !expressible);
    if (runs) filters.extra.push_back(i);
  }
  write(left, "!", filters.words);
}

std::size_t size_of(const std::vector<std::string>& words) {
  std::size_t size = 0;
  for (const std::string& word : words) size += word.size() + 32;  // the option, and a pointer
  return size;
}

/// Before the last "--"; without one at the end.
std::ptrdiff_t place_of_options(const std::vector<std::string>& command) {
  const auto last = std::find(command.rbegin(), command.rend(), "--");
  return last == command.rend() ? std::ssize(command) : last.base() - command.begin() - 1;
}

}  // namespace

std::vector<model::Template> common_options() {
  return {"--log_format=HRF",        "--log_level=test_suite", "--report_format=XML",
          "--report_level=detailed", "--result_code=yes",      "--color_output=no",
          "--catch_system_errors=no"};
}

std::vector<model::Template> with_options(const TargetView& target,
                                          std::vector<model::Template> options) {
  std::vector<model::Template> words(target.command.begin(), target.command.end());
  words.insert(words.begin() + place_of_options(target.command),
               std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
  return words;
}

Filters make_filters(const model::Listing& listing, std::span<const std::size_t> chosen) {
  const std::vector<Native> natives = natives_of(listing);
  const Fates fates = fates_of(listing, natives, chosen);
  Filters filters;
  if (fates.only_by_default || fates.left_count < fates.chosen_count) {
    name_left(listing, natives, fates, filters);
  } else {
    name_chosen(listing, natives, fates, filters);
  }
  return filters;
}

RunPlan run_request(const TargetView& target, const model::Listing& listing,
                    std::span<const std::size_t> chosen) {
  Filters filters = make_filters(listing, chosen);
  while (size_of(filters.words) > longest_command && chosen.size() > 1) {
    chosen = chosen.first(chosen.size() / 2);
    filters = make_filters(listing, chosen);
  }
  RunPlan plan;
  plan.extra = std::move(filters.extra);
  for (const std::size_t index : chosen) {
    if (!listing.tests[index].disabled) plan.covered.push_back(index);
  }
  std::vector<model::Template> options = common_options();
  options.push_back(model::Template("--log_sink=").channel(log_channel));
  options.push_back(model::Template("--report_sink=").file(report_file));
  for (const std::string& word : filters.words) options.emplace_back("--run_test=" + word);
  model::LaunchRequest& request = plan.request;
  request.argv = with_options(target, std::move(options));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.attested = {report_file};
  request.channels = {{log_channel, model::ChannelKind::fifo}};
  return plan;
}

void shuffle(model::LaunchRequest& request, std::uint64_t seed) {
  // 0 is no shuffle, and 1 asks for a seed from the clock.
  constexpr std::uint64_t seeds = 1'000'000'000;
  const auto report =
      std::find_if(request.argv.begin(), request.argv.end(), [](const model::Template& word) {
        return !word.parts().empty() && word.parts().front().text == "--log_format=HRF";
      });
  request.argv.insert(report, model::Template("--random=" + std::to_string(2 + seed % seeds)));
}

std::vector<std::string> alone_command(const TargetView& target, const model::Listing& listing,
                                       std::size_t test) {
  std::vector<std::string> words = target.command;
  std::vector<std::string> options = {"--catch_system_errors=no"};
  const Native native = read_native(listing.tests[test].native);
  if (native.inexpressible) {
    for (const std::string& word : make_filters(listing, {&test, 1}).words) {
      options.push_back("--run_test=" + word);
    }
  } else {
    options.push_back("--run_test=" + native.path);
  }
  words.insert(words.begin() + place_of_options(words), options.begin(), options.end());
  return words;
}

}  // namespace cupel::harness::boost
