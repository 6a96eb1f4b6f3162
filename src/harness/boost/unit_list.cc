// SPDX-License-Identifier: Apache-2.0
// The list goes where reports go, so it is read from a file and not from standard error, where
// anything may print. It is asked for with the options of a run: one that the target's command has
// as well, which Boost.Test refuses, is found here.
#include "harness/boost/unit_list.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "harness/boost/native_path.h"
#include "harness/boost/run_filters.h"
#include "harness/boost/unit_tree.h"
#include "harness/list_fault.h"

namespace cupel::harness::boost {
namespace {

constexpr std::string_view word = "boost";
constexpr std::string_view by_hand_hint =
    "run the command by hand with --list_content; it must list and exit 0";

/// No filter can say a name with one of these in it. Names that Boost.Test made have none.
bool is_expressible(std::string_view name) {
  return !name.empty() && name.find_first_of(":,/*@!+") == std::string_view::npos;
}

class Lister {
 public:
  explicit Lister(const Tree& tree)
      : tree_(tree), any_depends_(std::ranges::any_of(tree.units, [](const auto& one) {
          return !one.second.depends.empty();
        })) {}

  model::Listing list() {
    add_children(tree_.units.at(tree_.root), "", true);
    model::assign_names(listing_);
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      model::TestCase& test = listing_.tests[i];
      test.native = write_native({!expressible_[i], needed(i), test.native});
    }
    listing_.channel = "log and report";
    return std::move(listing_);
  }

 private:
  void add_children(const Unit& suite, const std::string& path, bool expressible) {
    for (const std::size_t id : suite.children) {
      const Unit& unit = tree_.units.at(id);
      const bool fine = expressible && is_expressible(unit.name);
      const std::size_t first = ids_.size();
      if (unit.is_suite) {
        add_children(unit, path + unit.name + "/", fine);
      } else {
        add_case(unit, path, fine);
      }
      if (ids_.size() > first) places_[id] = {first, ids_.size() - 1};
    }
  }

  void add_case(const Unit& unit, const std::string& path, bool expressible) {
    model::TestCase& test = listing_.tests.emplace_back();
    test.native = path + unit.name;
    test.location = unit.location;
    test.disabled = !unit.enabled;
    if (test.disabled) test.disabled_reason = "disabled in its source";
    ids_.push_back(unit.id);
    expressible_.push_back(expressible);
  }

  /// Naming a unit enables all that is in it, and all that any of that, or a suite around it,
  /// depends on.
  [[nodiscard]] std::vector<Range> needed(std::size_t place) const {
    if (!any_depends_) return {};
    std::set<std::size_t> seen;
    std::vector<std::size_t> open;
    const auto pull = [&](const Unit& unit) {
      for (const std::size_t on : unit.depends) {
        if (tree_.units.contains(on) && seen.insert(on).second) open.push_back(on);
      }
    };
    pull_around(ids_[place], pull);
    while (!open.empty()) {
      const std::size_t id = open.back();
      open.pop_back();
      pull_around(id, pull);
      pull_inside(id, pull);
    }
    return ranges_of(seen, place);
  }

  template <typename Pull>
  void pull_around(std::size_t id, const Pull& pull) const {
    for (; id != tree_.root; id = tree_.units.at(id).parent) pull(tree_.units.at(id));
  }
  template <typename Pull>
  void pull_inside(std::size_t id, const Pull& pull) const {
    const Unit& unit = tree_.units.at(id);
    pull(unit);
    for (const std::size_t child : unit.children) pull_inside(child, pull);
  }

  /// The places of all cases in these units, without `self`.
  [[nodiscard]] std::vector<Range> ranges_of(const std::set<std::size_t>& ids,
                                             std::size_t self) const {
    std::set<std::size_t> places;
    for (const std::size_t id : ids) {
      const auto found = places_.find(id);
      if (found == places_.end()) continue;
      for (std::size_t i = found->second.first; i <= found->second.last; ++i) places.insert(i);
    }
    places.erase(self);
    std::vector<Range> ranges;
    for (const std::size_t i : places) {
      if (!ranges.empty() && ranges.back().last + 1 == i) {
        ranges.back().last = i;
      } else {
        ranges.push_back({i, i});
      }
    }
    return ranges;
  }

  const Tree& tree_;
  bool any_depends_;
  model::Listing listing_;
  std::vector<std::size_t> ids_;         ///< of the unit, by place
  std::vector<bool> expressible_;        ///< by place
  std::map<std::size_t, Range> places_;  ///< of the cases in a unit, by its id
};

/// What Boost.Test says of its own trouble: a setup error goes where the list would, and a
/// complaint about an option stands above the help for options.
LaunchOutput with_complaint(const LaunchOutput& output) {
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  if (exited == nullptr || exited->code == 0) return output;
  LaunchOutput told = output;
  const auto file = output.files.find(list_file);
  if (file != output.files.end() && file->second.find("error") != std::string::npos) {
    told.standard_error = file->second;
  } else {
    told.standard_error.resize(
        std::min(told.standard_error.find("\n\n"), told.standard_error.size()));
  }
  return told;
}

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  model::LaunchRequest request;
  std::vector<model::Template> options = common_options();
  options.emplace_back("--list_content=DOT");
  options.push_back(model::Template("--report_sink=").file(list_file));
  options.emplace_back("--log_sink=stdout");
  request.argv = with_options(target, std::move(options));
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.collect = {list_file};
  return request;
}

ListStep read_listing(const TargetView& /*target*/, const LaunchOutput& output) {
  if (auto fault = fault_of_end(with_complaint(output), word, by_hand_hint)) {
    return *std::move(fault);
  }
  const auto file = output.files.find(list_file);
  if (file == output.files.end() || file->second.empty()) {
    return fault_of_silence(output, word, "Boost.Test",
                            "is it a Boost.Test program (1.59 or later) whose main calls "
                            "unit_test_main?");
  }
  const auto tree = read_tree(file->second);
  if (!tree) {
    return list_fault(output,
                      "the list that the program wrote cannot be read: " + tree.error().message,
                      by_hand_hint);
  }
  return Lister(*tree).list();
}

}  // namespace cupel::harness::boost
